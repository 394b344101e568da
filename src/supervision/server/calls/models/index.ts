import { applyChange } from '../../../../server/records/write/change.ts'
import { entityNamed } from '../../../../server/db/tables/models.ts'
import type { ListAnswer } from '../../../../core/contract/api.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
  type Saving,
  type TableRow,
} from '../../../../server/call/context.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { answerList } from '../../../../server/records/read/list.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import { one as oneRecord, recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { sharedRecordRule } from '../../../../server/records/write/shared.ts'
import { withFigures } from '../../models/figures.ts'
import { keepRun } from '../../models/run.ts'

const LONGEST = 20_000
/** What makes a model find something else; a change of any is a new version. */
const DECIDING = ['features', 'logic', 'threshold', 'objectKinds'] as const

async function list(call: CallContext): Promise<ListAnswer> {
  const answer = await answerList(call, await planList(call))
  return { ...answer, list: await withFigures(call, answer.list) }
}

const one: Handler = async call => (await withFigures(call, [await oneRecord(call)]))[0]

const next = (version: unknown): string => `v${Number(String(version ?? '').replace(/^v/, '') || 0) + 1}`

async function keepVersion({ call, tx }: Saving, model: TableRow): Promise<void> {
  const values = {
    ...Object.fromEntries(
      [...DECIDING, 'modelId', 'version', 'customerId', 'areaCode'].map(name => [name, model[name] ?? null]),
    ),
    by: signedInUser(call).id,
    time: chinaTime(),
  }
  await applyChange({ call, tx }, { entity: entityNamed(call.entities(), 'modelVersion'), values, told: 'within' })
}

/** Stores a model; a change of what it finds is a new version, which is kept with who made it. */
const save: Handler = call => {
  let version: string | undefined
  return saveRecord(
    call,
    async (saving, values) => {
      const problems = await sharedRecordRule(saving, values)
      const { before } = saving
      const isNew =
        !before || DECIDING.some(name => name in values && String(values[name] ?? '') !== String(before[name] ?? ''))
      if (isNew) version = next(before?.['version'])
      if (version) Object.assign(values, { version, author: signedInUser(call).id })
      return problems
    },
    async (tx, work) => {
      const key = await work()
      const entity = entityOfCall(call)
      if (version)
        await keepVersion({ call, tx, entity, before: undefined }, await recordInScope(tx, call, entity, key))
      return key
    },
  )
}

function textOf(call: CallContext): string {
  const text = requiredArg(call, 'text')
  if (text.length > LONGEST) throw badRequest(`文本不能超过${LONGEST}个字`)
  return text
}

const opened = (runId: string) => ({ url: `/modelManagement/runDetails?runId=${encodeURIComponent(runId)}` })

/** Tries a model on a text. */
const run: Handler = async call => {
  const text = textOf(call)
  const model = await recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'modelId'))
  return opened(await keepRun(call, text, model))
}

/** Tries all features in use on a text. */
const test: Handler = async call => opened(await keepRun(call, textOf(call)))

export const modelCalls: Handlers = {
  'model.list': { query: planList, answer: list },
  'model.one': one,
  'model.save': save,
  'model.run': run,
  'feature.test': test,
}
