import { createHash } from 'node:crypto'
import type { IndexPlan } from '../../../core/indexes/indexes-of.ts'
import type { Entity, FieldModel } from './models.ts'
import { isSharded, PROVINCE, quoted } from './province.ts'

const searched = new WeakMap<Entity, ReadonlySet<string>>()

/** Fields that an index finds texts within, however few characters are searched for. */
export function textIndexed(entity: Entity): ReadonlySet<string> {
  const found = searched.get(entity) ?? new Set(withinOf(entity))
  searched.set(entity, found)
  return found
}
const withinOf = ({ indexes }: Entity): string[] =>
  indexes.flatMap(({ purpose, fields: [first] }) => (purpose === 'within' && first ? [first.name] : []))

/** Areas and what is searched by its beginning need an order by bytes, which a language's own order is not. */
export const isPrefixed = (entity: Entity, name: string): boolean => {
  const field = entity.byName.get(name)
  return field?.kind === 'area' || (field?.search === 'prefix' && !field.multiple)
}

interface Unlisted {
  name: string
  condition: string
}
const unlisted = new WeakMap<Entity, readonly Unlisted[]>()

/** What leaves rows out of every list, unless it asks for just these: as lists and their indexes both say it. */
export function unlistedBy(entity: Entity): readonly Unlisted[] {
  const found = unlisted.get(entity) ?? entity.fields.flatMap(leftOut)
  unlisted.set(entity, found)
  return found
}
const leftOut = ({ name, unlisted: value }: FieldModel): Unlisted[] =>
  value === undefined
    ? []
    : [{ name, condition: `${quoted(name)} is distinct from ${typeof value === 'number' ? value : text(value)}` }]
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const live = ({ byName }: Entity): string[] => (byName.get('delFlag')?.kind === 'flag' ? ['"delFlag" = 0'] : [])
const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`

function sorted(entity: Entity, { fields }: IndexPlan): string[] {
  return fields.map(
    ({ name, down }) => `${quoted(name)}${isPrefixed(entity, name) ? ' text_pattern_ops' : ''}${down ? ' desc' : ''}`,
  )
}

/**
 * Equal rows keep their order by the key, and keys of a page are read from the index alone, so it ends with them. An
 * index of values or areas holds all rows, because the database puts no two together that leave the same rows out.
 */
function definition(entity: Entity, index: IndexPlan): string {
  const columns = sorted(entity, index)
  const first = quoted(index.fields[0]?.name ?? '')
  switch (index.purpose) {
    case 'within':
      // of what waits to be sorted in, every search reads all
      return `using gin (pairs(alike(${first}))) with (gin_pending_list_limit = 1024)`
    case 'alike':
      return `(alike(${first}))`
    case 'units':
      return `using gin (string_to_array(${first}, ','))`
    case 'area':
    case 'value':
    case 'beginning':
      return `(${columns.join(', ')})`
    case 'list':
    case 'order': {
      const marks = unlistedBy(entity)
      // of an area what lists leave out is found by the area alone; in the country only an order finds a page of it
      const rows = index.purpose === 'list' ? marks.map(({ condition }) => condition) : []
      const held = index.purpose === 'list' ? [] : marks.map(({ name }) => name)
      const named = new Set([entity.key, ...index.fields.map(({ name }) => name)])
      const beside = [...(isSharded(entity) ? [PROVINCE] : []), ...new Set([...index.beside, ...held])]
      const included = beside.filter(name => !named.has(name)).map(quoted)
      return (
        `(${[...columns, quoted(entity.key)].join(', ')})`
        + `${included.length > 0 ? ` include (${included.join(', ')})` : ''}${where([...live(entity), ...rows])}`
      )
    }
  }
}

export interface TableIndex {
  /** says what the index is: another definition is another index */
  name: string
  /** what stands behind `on <table>` */
  definition: string
  plan: IndexPlan
}

export const tableIndexes = (entity: Entity): TableIndex[] =>
  entity.indexes.map(plan => {
    const said = definition(entity, plan)
    const mark = createHash('sha256').update(said).digest('hex').slice(0, 12)
    return { name: `${entity.name}_${mark}`, definition: said, plan }
  })

/** Whether an index of the table was made by this server, for this or another configuration. */
export const isOurs = (entity: Entity, name: string): boolean => new RegExp(`^${entity.name}_[0-9a-f]{12}$`).test(name)
