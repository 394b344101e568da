import type { FieldDoc } from '../model/field/fields.ts'
import { FIELD_TRAITS, RANGE_KINDS, STRUCTURE_KINDS } from '../model/field/traits.ts'
import type { ScopeDoc, Volume } from '../model/entities.ts'
import type { Use, Want } from './wants.ts'

/**
 * What an index is for. `area`: rows of an area. `list`: rows of an area as lists show them, with what they are
 * filtered by. `order`: the rows as lists show them, in one order. `value`: rows with a value, put together
 * with others.
 * `alike`: texts that read the same.
 * `beginning`: texts that begin alike. `within`: what texts contain. `units`: rows of a unit among several.
 */
export type IndexPurpose = 'area' | 'list' | 'order' | 'value' | 'alike' | 'beginning' | 'within' | 'units'

/** An index of a table, without the words of a database. */
export interface IndexPlan {
  purpose: IndexPurpose
  /** fields that it is sorted by, the first one first */
  fields: readonly { name: string; down?: true }[]
  /** fields that it holds so that rows need not be read */
  beside: readonly string[]
  wants: readonly Want[]
}

/** What is needed of an entity to say its indexes. */
export interface IndexedEntity {
  name: string
  key: string
  volume: Volume
  fields: readonly (FieldDoc & { name: string })[]
  scope: ScopeDoc | 'none'
}

/** Fields of everybody's rows, which lists compare and no index begins with. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'role', 'org'])

type Field = IndexedEntity['fields'][number]
interface Facts {
  entity: IndexedEntity
  byName: ReadonlyMap<string, Field>
  /** field → its wants, bounds of ranges among them */
  wants: ReadonlyMap<string, readonly Want[]>
  area: string | undefined
  customer: string | undefined
}

/** `createTimeStart`, `createTimeEnd` and `createTimeBelow` are bounds of createTime. */
export function fieldOf(name: string, byName: ReadonlyMap<string, Field>): Field | undefined {
  const bounded = byName.get(name.replace(/(?:Start|End|Below)$/, ''))
  return byName.get(name) ?? (bounded && RANGE_KINDS.has(bounded.kind) ? bounded : undefined)
}

function factsOf(entity: IndexedEntity, wants: readonly Want[]): Facts {
  const byName = new Map(entity.fields.map(field => [field.name, field]))
  const grouped = new Map<string, Want[]>()
  for (const want of wants) {
    const field = fieldOf(want.field, byName)
    if (field && !STRUCTURE_KINDS.has(field.kind) && field.secret !== true)
      grouped.set(field.name, [...(grouped.get(field.name) ?? []), want])
  }
  const { scope } = entity
  const customer = scope === 'none' || scope.customer === false ? undefined : (scope.customer ?? 'customerId')
  return {
    entity,
    byName,
    wants: grouped,
    area: scope === 'none' ? undefined : scope.area,
    customer: customer !== undefined && byName.has(customer) ? customer : undefined,
  }
}

const uses = ({ wants }: Facts, name: string, ...asked: Use[]): Want[] =>
  (wants.get(name) ?? []).filter(({ use }) => asked.includes(use))

const plan = (
  purpose: IndexPurpose,
  fields: IndexPlan['fields'],
  wants: readonly Want[],
  beside: readonly string[] = [],
): IndexPlan => ({
  purpose,
  fields,
  beside: beside.filter((name, i) => beside.indexOf(name) === i && !fields.some(field => field.name === name)),
  wants,
})
const valueOf = (name: string, wants: readonly Want[]): IndexPlan => plan('value', [{ name }], wants)

/** One of a few keys: two values leave half of the rows, and no index of them alone is worth its room. */
const isChoice = ({ kind, multiple }: Field): boolean => FIELD_TRAITS[kind].filter === 'choice' && !multiple
const isFlag = ({ kind }: Field): boolean => FIELD_TRAITS[kind].value === 'flag'
const isText = ({ kind, multiple }: Field): boolean => FIELD_TRAITS[kind].filter === 'text' && !multiple
/** Characters of which an index of PostgreSQL keeps any: at most 2,704 bytes, of which a character takes up to four. */
const MOST_CHARACTERS = 600
/**
 * A text that may be too long for an index: with the index, a save of such a text would fail. Codes, which are looked
 * up as a whole or by their beginning, are short.
 */
export function isTooLong({ kind, search, unique, maxLength }: Field): boolean {
  if (FIELD_TRAITS[kind].value !== 'text' || CODE_KINDS.has(kind)) return false
  return maxLength === undefined ? search !== 'exact' && search !== 'prefix' && !unique : maxLength > MOST_CHARACTERS
}
const CODE_KINDS: ReadonlySet<string> = new Set(['uscc', 'phone'])
/**
 * Whether no two records may have texts that read the same: of what people write. Numbers that the server gives, and
 * codes that are stored in one way, are alike only if they are equal.
 */
export const isUniqueAlike = ({ key }: Pick<IndexedEntity, 'key'>, field: Field): boolean =>
  field.unique === true
  && isText(field)
  && !CODE_KINDS.has(field.kind)
  && field.name !== key
  && field.readOnly !== true
  && field.managed !== true
/** Lists look for such a text within others, so its values as a whole find nothing. */
const isWithin = (field: Field): boolean => isText(field) && field.search !== 'exact' && field.search !== 'prefix'

/** What every table has, however small: of an area, unique, and found by the record that it belongs to. */
function everyTables(facts: Facts): IndexPlan[] {
  const { entity, area, customer } = facts
  const isFound = (field: Field): boolean =>
    field.unique === true
    || (field.kind === 'ref' && !field.multiple && !PEOPLE.has(field.ref ?? ''))
    || (field.kind === 'ref' && field.ref === entity.name)
    || (uses(facts, field.name, 'relation').length > 0 && !isWithin(field))
    || (entity.volume === 'small' && isText(field) && field.search === 'exact')
  return [
    ...(area ? [plan('area', [{ name: area }], uses(facts, area, 'filter'))] : []),
    ...partiesOf(entity),
    ...entity.fields.filter(field => isUniqueAlike(entity, field)).map(({ name }) => plan('alike', [{ name }], [])),
    ...entity.fields
      .filter(({ name }) => name !== entity.key && name !== customer && name !== area)
      .filter(isFound)
      .map(({ name }) => valueOf(name, uses(facts, name, 'filter', 'relation'))),
  ]
}

/** Closed rows are found by the units that they name, whatever their area. */
function partiesOf({ scope }: IndexedEntity): IndexPlan[] {
  if (scope === 'none' || !scope.closed) return []
  return [
    ...(scope.units ? [plan('units', [{ name: scope.units }], [])] : []),
    ...(scope.org ? [valueOf(scope.org, [])] : []),
  ]
}

interface Order {
  name: string
  down?: true
  isUsual: boolean
  wants: Want[]
}
/** Each field that lists are sorted by, once: walked backwards its index serves the other direction too. */
function ordersOf(facts: Facts): Order[] {
  const orders = new Map<string, Order>()
  for (const [name, wants] of facts.wants)
    for (const want of wants) {
      if (want.use !== 'usual order' && want.use !== 'sort') continue
      const known = orders.get(name)
      const isUsual = want.use === 'usual order'
      const down = known?.isUsual && !isUsual ? known.down : want.down
      orders.set(name, {
        name,
        ...(down ? { down } : {}),
        isUsual: isUsual || known?.isUsual === true,
        wants: [...(known?.wants ?? []), want],
      })
    }
  const isShort = (field: Field | undefined): boolean => field !== undefined && !isTooLong(field)
  return [...orders.values()].filter(({ name }) => name !== facts.area && isShort(facts.byName.get(name)))
}

/** The order that most lists open with. */
function usualOf(orders: readonly Order[]): Order | undefined {
  const times = ({ wants }: Order): number => wants.filter(({ use }) => use === 'usual order').length
  return orders
    .filter(({ isUsual }) => isUsual)
    .reduce<Order | undefined>((most, one) => (most === undefined || times(one) > times(most) ? one : most), undefined)
}

/**
 * Lists of an area are read from one index alone, the country's from another: both hold what lists filter by. Other
 * orders hold what each list leaves rows out by.
 */
function listIndexes(facts: Facts): IndexPlan[] {
  const { area, customer, byName } = facts
  const orders = ordersOf(facts)
  const usual = usualOf(orders)
  const filtered = [...facts.wants.keys()].filter(name => {
    const field = byName.get(name)
    return field && uses(facts, name, 'filter').length > 0 && (isChoice(field) || RANGE_KINDS.has(field.kind))
  })
  const reach = [area, customer].filter(name => name !== undefined)
  const inArea =
    area && usual ? [plan('list', [{ name: area }, sorted(usual)], usual.wants, [...reach, ...filtered])] : []
  return [
    ...inArea,
    ...orders.map(order =>
      plan('order', [sorted(order)], order.wants, [...reach, ...(order === usual ? filtered : [])]),
    ),
  ]
}
const sorted = ({ name, down }: Order): { name: string; down?: true } => ({ name, ...(down ? { down } : {}) })

/** What a filter alone finds, by the kind of its field. */
function filterIndex(facts: Facts, field: Field, orders: ReadonlySet<string>): IndexPlan | undefined {
  const wants = uses(facts, field.name, 'filter', 'relation')
  if (wants.length === 0 || field.name === facts.area || field.name === facts.entity.key) return undefined
  if (isChoice(field)) return isFlag(field) && field.unlisted === undefined ? undefined : valueOf(field.name, wants)
  if (RANGE_KINDS.has(field.kind)) return orders.has(field.name) ? undefined : valueOf(field.name, wants)
  if (!isText(field)) return undefined
  if (isWithin(field)) return plan('within', [{ name: field.name }], wants)
  if (isTooLong(field)) return undefined
  return field.search === 'exact' ? valueOf(field.name, wants) : plan('beginning', [{ name: field.name }], wants)
}

/**
 * The indexes of an entity's table beside that of its key. A small one has the few that every table has; a large one
 * has what its pages filter, search, sort and count by.
 */
export function indexesOf(entity: IndexedEntity, wants: readonly Want[]): IndexPlan[] {
  const facts = factsOf(entity, wants)
  const few = everyTables(facts)
  if (entity.volume === 'small') return few
  const orders = new Set(ordersOf(facts).map(({ name }) => name))
  const found = new Set(few.flatMap(({ fields: [first] }) => first?.name ?? []))
  return [
    ...few,
    ...listIndexes(facts),
    ...entity.fields.flatMap(field => (found.has(field.name) ? [] : (filterIndex(facts, field, orders) ?? []))),
  ]
}
