import { NAMED_KINDS } from '../../../core/model/field/traits.ts'
import { sql, type RawBuilder } from 'kysely'
import { labelKey, type ChoiceAnswer, type ChoiceRow } from '../../../core/contract/api.ts'
import { entityFor } from '../../access/field-rights.ts'
import { reachOf } from '../../access/reach.ts'
import { inScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { badRequest, forbidden } from '../../answer/refusal.ts'
import {
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { containing, isHidden, refuseLong } from '../../records/read/filters.ts'
import { shownRows } from '../../records/read/list.ts'
import { every, planList } from '../../records/read/plan-list.ts'
import { inShownOrder, shownOnly } from '../../records/read/mask.ts'
import { stillUsable } from '../../records/write/refs.ts'
import { choices as keysIn } from '../../call/values.ts'
import { tellableEntity } from './readable.ts'

/** Most choices offered at once. Longer lists are not read; users type a part of the name instead. */
export const MOST = 100

/** The entity, if some page of the user offers its records as choices. */
function chosenFrom(call: CallContext): Entity {
  const user = signedInUser(call)
  const name = requiredArg(call, 'ref')
  const entity = reachOf(call.scoped, user).chooses.has(name) ? call.entities().get(name) : undefined
  if (!entity) throw forbidden()
  return entityFor(entity, user)
}

/** The field shown beside the title, which tells records of one name apart; a text is searched, too. */
function subtitleOf({ byName, subtitle }: Entity): FieldModel | undefined {
  const field = byName.get(subtitle ?? '')
  return field && !isHidden(field) ? field : undefined
}

/** The field that refers to the parent row of the same entity, for entities that form a tree. */
function parentOf(entity: Entity): FieldModel | undefined {
  const subtitle = subtitleOf(entity)
  return subtitle?.kind === 'ref' && subtitle.ref === entity.name ? subtitle : undefined
}

function matching(entity: Entity, text: string): RawBuilder<boolean> {
  const subtitle = subtitleOf(entity)
  const names = [entity.title, ...(subtitle?.kind === 'text' ? [subtitle.name] : [])]
  return sql<boolean>`(${sql.join(
    // people type sign by sign, and each is looked for: nothing is found behind a mask
    names.map(name => shownOnly(entity, name, containing(name, text))),
    sql` or `,
  )})`
}

/** Records of a workflow: latest first. Others: by name. */
const orderOf = (entity: Entity): RawBuilder<unknown> =>
  entity.fields.some(({ kind }) => kind === 'status') && entity.byName.has('updateTime')
    ? sql`"updateTime" desc nulls last, ${sql.ref(entity.key)}`
    : sql`${inShownOrder(entity, entity.title)}, ${sql.ref(entity.key)}`

function rowOf(entity: Entity, row: TableRow): ChoiceRow {
  const key = String(row[entity.key])
  const subtitle = subtitleOf(entity)
  const note = subtitle && String(row[NAMED_KINDS.has(subtitle.kind) ? labelKey(subtitle.name) : subtitle.name] ?? '')
  return { key, label: String(row[entity.title] || key), ...(note ? { note } : {}) }
}

/**
 * The call as a list of the entity would be asked: by its filters alone. Whoever has no page with such records may
 * filter them as some page's choices are, and in no other way: a login name, or when somebody last signed in, could
 * otherwise be found out letter by letter.
 */
function asList(call: CallContext, { name: entity }: Entity): CallContext {
  const args = (call.args['filters'] ?? {}) as TableRow
  const { choosesBy } = reachOf(call.scoped, signedInUser(call))
  const other = Object.keys(args).find(name => !choosesBy.has(`${entity}.${name}`))
  if (other !== undefined && !tellableEntity(call, entity)) throw badRequest(`未知的筛选条件：${other}`)
  return { ...call, args }
}

const answered = (rows: ChoiceRow[]): ChoiceAnswer => ({ list: rows.slice(0, MOST), more: rows.length > MOST })

async function flat(call: CallContext, entity: Entity, where: RawBuilder<boolean>): Promise<ChoiceAnswer> {
  const rows = await shownRows(call, entity, sql`where ${where} order by ${orderOf(entity)} limit ${MOST + 1}`)
  return answered(rows.map(row => rowOf(entity, row)))
}

/** Rows as a tree, depth first. A row whose parent the user may not see becomes a root. */
async function tree(
  call: CallContext,
  entity: Entity,
  parent: FieldModel,
  still: RawBuilder<boolean>[],
): Promise<ChoiceAnswer> {
  const [key, title] = [sql.ref(entity.key), sql`coalesce(${inShownOrder(entity, entity.title)}, '')`]
  const place = entity.byName.has('sort')
    ? sql`lpad(coalesce(sort, 0)::text, 9, '0') || ${key}`
    : sql`${title} || ${key}`
  const { where } = await planList(asList(call, entity), still, entity)
  const { rows } = await sql<{ key: string; depth: number }>`with recursive seen as (
      select ${key} as key, ${sql.ref(parent.name)} as above, ${place} as place
    from ${sql.table(entity.name)} where ${where}),
    tree as (
      select key, 0 as depth, array[place] as way from seen where not exists (select 1 from seen as other
    where other.key = seen.above)
      union all select seen.key, tree.depth + 1, tree.way || seen.place from seen join tree
    on seen.above = tree.key)
    select key, depth from tree order by way limit ${MOST + 1}`.execute(call.db)
  const named = await byKeys(
    call,
    entity,
    rows.map(row => row.key),
  )
  return answered(
    rows.flatMap(({ key: one, depth }) => {
      const found = named.get(one)
      return found ? [{ key: one, label: found.label, ...(depth > 0 ? { depth } : {}) }] : []
    }),
  )
}

async function byKeys(call: CallContext, entity: Entity, keys: readonly string[]): Promise<Map<string, ChoiceRow>> {
  if (keys.length === 0) return new Map()
  const where = every([...inScope(entity, call.rows), amongThese(entity.key, keys)])
  return new Map(
    (await shownRows(call, entity, sql`where ${where}`)).map(row => [String(row[entity.key]), rowOf(entity, row)]),
  )
}

const isYes = (value: unknown): boolean => ['1', 'true'].includes(String(value))

/**
 * Choices of a reference: the first ones, those that a text finds, or the names of given keys. Never more rows than
 * MOST.
 */
const find: Handler = async (call): Promise<ChoiceAnswer> => {
  const entity = chosenFrom(call)
  const keys = [...new Set(keysIn(call.args['keys']))]
  if (keys.length > MOST) throw badRequest(`参数 keys 最多 ${MOST} 项`)
  if (keys.length > 0) {
    const named = await byKeys(call, entity, keys)
    return { list: keys.flatMap(key => named.get(key) ?? []), more: false }
  }
  const [text, parent] = [textArg(call, 'text'), parentOf(entity)]
  refuseLong(text)
  const still = isYes(call.args['usable']) ? stillUsable(entity) : []
  if (text === '' && parent) return tree(call, entity, parent, still)
  const named = text === '' ? [] : [matching(entity, text)]
  return flat(call, entity, (await planList(asList(call, entity), [...still, ...named], entity)).where)
}

export const choiceLists: Handlers = { 'choices.list': find }
