import type { Entity } from '../db/tables/models.ts'
import { recordSchema, rowSchema, TEXT, type Schema } from './fields.ts'
import { TASK_ANSWERS } from '../../supervision/server/openapi/task-answers.ts'

/** What a call with logic of its own answers, by its `does`; a test asks each of them and compares. */
type Answer = Schema | ((entity: Entity) => Schema)

const INT: Schema = { type: 'integer' }
const FLAG: Schema = { type: 'boolean' }
const NOTHING: Schema = { type: 'null' }
const list = (items: Schema): Schema => ({ type: 'array', items })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export function exact(properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

export const listSchema = (row: Schema): Schema =>
  exact(
    { totalRecord: INT, list: list(row) },
    { capped: { const: true }, totals: { type: 'object', additionalProperties: { type: 'number' } } },
  )

const CHOICE = exact({ key: TEXT, value: TEXT })
const AREAS = list(ref('AreaNode'))
const MENU = list(ref('MenuItem'))
const UNITS = list({ type: 'object', properties: { orgId: TEXT, orgName: TEXT }, required: ['orgId', 'orgName'] })
const ORGS = list(ref('OrgNode'))
const JOB = { id: TEXT, total: INT, done: INT, finished: FLAG, cancelled: FLAG }
const COUNTER = exact({ number: INT, type: { enum: ['danger', 'warning'] } })
const FILE = exact({ id: TEXT, url: TEXT, name: TEXT, size: INT, type: TEXT })
const RESULTS = list(exact({ id: TEXT, code: { enum: ['0', '1'] }, msg: TEXT }))
const HISTORY = list(
  exact({ time: TEXT, title: TEXT, by: TEXT, changes: list(exact({ label: TEXT, before: TEXT, after: TEXT })) }),
)
const CLUES = list({ type: 'object', required: ['resultId'] })

const CLUE_FILES = list(exact({ url: TEXT, name: TEXT, of: TEXT, time: TEXT, sha256: TEXT, size: INT }))

/** Shapes that contain themselves, or that several calls share. */
export const SHARED: Record<string, Schema> = {
  AreaNode: exact(
    { areaCode: TEXT, areaName: TEXT, areaLevel: INT },
    { isLeaf: FLAG, children: { ...AREAS, minItems: 1 } },
  ),
  MenuItem: exact({
    id: TEXT,
    name: TEXT,
    url: TEXT,
    path: TEXT,
    css: TEXT,
    hidden: FLAG,
    meta: exact({ title: TEXT }, { roles: list(TEXT), badge: TEXT }),
    subMenus: MENU,
  }),
  OrgNode: {
    type: 'object',
    properties: { orgId: TEXT, orgName: TEXT, children: { ...ORGS, minItems: 1 } },
    required: ['orgId', 'orgName'],
  },
}

export const ANSWERS: Readonly<Record<string, Answer>> = {
  'auth.login': exact({ access_token: TEXT, token_type: { const: 'bearer' }, expires_in: INT }),
  'auth.logout': NOTHING,
  'session.list': entity => listSchema(rowSchema(entity)),
  'session.end': NOTHING,
  'session.endOthers': INT,
  'totp.state': exact({ on: FLAG, required: FLAG, recoveryLeft: INT }),
  'totp.begin': exact({ secret: TEXT, uri: TEXT }),
  'totp.confirm': exact({ codes: list(TEXT) }),
  'totp.recovery': exact({ codes: list(TEXT) }),
  'totp.off': NOTHING,
  'auth.userinfo': {
    type: 'object',
    required: ['id', 'nickName', 'customerId', 'sysCustomer', 'sysOrg', 'sysRoles', 'sysArea', 'areaCode', 'userLevel'],
  },
  'user.password': NOTHING,
  'user.save': { anyOf: [TEXT, exact({ id: TEXT, password: TEXT })] },
  'user.resetPassword': exact({ password: TEXT }),
  'user.resetFactor': NOTHING,
  'user.delete': TEXT,
  'role.list': entity => listSchema(rowSchema(entity, { userCount: INT })),
  'annual.list': entity => listSchema(rowSchema(entity)),
  'annual.one': recordSchema,
  'role.one': recordSchema,
  'role.save': TEXT,
  'role.delete': TEXT,
  'org.save': TEXT,
  'org.delete': TEXT,
  'menu.current': MENU,
  'menu.ofRole': { type: 'object', required: ['id', 'menus', 'menuIds', 'buttons', 'allButtons'] },
  'menu.grant': NOTHING,
  'org.tree': ORGS,
  'org.byParent': UNITS,
  'org.coordination': UNITS,
  'org.branches': UNITS,
  'area.list': AREAS,
  'area.children': AREAS,
  'area.tree': AREAS,
  'dict.byCode': list(CHOICE),
  'dict.tenant': list(CHOICE),
  'dict.platforms': list(CHOICE),
  'business.byUscc': {
    type: 'object',
    properties: { uscc_dim: TEXT, subjectName: TEXT, companyStatusName: TEXT },
    required: ['uscc_dim', 'subjectName', 'name', 'companyStatusName'],
  },
  'networkTool.list': list(exact({ id: TEXT, desc: TEXT, url: TEXT })),
  'networkTool.save': TEXT,
  'networkTool.delete': INT,
  'money.get': exact({ totalRecord: INT, list: { type: 'array', maxItems: 0 } }),
  'clueCount.default': exact({ totalRecord: INT, list: { type: 'array', maxItems: 0 } }),
  'clueCount.sent': exact({ wjDataUnSendList: CLUES, wjDataSendList: CLUES }),
  'clueCount.byRole': exact({}, { illegals: INT, illegalDetail: INT }),
  'clueCount.badges': exact({ illegals: COUNTER, illegalCasePush: COUNTER, illegalDetail: COUNTER }),
  'log.areas': listSchema(
    exact({
      areaCode: TEXT,
      areaName: TEXT,
      loginCount: INT,
      failCount: INT,
      userCount: INT,
      lastTime: { type: ['string', 'null'] },
    }),
  ),
  'operlog.list': entity => listSchema(rowSchema(entity)),
  'operlog.one': recordSchema,
  'operlog.changes': HISTORY,
  'prefs.get': { anyOf: [exact({ value: {} }), NOTHING] },
  'prefs.set': NOTHING,
  'views.list': list(exact({ id: TEXT, name: TEXT, owner: TEXT, query: {}, shared: FLAG, mine: FLAG })),
  'views.save': exact({ id: TEXT }),
  'views.delete': NOTHING,
  'draft.get': { anyOf: [exact({ values: {}, savedAt: TEXT }), NOTHING] },
  'draft.set': { anyOf: [exact({ savedAt: TEXT }), NOTHING] },
  'record.history': HISTORY,
  'choices.list': exact({ list: list(exact({ key: TEXT, label: TEXT }, { note: TEXT, depth: INT })), more: FLAG }),
  'list.tabs': { type: 'object', additionalProperties: exact({ number: INT, capped: FLAG }) },
  'selection.freeze': exact({ id: TEXT, count: INT, capped: FLAG }),
  'batch.run': exact({ id: TEXT, total: INT }),
  'batch.cancel': NOTHING,
  'batch.state': exact(
    { ...JOB, ok: INT, results: list(exact({ key: TEXT, code: { enum: ['0', '1'] }, msg: TEXT })) },
    { error: TEXT },
  ),
  'export.run': exact({ id: TEXT, total: INT }),
  'export.cancel': NOTHING,
  'export.state': exact(JOB, { error: TEXT }),
  'workflow.act': exact({ key: TEXT, from: TEXT, to: TEXT, created: { type: 'object', additionalProperties: TEXT } }),
  'workflow.buttons': exact({
    state: TEXT,
    buttons: list(exact({ action: TEXT, label: TEXT, may: FLAG }, { why: TEXT, text: TEXT })),
  }),
  'workflow.batch': RESULTS,
  'workflow.cancel': RESULTS,
  'evidence.mine': entity => listSchema(rowSchema(entity)),
  'evidence.ready': exact({ ok: FLAG, text: TEXT }),
  'evidence.capture': TEXT,
  'evidence.again': TEXT,
  'evidence.verify': RESULTS,
  'evidence.share': exact({ code: TEXT, expires: TEXT }),
  'evidence.revoke': INT,
  'evidence.codes': list(exact({ time: TEXT, title: TEXT, by: TEXT, text: TEXT })),
  'evidence.open': { type: 'object', required: ['evidenceNo', 'fileList', 'fileHash', 'verifyState', 'verifyNote'] },
  'clue.report': exact({ resultId: TEXT }),
  'clue.route': list({
    type: 'object',
    required: ['auditId', 'resultId', 'action', 'actionName', 'toStatusName', 'actTime', 'by', 'text'],
  }),
  'clue.repeats': entity => listSchema(rowSchema(entity)),
  'clue.received': entity => listSchema(rowSchema(entity)),
  'case.save': TEXT,
  'clue.handle': exact({ key: TEXT, from: TEXT, to: TEXT, created: { type: 'object', additionalProperties: TEXT } }),
  'carrier.byUrl': { type: 'object', required: ['objectKind', 'objectId', 'objectName', 'objectUrl'] },
  'clue.categories': list(exact({ key: TEXT, value: TEXT, count: INT })),
  'clue.platforms': list(exact({ key: TEXT, value: TEXT, count: INT })),
  'clue.overview': exact({ total: INT, today: INT, month: INT, open: INT, closed: INT, overdue: INT, mine: INT }),
  'clue.evidence': CLUE_FILES,
  'clue.files': CLUE_FILES,
  'clue.audits': list({ type: 'object', required: ['auditId', 'resultId', 'action', 'actTime'] }),
  'dict.goodsCategories': list(CHOICE),
  ...TASK_ANSWERS,
  'task.yxzList': entity => listSchema(rowSchema(entity)),
  'task.clues': entity => listSchema(rowSchema(entity)),
  'record.reveal': exact({ value: TEXT }),
  'carrier.verify': TEXT,
  'carrier.bury': TEXT,
  'carrier.label': TEXT,
  'library.join': TEXT,
  'library.leave': TEXT,
  'deadku.recheck': list(exact({ code: { enum: ['0', '1'] }, msg: TEXT })),
  'deadku.restore': TEXT,
  'deadku.purge': TEXT,
  'file.upload': { anyOf: [FILE, list(FILE)] },
}

/** Calls that answer a file and no envelope, with its type. */
export const FILES: Readonly<Record<string, string | readonly string[]>> = {
  'geo.map': 'application/geo+json',
  'evidence.download': 'application/zip',
  // with the records' files it is an archive
  'export.file': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
}
