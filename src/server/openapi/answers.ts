import type { AnswerSchema } from '../call/context.ts'
import {
  CHOICE,
  exact,
  FLAG,
  INT,
  list,
  listSchema,
  NOTHING,
  RESULTS,
  TRANSITION_RESULT,
  TEXT,
  type Schema,
} from '../answer/schema.ts'
import { recordSchema, rowSchema } from './fields.ts'
import { FIGURES, LOCK } from './figures.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const AREAS = list(ref('AreaNode'))
const MENU = list(ref('MenuItem'))
const UNIT = { type: 'object', properties: { orgId: TEXT, orgName: TEXT }, required: ['orgId', 'orgName'] }
const UNITS = list(UNIT)
const ORGS = list(ref('OrgNode'))
const JOB = { id: TEXT, total: INT, done: INT, finished: FLAG, cancelled: FLAG }
const FILE = exact({ id: TEXT, url: TEXT, name: TEXT, size: INT, type: TEXT })
const RULE_FIELD = exact({ name: TEXT, label: TEXT, kind: TEXT }, { dict: TEXT, ref: TEXT, unit: TEXT })
const NAMED = exact({ entity: TEXT, key: TEXT })
const HISTORY = list(
  exact(
    {
      time: TEXT,
      title: TEXT,
      by: TEXT,
      changes: list(exact({ label: TEXT, before: TEXT, after: TEXT }, { beforeRecord: NAMED, afterRecord: NAMED })),
    },
    { facts: list(exact({ label: TEXT, value: TEXT })), papers: TEXT, fromStatus: TEXT, toStatus: TEXT },
  ),
)
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
    meta: exact({ title: TEXT }, { roles: list(TEXT), badge: TEXT, heading: TEXT }),
    perms: TEXT,
    subMenus: MENU,
    children: MENU,
  }),
  OrgNode: {
    type: 'object',
    properties: { orgId: TEXT, orgName: TEXT, children: { ...ORGS, minItems: 1 } },
    required: ['orgId', 'orgName'],
  },
}

/** Answers of calls with logic of their own, by `handler`; a test compares real answers with these schemas. */
export const ANSWERS: Readonly<Record<string, AnswerSchema>> = {
  'auth.login': exact(
    { access_token: TEXT, token_type: { const: 'bearer' }, expires_in: INT },
    { notices: { type: 'array', items: TEXT } },
  ),
  'auth.logout': NOTHING,
  'session.list': entity => listSchema(rowSchema(entity)),
  'session.end': NOTHING,
  'customer.list': entity => listSchema(rowSchema(entity)),
  'customer.open': exact({ id: TEXT, username: TEXT, password: TEXT }),
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
  'user.save': { anyOf: [TEXT, exact({ id: TEXT, username: TEXT, password: TEXT })] },
  'user.resetPassword': exact({ username: TEXT, password: TEXT }),
  'user.resetFactor': NOTHING,
  'user.delete': TEXT,
  'user.list': entity => listSchema(rowSchema(entity, {})),
  'role.list': entity => listSchema(rowSchema(entity, { userCount: INT })),
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
  'org.responsible': { anyOf: [UNIT, { type: 'null' }] },
  'area.list': AREAS,
  'area.children': AREAS,
  'area.tree': AREAS,
  'dict.byCode': list(CHOICE),
  'dict.tenant': list(CHOICE),
  'networkTool.list': list(exact({ id: TEXT, desc: TEXT, url: TEXT })),
  'networkTool.save': TEXT,
  'networkTool.delete': INT,
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
  'rule.fields': exact({ entity: TEXT, label: TEXT, fields: list(RULE_FIELD), dictionaries: { type: 'object' } }),
  'rule.try': exact(
    { total: INT, capped: FLAG, rows: list(exact({ key: TEXT, title: TEXT, note: TEXT }, { url: TEXT })) },
    { problem: exact({ code: TEXT, message: TEXT, start: INT, end: INT }) },
  ),
  'record.find': list(exact({ entity: TEXT, label: TEXT, title: TEXT, url: TEXT }, { note: TEXT })),
  'message.list': entity => listSchema(rowSchema(entity)),
  'message.one': recordSchema,
  'message.open': exact({ url: TEXT }),
  'message.unread': exact({ unread: INT }),
  'message.read': NOTHING,
  'message.reply': NOTHING,
  'message.send': TEXT,
  'prefs.get': {
    anyOf: [exact({ value: {} }), exact({ values: { type: 'object', additionalProperties: {} } }), NOTHING],
  },
  'prefs.set': NOTHING,
  'views.list': list(exact({ id: TEXT, name: TEXT, owner: TEXT, query: {}, shared: FLAG, mine: FLAG })),
  'views.save': exact({ id: TEXT }),
  'views.delete': NOTHING,
  'draft.get': { anyOf: [exact({ values: {}, savedAt: TEXT }), NOTHING] },
  'draft.set': { anyOf: [exact({ savedAt: TEXT }), NOTHING] },
  'signIn.list': exact({ today: TEXT, days: list(TEXT) }),
  'signIn.sign': exact({ day: TEXT, signTime: TEXT }),
  'record.history': HISTORY,
  'choices.list': exact({ list: list(exact({ key: TEXT, label: TEXT }, { note: TEXT, depth: INT })), more: FLAG }),
  'list.missing': list(TEXT),
  'list.tabs': { type: 'object', additionalProperties: exact({ number: INT, capped: FLAG }) },
  'record.related': exact({
    tabs: { type: 'object', additionalProperties: exact({ number: INT, capped: FLAG }) },
    related: list(
      exact({
        entity: TEXT,
        label: TEXT,
        page: TEXT,
        filters: { type: 'object', additionalProperties: TEXT },
        number: INT,
        capped: FLAG,
      }),
    ),
  }),
  'statistics.figures': exact(
    {
      asOf: TEXT,
      areas: list(exact({ code: TEXT, name: TEXT })),
      widgets: { type: 'object', additionalProperties: FIGURES },
    },
    { lock: LOCK, unit: exact({ code: TEXT, name: TEXT }), record: exact({ code: TEXT, name: TEXT }) },
  ),
  'statistics.lock': NOTHING,
  'statistics.unlock': NOTHING,
  // a number by its measure's name; keys and names of groups beside them
  statistic: { anyOf: [{ type: 'object' }, list({ type: 'object' })] },
  'selection.freeze': exact({ id: TEXT, count: INT, capped: FLAG }),
  'batch.run': exact({ id: TEXT, total: INT }),
  'batch.cancel': NOTHING,
  'batch.undo': exact({ id: TEXT, total: INT }),
  'batch.state': exact(
    { ...JOB, ok: INT, undo: FLAG, results: list(exact({ key: TEXT, code: { enum: ['0', '1'] }, msg: TEXT })) },
    { error: TEXT },
  ),
  'export.run': exact({ id: TEXT, total: INT }),
  'export.cancel': NOTHING,
  'export.state': exact(JOB, { error: TEXT }),
  'import.check': exact({ id: TEXT, total: INT }),
  'import.cancel': NOTHING,
  'import.state': exact(JOB, {
    error: TEXT,
    report: exact({ good: INT, bad: INT, problems: list(exact({ cell: TEXT, row: INT, reason: TEXT })) }),
  }),
  'import.run': exact({ id: TEXT, total: INT }),
  'workflow.act': TRANSITION_RESULT,
  'workflow.buttons': exact({
    state: TEXT,
    buttons: list(exact({ action: TEXT, label: TEXT, may: FLAG }, { why: TEXT, text: TEXT })),
  }),
  'workflow.batch': RESULTS,
  'record.reveal': exact({ value: TEXT }),
  'geo.outline': exact(
    {
      width: INT,
      height: INT,
      parts: list(exact({ code: TEXT, name: TEXT, d: TEXT, x: INT, y: INT, r: INT }, { isLine: FLAG })),
    },
    { inset: exact({ x: INT, y: INT, width: INT, height: INT }) },
  ),
  'file.upload': { anyOf: [FILE, list(FILE)] },
}

/** Calls that answer with a file, with its content type. */
export const FILES: Readonly<Record<string, string | readonly string[]>> = {
  'geo.map': 'application/geo+json',
  'import.template': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'import.refused': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  // an export with the records' files is an archive
  'export.file': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
}
