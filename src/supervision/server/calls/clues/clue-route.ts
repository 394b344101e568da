import { sql } from 'kysely'
import { notFound } from '../../../../server/answer/refusal.ts'
import { requiredArg, textArg, entityOfCall } from '../../../../server/call/context.ts'
import type { CallContext, Handler, Handlers } from '../../../../server/call/context.ts'
import { SYSTEM } from '../../../../server/call/system.ts'
import { choices } from '../../../../server/call/values.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity, FieldModel } from '../../../../server/db/tables/models.ts'
import { withLabels } from '../../../../server/records/read/labels.ts'
import { withoutPersons } from '../../../../server/records/read/written.ts'
import { recordOf, withShut } from '../../../../server/records/read/pointers.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { labelKey } from '../../../../core/contract/api.ts'

const ROUTE = 'clueRoute'
const FEEDBACK = 'processRecord'
const HANDLE = 'cl'
/** What an entry says elsewhere than among its facts, and what is nobody's business. */
const ELSEWHERE = new Set([
  'opinion',
  'files',
  'action',
  'fromOrg',
  'fromUser',
  'actTime',
  'areaCode',
  'resultId',
  'customerId',
])
const TEXTS = new Set(['text', 'longText', 'int', 'money', 'date', 'datetime', 'uscc'])
/** What stands first in an entry. */
const FIRST = ['toStatus', 'toOrg', 'toUser']

interface Fact {
  label: string
  value: string
  /** the record that it names, if its reader may open it */
  record?: { entity: string; key: string }
}

/** The route of a clue, oldest first, for users who may see the clue. */
async function entries(call: CallContext): Promise<TableRow[]> {
  const key = textArg(call, 'resultId') || textArg(call, 'illegalId') || requiredArg(call, 'resultId')
  const route = call.entities().get(ROUTE)
  if (!route) throw notFound()
  await recordInScope(call.db, call, entityOfCall(call), key)
  const { rows } = await sql<TableRow>`select * from ${sql.table(ROUTE)} where "resultId" = ${key}
      order by "actTime", "auditId"`.execute(call.db)
  const shown = rows.map(row => withoutPersons(call, row, ['opinion', 'requirement']))
  return withShut(call, route, await withLabels(call, route, shown))
}

const nameIn = (call: CallContext, dictionary: string, key: unknown): string | undefined =>
  call.scoped.dictionary(dictionary)?.find(([code]) => code === key)?.[1]
const labelled = (call: CallContext, dictionary: string, key: unknown): string =>
  nameIn(call, dictionary, key) ?? String(key ?? '')

/** A value in words. */
function wordsOf(call: CallContext, field: FieldModel, row: TableRow): string {
  const value = row[field.name]
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'status') return labelled(call, `workflow/${field.workflow}`, value)
  if (field.kind === 'dict')
    return choices(value)
      .map(one => labelled(call, field.dict ?? '', one))
      .join('、')
  if (field.kind === 'flag') return Number(value) === 1 ? '是' : '否'
  if (field.kind === 'ref') return String(row[labelKey(field.name)] ?? '')
  return TEXTS.has(field.kind) ? `${String(value)}${field.unit ?? ''}` : ''
}

function factsOf(call: CallContext, entity: Entity, row: TableRow): Fact[] {
  const shown = entity.fields.filter(
    ({ name }) => !ELSEWHERE.has(name) && name !== entity.key && name !== 'fromStatus' && name !== 'usedHours',
  )
  const place = ({ name }: FieldModel): number => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1)
  return shown
    .filter(({ kind }) => kind !== 'file' && kind !== 'image')
    .toSorted((a, b) => place(a) - place(b))
    .map(field => {
      const record = recordOf(call, entity, field, row)
      return { label: field.label, value: wordsOf(call, field, row), ...(record ? { record } : {}) }
    })
    .filter(({ value }) => value !== '')
}

/** Fields that every record has: they say nothing of what was done. */
const STAMPS = new Set(['createTime', 'updateTime', 'createBy', 'delFlag', 'del_content', 'customerId', 'areaName'])

/** What was found and done: the feedback that was handed in last before, or with, an entry. */
async function feedbackOf(call: CallContext): Promise<(entry: TableRow) => TableRow | undefined> {
  const entity = call.entities().get(FEEDBACK)
  if (!entity) return () => undefined
  const key = textArg(call, 'resultId') || textArg(call, 'illegalId')
  const { rows } = await sql<TableRow>`select * from ${sql.table(FEEDBACK)} where "resultId" = ${key}
      and "delFlag" = 0 order by "createTime"`.execute(call.db)
  const said = rows.map(row => withoutPersons(call, row, ['measures', 'remark']))
  const shown = await withShut(call, entity, await withLabels(call, entity, said))
  return entry => shown.findLast(row => String(row['createTime']) <= String(entry['actTime'])) ?? shown[0]
}

/** The route as a timeline, latest first: what was decided, by whom, and all that was written and handed in. */
async function steps(call: CallContext): Promise<TableRow[]> {
  const [taken, feedback] = [await entries(call), await feedbackOf(call)]
  const [entity, ofFeedback] = [call.entities().get(ROUTE) as Entity, call.entities().get(FEEDBACK)]
  return taken.toReversed().map(row => {
    const found = row['action'] === HANDLE ? feedback(row) : undefined
    const told = found && ofFeedback ? factsOf(call, withoutStamps(ofFeedback), found) : []
    return {
      ...row,
      // as its button is called today; what no button does stands in the dictionary
      actionName: nameIn(call, 'transition/clue', row['action']) ?? labelled(call, 'clueAction', row['action']),
      toStatusName: labelled(call, 'workflow/clue', row['toStatus']),
      by: row['fromUser'] === SYSTEM ? '系统' : [row['fromOrgName'], row['fromUserName']].filter(Boolean).join(' '),
      text: row['opinion'] ?? '',
      facts: [...factsOf(call, entity, row), ...told],
      papers: [...new Set([...choices(row['files']), ...choices(found?.['files'])])].join(','),
    }
  })
}

const withoutStamps = (entity: Entity): Entity => ({
  ...entity,
  fields: entity.fields.filter(({ name }) => !STAMPS.has(name)),
})

/** Transitions that are reviews. */
const REVIEWS = new Set(['pass', 'reject', 'decideDelay', 'receive', 'refuse'])
const audits: Handler = async call => (await steps(call)).filter(row => REVIEWS.has(String(row['action'])))

export const clueRoutes: Handlers = { 'clue.route': steps, 'clue.audits': audits }
