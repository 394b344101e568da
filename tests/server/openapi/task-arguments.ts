import { MAY, type Row } from '../../../src/core/contract/api.ts'
import type { Api } from '../support/api.ts'
import type { Asker } from './asker.ts'
import { newRecord } from './examples.ts'

type Own = (api: Api, asker: Asker) => Row | Promise<Row>

/** One of the asker's rows that the server says this may be done with. */
async function takeable(asker: Asker, entity: string, action: string): Promise<Row> {
  return (await asker.rowsOf(entity)).find(row => ((row[MAY] ?? []) as string[]).includes(action)) ?? {}
}

/** A hit that waits for a second person, whoever was the first: each call of the test takes one, and the demonstration has few. */
async function awaitingSecond(api: Api, asker: Asker): Promise<unknown> {
  const { hitId } = await asker.rowOf('directionalHit')
  const waits = { judge: 'second', judgeBy: null }
  await api.db.updateTable('directionalHit').set(waits).where('hitId', '=', String(hitId)).execute()
  return hitId
}

const newBy = async (api: Api, asker: Asker, call: string): Promise<Row> => {
  const endpoint = api.services
    .configuration()
    .endpoints()
    .find(({ name }) => name === call)
  const entity = api.services.entities().get(endpoint?.entity ?? '')
  return endpoint && entity ? newRecord(api, asker, endpoint, entity) : {}
}

/** Calls about tasks that need a record in a state of its own, or more than their entity demands. */
export const TASK_ARGUMENTS: Readonly<Record<string, Own>> = {
  'taskSpecial.yxzSave': () => ({ productField: '1', section: '1' }),
  'assign.insert': (api, asker) => newBy(api, asker, 'assign.insert'),
  'assign.inspect': async (_api, asker) => ({
    assignId: (await takeable(asker, 'assign', 'inspect'))['assignId'],
    inspectResult: '未亮照',
  }),
  'inspection.save': () => ({ items: [{ item: '是否亮照', result: 1 }] }),
  'inspection.toClue': async (_api, asker) => ({
    id: (await asker.rowsOf('inspectionRecord')).find(row => row['problem'] === 1 && !row['toClue'])?.['id'],
    illegalCategory: '01',
    illegalDesc: '未亮照',
  }),
  'specialRecord.check': async (_api, asker) => ({ id: (await asker.rowOf('specialRecord'))['id'], checkResult: '1' }),
  'suspectedAllocation.saveBatch': async (_api, asker) => ({
    suspectIds: (await takeable(asker, 'illegalResult', 'confirm'))['resultId'],
    allocMode: '1',
  }),
  'collectTask.run': async (_api, asker) => ({
    taskId: (await takeable(asker, 'collectTask', 'run'))['taskId'],
  }),
  'directional.run': async (_api, asker) => ({
    taskId: (await takeable(asker, 'directional', 'run'))['taskId'],
  }),
  'directional.byUnit': async (_api, asker) => ({ taskId: (await asker.rowOf('directional'))['taskId'] }),
  'directionalHit.examine': async (_api, asker) => ({
    hitId: (await takeable(asker, 'directionalHit', 'exclude'))['hitId'],
    decision: 'exclude',
    opinion: '正常商品说明',
  }),
  'directionalHit.review': async (api, asker) => ({
    hitId: await awaitingSecond(api, asker),
    secondDecision: 'sendBack',
    secondOpinion: '证据不足',
  }),
  'report.figures': async (_api, asker) => ({ id: (await asker.rowOf('report'))['id'] }),
  'taskRandom.verify': async (_api, asker) => ({
    id: (await asker.rowsOf('taskRandom')).find(row => row['taskStatus'] !== '0')?.['id'],
  }),
}
