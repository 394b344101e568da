import { sql, type RawBuilder } from 'kysely'
import { recordAddress, recordPages, type RecordPage } from '../../access/record-pages.ts'
import { reachOf } from '../../access/reach.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { requiredArg, signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { filterConditions, isHidden, refuseLong } from '../../records/read/filters.ts'
import { shownRows } from '../../records/read/list.ts'
import { shownOnly } from '../../records/read/mask.ts'
import { planList } from '../../records/read/plan-list.ts'
import { isNear } from '../../access/row-scope.ts'
import { mayUnmask } from '../../access/field-rights.ts'
import { listedEntity } from './readable.ts'

/** Most records of one entity, and of all. */
const OF_EACH = 4
const OF_ALL = 24
/** One character stands in too many names. */
const SHORTEST = 2

/** A record that a text has found, with the page that shows it. */
interface Found {
  entity: string
  /** what the entity is called */
  label: string
  title: string
  /** the number or code that was found, where the title does not say it */
  note?: string
  url: string
}

const isCode = ({ kind, unique, search, multiple }: FieldModel): boolean =>
  multiple !== true
  && ((kind === 'text' && (unique === true || search === 'exact' || search === 'prefix')) || kind === 'uscc')

/** A number or code of the record itself: another text that is found as a whole may be the key of another record. */
const isOwn = ({ kind, unique }: FieldModel): boolean => kind === 'uscc' || unique === true

/** A record is known by its title, its numbers and its codes; whose customer's it is says nothing of it. */
const namesOf = (entity: Entity): FieldModel[] =>
  entity.fields.filter(
    field =>
      !isHidden(field)
      && field.name !== (entity.owned?.customer ?? 'customerId')
      && (field.name === entity.title ? field.kind === 'text' : isCode(field)),
  )

function matching(call: CallContext, entity: Entity, text: string): RawBuilder<boolean> | undefined {
  const asker = { plain: mayUnmask(call.user), near: isNear(call.rows) }
  // people type sign by sign, and each is looked for: nothing is found behind a mask
  const found = (name: string): RawBuilder<boolean>[] =>
    filterConditions(entity, { [name]: text }, { ...asker, plain: true }).map(way =>
      asker.plain ? way : shownOnly(entity, name, way),
    )
  const ways = namesOf(entity).flatMap(({ name, maxLength }) =>
    maxLength !== undefined && text.length > maxLength ? [] : found(name),
  )
  return ways.length === 0 ? undefined : sql<boolean>`(${sql.join(ways, sql` or `)})`
}

async function foundOf(call: CallContext, name: string, page: RecordPage, text: string): Promise<Found[]> {
  const entity = listedEntity(call, name)
  const condition = entity && matching(call, entity, text)
  // what a view puts together is found where it stands
  if (!entity || entity.view || !condition) return []
  const { where } = await planList({ ...call, args: {} }, [condition], entity)
  const rows = await shownRows(call, entity, sql`where ${where} limit ${sql.lit(OF_EACH)}`)
  const codes = namesOf(entity).filter(field => field.name !== entity.title)
  return rows.map(row => {
    const key = String(row[entity.key])
    const said = (field: FieldModel): string => String(row[field.name] ?? '')
    // the key is shown only to whom has looked for it
    const code =
      codes.find(field => said(field).includes(text))
      ?? codes.find(field => isOwn(field) && field.name !== entity.key && said(field) !== '')
    const note = code && said(code)
    return {
      entity: name,
      label: entity.label,
      title: String(row[entity.title] || key),
      ...(note ? { note } : {}),
      url: recordAddress(page, key),
    }
  })
}

/** Records by number, name or code: of the entities whose records some page of the user shows, within their scope. */
const find: Handler = async (call): Promise<Found[]> => {
  const text = requiredArg(call, 'text')
  refuseLong(text)
  if (text.length < SHORTEST) return []
  const pages = recordPages(call.scoped, reachOf(call.scoped, signedInUser(call)))
  const found = await Promise.all([...pages].map(([name, page]) => foundOf(call, name, page, text)))
  return found.flat().slice(0, OF_ALL)
}

export const finding: Handlers = { 'record.find': find }
