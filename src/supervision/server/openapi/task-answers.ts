import { exact, FLAG, INT, list, TRANSITION_RESULT, TEXT, type Schema } from '../../../server/answer/schema.ts'

const AREA = { areaCode: TEXT, areaName: TEXT }
const STEPS = list({
  type: 'object',
  required: ['auditId', 'objectId', 'actionName', 'actTime', 'by', 'text', 'files'],
})

const SHOWN_OF_CLUES = ['clueNo', 'objectKind', 'objectId', 'objectName', 'subjectName', 'uscc_dim', 'foundTime']

/** What calls about tasks answer. */
export const TASK_ANSWERS: Readonly<Record<string, Schema>> = {
  'task.save': TEXT,
  'yxz.save': TEXT,
  'task.update': TEXT,
  'yxz.update': TEXT,
  'random.save': TEXT,
  'special.check': TEXT,
  'task.copy': TEXT,
  'task.route': STEPS,
  'task.unprocessed': list(exact({ ...AREA, number: INT })),
  'task.byRegion': list(
    exact({
      ...AREA,
      total: INT,
      dispatched: INT,
      accepted: INT,
      processed: INT,
      returned: INT,
      overdue: INT,
      processRate: { type: 'number' },
    }),
  ),
  'task.suspected': list(exact({ ...AREA, illegalCategory: TEXT, illegalCategoryName: TEXT, number: INT })),
  'task.processModes': list(exact({ key: TEXT, value: TEXT, number: INT })),
  'assign.insert': TEXT,
  'assign.inspect': TRANSITION_RESULT,
  'assign.images': list(exact({ url: TEXT, name: TEXT })),
  'assign.illegal': exact({
    assign: { type: 'object', required: ['assignId'] },
    total: INT,
    list: list({
      type: 'object',
      required: ['resultId'],
      properties: Object.fromEntries(SHOWN_OF_CLUES.map(name => [name, {}])),
    }),
  }),
  'assign.route': STEPS,
  'random.verify': exact({ seed: TEXT, poolSize: INT, poolHash: TEXT, samePool: FLAG, sampleCount: INT, same: FLAG }),
  'suspects.saveBatch': exact({ batchNo: TEXT, total: INT, list: list(exact({ id: TEXT, toOrg: TEXT, count: INT })) }),
  'cloud.save': TEXT,
  'selfCheck.save': TEXT,
  'selfCheck.search': { type: 'object', required: ['result', 'clueCount', 'caseCount', 'complaintCount'] },
  'inspection.save': TEXT,
  'price.record': TEXT,
  'inspection.toClue': exact({ resultId: TEXT }),
  'directional.run': exact({ taskId: TEXT, hits: INT }),
  'directional.byUnit': list({
    type: 'object',
    required: ['orgName', 'hits', 'waiting', 'second', 'confirmed', 'excluded'],
  }),
  'directional.examine': TRANSITION_RESULT,
  'directional.review': TRANSITION_RESULT,
  'collect.run': exact({ logId: TEXT }),
  'collect.logs': list(
    exact({
      id: TEXT,
      startTime: TEXT,
      endTime: TEXT,
      ok: INT,
      by: TEXT,
      title: TEXT,
      total: INT,
      newCount: INT,
      failCount: INT,
      message: TEXT,
    }),
  ),
}
