import {
  CHOICE,
  exact,
  FLAG,
  INT,
  list,
  listSchema,
  RESULTS,
  TRANSITION_RESULT,
  TEXT,
} from '../../../server/answer/schema.ts'
import type { AnswerSchema, CallDescriptions } from '../../../server/call/context.ts'
import { recordSchema, rowSchema } from '../../../server/openapi/fields.ts'
import { TASK_ANSWERS } from './task-answers.ts'

/** What a list call takes: field or range → value. */
const FILTERS = { type: 'object' }
const COUNTER = exact({ number: INT, type: { enum: ['danger', 'warning'] } })
const CLUES = list({ type: 'object', required: ['resultId'] })
const CLUE_FILES = list(exact({ url: TEXT, name: TEXT, of: TEXT, time: TEXT, sha256: TEXT, size: INT }))

/** One result, of the record that was asked for. */
const CHECKED = list(exact({ code: { enum: ['0', '1'] }, msg: TEXT }))

/** Answers of the product's calls; a test compares real answers with these schemas. */
const ANSWERS: Readonly<Record<string, AnswerSchema>> = {
  'annual.list': entity => listSchema(rowSchema(entity)),
  'annual.one': recordSchema,
  'dict.platforms': list(CHOICE),
  'business.byUscc': {
    type: 'object',
    properties: { uscc_dim: TEXT, subjectName: TEXT, subjectType: {}, regAddress: {}, companyStatusName: TEXT },
    required: ['uscc_dim', 'subjectName', 'name', 'companyStatusName'],
  },
  'money.get': entity => listSchema(rowSchema(entity)),
  'clueCount.default': exact({ totalRecord: INT, list: { type: 'array', maxItems: 0 }, filters: FILTERS }),
  'clueCount.sent': exact({ wjDataUnSendList: CLUES, wjDataSendList: CLUES, filters: FILTERS }),
  'clueCount.byRole': exact({ filters: FILTERS }, { illegals: INT, illegalDetail: INT }),
  'clueCount.badges': exact({ illegals: COUNTER, illegalCasePush: COUNTER, illegalDetail: COUNTER }),
  'evidence.mine': entity => listSchema(rowSchema(entity)),
  'evidence.ready': exact({ ok: FLAG, text: TEXT }),
  'evidence.capture': TEXT,
  'evidence.again': TEXT,
  'evidence.verify': RESULTS,
  'evidence.share': exact({ code: TEXT, expires: TEXT }),
  'evidence.revoke': INT,
  'evidence.codes': list(exact({ time: TEXT, title: TEXT, by: TEXT, text: TEXT })),
  'evidence.open': { type: 'object', required: ['evidenceNo', 'fileList', 'fileHash', 'verifyState', 'verifyNote'] },
  'label.delete': TEXT,
  'label.months': list(exact({ month: TEXT, count: INT })),
  'label.areas': list(exact({ areaCode: TEXT, areaName: TEXT, count: INT })),
  'label.save': TEXT,
  'label.apply': exact({ id: TEXT, total: INT }),
  'price.withdraw': TEXT,
  'price.judge': TEXT,
  'price.judgeAll': exact({ id: TEXT, total: INT }),
  'carrier.unlabel': TEXT,
  'carrier.labelByRule': TEXT,
  'carrier.labelCodes': exact({ id: TEXT, total: INT, missing: list(TEXT) }),
  'carrier.unlabelCodes': exact({ id: TEXT, total: INT, missing: list(TEXT) }),
  'cloud.search': exact({ results: { type: 'array', items: { type: 'object', required: ['url'] } }, note: TEXT }),
  'clue.report': exact({ resultId: TEXT }),
  'clue.route': list({
    type: 'object',
    properties: { facts: list({ type: 'object', required: ['label', 'value'] }), papers: TEXT },
    required: ['auditId', 'resultId', 'action', 'actionName', 'toStatusName', 'actTime', 'by', 'text'],
  }),
  'clue.repeats': entity => listSchema(rowSchema(entity)),
  'clue.received': entity => listSchema(rowSchema(entity)),
  'case.save': TEXT,
  'clue.handle': TRANSITION_RESULT,
  'carrier.byUrl': {
    type: 'object',
    required: ['objectKind', 'objectId', 'objectName', 'objectUrl'],
    properties: Object.fromEntries(
      ['platformName', 'subjectName', 'subjectType', 'uscc_dim', 'areaCode'].map(name => [name, {}]),
    ),
  },
  'clue.categories': list(exact({ key: TEXT, value: TEXT, count: INT })),
  'clue.platforms': list(exact({ key: TEXT, value: TEXT, count: INT })),
  'clue.overview': exact({ total: INT, today: INT, month: INT, open: INT, closed: INT, overdue: INT, mine: INT }),
  'clue.evidence': CLUE_FILES,
  'clue.files': CLUE_FILES,
  'clue.audits': list({
    type: 'object',
    required: ['auditId', 'resultId', 'action', 'actionName', 'actTime', 'by', 'text'],
  }),
  'dict.goodsCategories': list(CHOICE),
  'task.yxzList': entity => listSchema(rowSchema(entity)),
  'task.clues': entity => listSchema(rowSchema(entity)),
  'carrier.verify': TEXT,
  'carrier.markDead': TEXT,
  'carrier.label': TEXT,
  'library.join': TEXT,
  'library.leave': TEXT,
  'deadku.recheck': CHECKED,
  'deadku.restore': TEXT,
  'deadku.purge': TEXT,
  'model.list': entity => listSchema(rowSchema(entity)),
  'model.one': recordSchema,
  'model.save': TEXT,
  'model.run': exact({ url: TEXT }),
  'feature.test': exact({ url: TEXT }),
  'license.save': TEXT,
  'license.check': CHECKED,
  'clue.process': RESULTS,
  'clue.cancel': RESULTS,
  'report.figures': list(exact({ chapter: TEXT, name: TEXT, value: TEXT, previous: TEXT, lastYear: TEXT })),
  ...TASK_ANSWERS,
}

export const DESCRIPTIONS: CallDescriptions = {
  answers: ANSWERS,
  files: { 'evidence.download': 'application/zip' },
  lists: ['annual.list', 'model.list'],
  saves: ['clue.report', 'price.record', 'label.save', 'license.save', 'selfCheck.save', 'model.save'],
  transitions: ['clue.process', 'clue.cancel'],
}
