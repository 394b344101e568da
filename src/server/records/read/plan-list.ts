import { sql, type RawBuilder } from 'kysely'
import { mayUnmask } from '../../access/field-rights.ts'
import { countGuesses, type Guessed } from '../../access/guesses.ts'
import { areasOf, inScope, isNear } from '../../access/row-scope.ts'
import { unlistedBy } from '../../db/tables/indexes.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { inProvinces, provincesOf, quoted } from '../../db/tables/province.ts'
import { entityOfCall, type CallContext } from '../../call/context.ts'
import { rangeKeys } from '../../../core/contract/api.ts'
import { hasWords, readWords } from '../../../core/contract/filter-words.ts'
import { calendarFrom, type Calendar } from '../../../core/workflow/working-days.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { choices } from '../../call/values.ts'
import { filterConditions, isHidden, isStructure, type Asker } from './filters.ts'
import { mayReadName } from './names.ts'
import { inOrder, ordering } from './order.ts'
import type { ListQuery, Walk } from '../../call/list-query.ts'

/**
 * Rows are counted up to this number: exact counts of big tables cost more than the page, and users do not page
 * further.
 */
export const COUNT_CAP = 10_000

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` and `)}`

const columns = new WeakMap<Entity, RawBuilder<unknown>>()

/**
 * Columns of a list: large structures are left out. Cached, because building the SQL of sixty columns takes half of a
 * call's time.
 */
export function listColumns(entity: Entity): RawBuilder<unknown> {
  const found = columns.get(entity)
  if (found) return found
  const shown = entity.fields.filter(field => !isHidden(field) && !isStructure(field) && field.name !== 'delFlag')
  const made = sql.raw(shown.map(({ name }) => quoted(name)).join(', '))
  columns.set(entity, made)
  return made
}

/** What a filter chooses of a field; nothing where it only leaves out. */
const asked = (call: CallContext, field: FieldModel | undefined): string[] =>
  (field && readWords(field, call.args[field.name]).among?.keys) ?? []

/**
 * Leaves out rows with an `unlisted` value, unless the request filters by the key or by exactly that value. A filter by
 * another value excludes them anyway, but indexes of what lists show serve those alone who say so.
 */
function listedOnly(call: CallContext, entity: Entity): RawBuilder<boolean>[] {
  const marks = entity.fields.filter(field => field.unlisted !== undefined)
  const isAsked = marks.some(field => asked(call, field).includes(String(field.unlisted)))
  if (isAsked || asked(call, entity.byName.get(entity.key)).length > 0) return []
  return unlistedBy(entity).map(({ condition }) => sql.raw<boolean>(condition))
}

/** The request's filters: the ends of the range that the list is ordered by, and all others. */
function filtersApart(
  entity: Entity,
  args: Record<string, unknown>,
  asker: Asker,
): { ends: RawBuilder<boolean>[]; others: RawBuilder<boolean>[] } {
  const [first = ''] = String(args['orderBy'] ?? '')
    .trim()
    .split(/[\s,]+/)
  const ends = new Set(rangeKeys(first))
  const of = (isEnd: boolean): RawBuilder<boolean>[] =>
    filterConditions(entity, Object.fromEntries(Object.entries(args).filter(([key]) => ends.has(key) === isEnd)), asker)
  return { ends: of(true), others: of(false) }
}

/** The areas that a request filters by. */
function areasAsked(entity: Entity, args: Record<string, unknown>): string[] {
  const field = entity.byName.get(entity.areaField ?? '')
  const value = args[field?.name ?? '']
  return !field || isHidden(field) || hasWords(field, value) ? [] : choices(value).map(areaPrefix)
}

/**
 * What the filters of a request choose of an entity. What they look for behind masks is counted first: throws 429 where
 * it is too much, before any row is compared.
 */
export async function chosenBy(
  call: CallContext,
  entity: Entity,
  asker: Omit<Asker, 'guessed'> = { plain: mayUnmask(call.user) },
): Promise<RawBuilder<boolean>[]> {
  const guessed: Guessed = new Map()
  const conditions = filterConditions(entity, call.args, { ...asker, guessed })
  await countGuesses(call, guessed)
  return conditions
}

export async function planList(
  call: CallContext,
  more: readonly RawBuilder<boolean>[] = [],
  entity = entityOfCall(call),
): Promise<ListQuery> {
  const plain = mayUnmask(call.user)
  const near = isNear(call.rows)
  const named: Asker['named'] = (field, name) => mayReadName(call, field, name)
  const calendar = (): Calendar => calendarFrom(name => call.scoped.dictionary(name))
  const filters = [...more, ...(await chosenBy(call, entity, { plain, near, named, calendar }))]
  const terms = ordering(entity, call.args['orderBy'], plain)
  const shown = listedOnly(call, entity)
  const areas = [...areasOf(entity, call.rows), areasAsked(entity, call.args)]
  const divided = areas.flatMap(prefixes => inProvinces(entity, prefixes))
  const walked = (): Walk => {
    const reach = [...divided, ...inScope(entity, call.rows), ...shown]
    if (filters.length === 0) return { reach: every(reach), compared: undefined }
    // the walk begins where the range does: only what the order says nothing of is compared in each row
    const again: Asker = { plain, compared: true, named, calendar, guessed: new Map() }
    const { ends, others } = filtersApart(entity, call.args, again)
    const compared = [...more, ...others]
    return {
      reach: every([...reach, ...ends]),
      compared: compared.length > 0 ? sql<boolean>`coalesce(${every(compared)}, false)` : undefined,
    }
  }
  const scope = inScope(entity, call.rows)
  return {
    entity,
    where: every([...divided, ...scope, ...shown, ...filters]),
    listed: every([...scope, ...shown, ...filters]),
    asked: every([...scope, ...filters]),
    whole: shown.length === 0,
    order: inOrder(terms),
    divided,
    spread: entity.partitioned === true && !areas.some(prefixes => provincesOf(prefixes)?.length === 1),
    terms,
    walked,
    partial: near || filters.length > 0,
    near,
  }
}
