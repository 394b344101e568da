import { MAY, REVEALABLE, type Row } from '../../../src/core/contract/api.ts'
import { chinaTime } from '../../../src/server/db/time.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { newCode } from '../../../src/supervision/server/evidence/codes.ts'
import { nameOf } from '../../../src/server/calls/accounts/session-names.ts'
import { hashToken } from '../../../src/server/session/secrets/hash.ts'
import { sealWith } from '../../../src/server/session/secrets/seal.ts'
import { newSecret } from '../../../src/server/session/secrets/totp.ts'
import { reaches, take } from '../../supervision/server/evidence/taking.ts'
import { codeAt } from '../support/browser.ts'
import { PASSWORD, type Api } from '../support/api.ts'
import { ended } from '../support/wait.ts'
import type { Asker } from './asker.ts'
import { declared, newRecord, press } from './examples.ts'
import { TASK_ARGUMENTS } from './task-arguments.ts'

const ROUTE = 'dataCenter/onlineShop'

/** Calls that are about what another call has just made. */
export const AFTER: Readonly<Record<string, string>> = {
  'views.delete': 'views.save',
  'batch.state': 'batch.run',
  'batch.cancel': 'batch.run',
  'export.state': 'export.run',
  'export.cancel': 'export.run',
  'export.file': 'export.run',
  'import.state': 'import.check',
  'import.cancel': 'import.check',
  'totp.confirm': 'totp.begin',
  'role.delete': 'role.save',
  'org.delete': 'org.save',
  'user.delete': 'user.save',
  'menu.grant': 'role.save',
  'illegalResult.cancel': 'illegalResult.report',
  'networkTool.delete': 'networkTool.save',
  'assign.delete': 'assign.insert',
  'case.delete': 'case.save',
  'collectTask.delete': 'collectTask.save',
  'directional.delete': 'directional.save',
  'taskRandom.delete': 'taskRandom.save',
  'interview.delete': 'interview.save',
  'platformDuty.delete': 'platformDuty.save',
  'complaint.delete': 'complaint.save',
  'tagSuggestion.delete': 'tagSuggestion.save',
  'taskSpecial.delete': 'taskSpecial.save',
  'taskSpecial.deleteOne': 'taskSpecial.save',
  'taskSpecial.update': 'taskSpecial.save',
  'taskSpecial.yxzUpdate': 'taskSpecial.yxzSave',
}

const SITES = 'dataCenter/website'
/** A spreadsheet with a row that can be imported and one that cannot. */
async function importable(api: Api, { username }: Asker): Promise<Row> {
  const token = await api.token(username)
  const place = (await api.first('/api-im/website/websiteList', token))['areaCode']
  const head = '网站名称,域名,首页网址,所属地区,网站类型,主体名称,统一社会信用代码'
  const rows = ['', '导入站'].map(
    name => `${name},${unused('i')}.example,https://i.example,${String(place)},1,某某公司,91340421MA2TXXXX1K`,
  )
  const address = await api.upload(token, '网站.csv', [head, ...rows].join('\r\n'))
  return { route: SITES, file: address.split('/').at(-2) }
}

async function importChecked(api: Api, asker: Asker): Promise<Row> {
  const token = await api.token(asker.username)
  const { body } = await api.ask<Row>('POST', '/api-console/imports', token, await importable(api, asker))
  const id = String(body.data?.['id'])
  await ended(api, token, '/api-console/imports', id)
  return { id }
}

const CARRIERS = [
  ['eshop', 'eshop', '1'],
  ['website', 'website', '2'],
  ['platform', 'platform', '3'],
  ['inPlatform', 'inPlatform', '4'],
  ['takeout', 'cater', '5'],
  ['wechat', 'wechat', '6'],
  ['app', 'app', '7'],
  ['applet', 'miniProgram', '8'],
  ['live', 'liveBroadcast', '9'],
  ['mobileShop', 'moveOnlineRetailers', '10'],
] as const

const carrierOf = async (asker: Asker, entity: string): Promise<{ uniqueId: unknown }> => ({
  uniqueId: (await asker.rowOf(entity))['uniqueId'],
})

/** A carrier, and a label whose rule is about its kind. */
async function ruled(api: Api, asker: Asker, entity: string, ruleKind: string): Promise<Row> {
  const label = { labelName: unused('规则'), labelKind: '6', scope: '3', ruleKind, ruleJson: 'has(row.areaCode)' }
  const { body } = await api.ask<string>('POST', '/api/wjLabelManage/save', await api.token(asker.username), label)
  return { uniqueId: (await asker.rowOf(entity))['uniqueId'], labelId: body.data }
}

type Own = (api: Api, asker: Asker, made: Row) => Row | Promise<Row>
const shopOf = (asker: Asker): Promise<Row> => asker.rowOf('eshop')

/** What the documentation cannot know: that a thing of this name exists. */
const OWN: Readonly<Record<string, Own>> = {
  ...TASK_ARGUMENTS,
  'auth.login': (_api, { username }) => ({ username, password: PASSWORD }),
  'user.password': (_api, { username }) => ({
    id: `user-${username}`,
    oldPassword: PASSWORD,
    newPassword: 'Better2026',
  }),
  'user.save': () => ({ username: unused('newcomer') }),
  'customer.open': async api => {
    // a customer whose people cannot manage each other any more
    const left = api.db.updateTable('user').set({ enabled: 0 })
    await left.where('customerId', '=', '107587').where('areaCode', '=', '410300').execute()
    return { customer: '107587', orgName: unused('新客户'), username: unused('opener'), nickName: '首位管理员' }
  },
  'role.save': () => ({ code: unused('newcomers'), dataScope: '3' }),
  'session.end': async (api, { username }) => ({ id: nameOf(hashToken(await api.token(username))) }),
  'session.endOthers': async (api, { username }) => {
    await api.token(username)
    return {}
  },
  'totp.begin': () => ({ password: PASSWORD }),
  'totp.confirm': (_api, _asker, { secret }) => ({ code: codeAt(String(secret), Date.now()) }),
  'totp.recovery': (api, { username }) => withFactor(api, `user-${username}`),
  'totp.off': (api, { username }) => withFactor(api, `user-${username}`),
  'user.resetFactor': async (api, asker) => {
    const { id } = await asker.rowOf('user')
    await withFactor(api, String(id))
    return { id }
  },
  'business.byUscc': async (_api, asker) => ({ code: (await shopOf(asker))['uscc_dim'] }),
  'carrier.byUrl': async (_api, asker) => ({ url: (await shopOf(asker))['shopUrl'] }),
  'dict.tenant': () => ({ code: 'platform' }),
  'dict.byCode': () => ({ code: 'platform' }),
  // only who has checked may delete
  'platformDuty.save': (_api, { username }) => ({ checkBy: `user-${username}` }),
  'networkTool.save': () => ({ desc: '甲', url: 'https://a.example' }),
  'geo.map': () => ({ code: '340000' }),
  'geo.outline': () => ({ code: '340000' }),
  'area.children': () => ({ areaCode: '340400' }),
  'record.find': () => ({ text: '样例' }),
  'cloud.search': () => ({ keyword: '店', engines: '7' }),
  'rule.fields': () => ({ entity: 'eshop' }),
  'rule.try': () => ({ kind: '1', text: 'row.monthSales > 100' }),
  'message.send': () => ({ title: '甲', content: '乙', toOrgs: 'org-340402' }),
  'prefs.get': () => ({ key: 'a' }),
  'prefs.set': () => ({ key: 'a', value: 1 }),
  'draft.set': () => ({ form: 'f', values: { a: 1 } }),
  'views.list': () => ({ route: ROUTE }),
  'views.save': () => ({ route: ROUTE, name: '甲', query: {} }),
  'record.history': async (_api, asker) => ({ entity: 'eshop', key: (await shopOf(asker))['uniqueId'] }),
  'record.reveal': revealable,
  'selection.freeze': () => ({ call: 'eshop.list', args: {} }),
  'choices.list': () => ({ ref: 'org' }),
  'record.related': async (_api, asker) => ({
    page: 'dataCenter/shopDetails',
    key: (await shopOf(asker))['uniqueId'],
    tabs: { labels: { objectId: 'x' } },
  }),
  'statistics.figures': () => ({ page: 'index/home', period: '2026-10' }),
  'statistics.lock': () => lockable(),
  'statistics.unlock': async (api, asker) => {
    const table = lockable()
    await api.ask('POST', '/api-console/figures/lock', await api.token(asker.username), table)
    return { ...table, reason: '漏报' }
  },
  'priceItem.judgeAll': () => ({ monitorKind: '1' }),
  'list.tabs': () => ({ call: 'eshop.list', args: {}, tabs: { all: {} } }),
  'list.missing': () => ({ call: 'eshop.list', args: { uscc_dim: ['nobody', 'else'] }, field: 'uscc_dim' }),
  'batch.run': () => ({ call: 'website.delete', keys: ['x'], args: { del_content: '重复' } }),
  'batch.undo': async (api, asker) => {
    const { uniqueId } = await shopOf(asker)
    const token = await api.token(asker.username)
    const what = { call: 'eshop.save', args: { remark: '批量' }, keys: [uniqueId] }
    const { body } = await api.ask<Row>('POST', '/api-console/batches', token, what)
    const id = String(body.data?.['id'])
    await ended(api, token, '/api-console/batches', id)
    return { id }
  },
  'export.run': async (_api, asker) => ({
    call: 'eshop.list',
    args: {},
    route: ROUTE,
    columns: [{ name: 'shopName' }],
    title: '甲',
    keys: [(await shopOf(asker))['uniqueId']],
  }),
  'import.template': () => ({ route: 'dataCenter/website' }),
  'import.check': importable,
  'import.cancel': (_api, _asker, { id }) => ({ id }),
  'import.refused': importChecked,
  'import.run': importChecked,
  ...Object.fromEntries(
    CARRIERS.flatMap(([name, entity, kind]): [string, Own][] => [
      [`${name}.labelByRule`, (api, asker) => ruled(api, asker, entity, kind)],
      // a label for every kind of carriers
      [`${name}.label`, async (_api, asker) => ({ ...(await carrierOf(asker, entity)), labelIds: 'demo-label-1' })],
      ...['labelCodes', 'unlabelCodes'].map((call): [string, Own] => [
        `${name}.${call}`,
        async (_api, asker) => ({ codes: (await carrierOf(asker, entity)).uniqueId, labelIds: 'demo-label-1' }),
      ]),
    ]),
  ),
  'label.delete': async (api, asker) => {
    const label = { labelName: unused('标签'), labelKind: '6', scope: '3' }
    const { body } = await api.ask<string>('POST', '/api/wjLabelManage/save', await api.token(asker.username), label)
    return { id: body.data }
  },
  // a price that one has typed in oneself
  'priceRecord.delete': async (api, asker) => {
    const { itemId } = await asker.rowOf('priceItem')
    const price = { itemId, collectTime: '2025-01-02 08:00:00', salePrice: 9 }
    const token = await api.token(asker.username)
    return { id: (await api.ask<string>('POST', '/api-im/priceRecord/save', token, price)).body.data }
  },
  'priceRecord.save': async (_api, asker) => ({
    itemId: (await asker.rowOf('priceItem'))['itemId'],
    collectTime: '2025-01-03 08:00:00',
    salePrice: 9,
  }),
  'org.save': () => ({ orgName: unused('新单位') }),
  'website.save': () => ({ domain: `${unused('a')}.example` }),
  'menu.ofRole': async (_api, asker) => ({ id: (await asker.rowOf('role'))['id'] }),
  'menu.grant': (_api, _asker, { id }) => ({ roleId: id, menuIds: [], buttons: [] }),
  'evidence.capture': () => ({ targetUrl: 'https://shop.example/1', title: '一家网店' }),
  'evidence.open': async (api, asker) => ({
    code: (await newCode(api.db, await takenEvidence(api, asker), '', 1)).code,
  }),
  'evidence.share': async (api, asker) => ({ id: await takenEvidence(api, asker) }),
  'evidence.codes': failedEvidence,
  'evidence.revoke': async (api, asker) => {
    const id = await takenEvidence(api, asker)
    await newCode(api.db, id, '', 1)
    await api.db.updateTable('evidence').set({ codes: 1 }).where('id', '=', id).execute()
    return { id }
  },
  'evidence.download': async (api, asker) => ({ id: await takenEvidence(api, asker) }),
  'evidence.one': failedEvidence,
  'evidence.again': failedEvidence,
  'evidence.verify': async (api, asker) => ({ id: await takenEvidence(api, asker) }),
  'evidence.act': async (api, asker) => ({ ...(await failedEvidence(api, asker)), action: 'remove' }),
  'illegalResult.handle': async (_api, asker) => ({
    resultId: (await asker.rowsOf('illegalResult')).find(row => may(row, 'cl'))?.['resultId'],
    processMode: '1',
    checkResult: '2',
    checkDate: chinaTime().slice(0, 10),
    checkers: '甲、乙',
    rectifyLimit: '2099-12-31',
    measures: '责令改正',
  }),
  'illegalResult.process': async (_api, asker) => ({
    ids: [(await asker.rowsOf('illegalResult')).find(row => may(row, 'cl'))?.['resultId']],
    action: 'cl',
    processMode: '1',
    checkResult: '2',
    checkDate: chinaTime().slice(0, 10),
    checkers: '甲、乙',
    rectifyLimit: '2099-12-31',
    measures: '责令改正',
  }),
  'illegalResult.cancel': (_api, _asker, { resultId }) => ({ resultId, opinion: '误报' }),
}

const may = (row: Row, action: string): boolean => ((row[MAY] ?? []) as string[]).includes(action)

let used = 0
const unused = (word: string): string => `${word}${++used}`

let years = 0
/** A table of a year that is over and that nobody has locked. */
const lockable = (): Row => ({ page: 'special/statisticalTable', period: String(2000 + ++years) })

/** What proves a second factor that the person has from now on. */
async function withFactor(api: Api, userId: string): Promise<Row> {
  const secret = newSecret()
  const row = { secret: sealWith(undefined).seal(secret, userId), enabledAt: Date.now(), lastStep: null }
  await api.db
    .insertInto('sys_totp')
    .values({ userId, ...row })
    .onConflict(on => on.column('userId').doUpdateSet(row))
    .execute()
  return { password: PASSWORD, code: codeAt(secret, Date.now()) }
}

/** Evidence of the account's own that could not be taken: there is something to do about it. */
async function failedEvidence(api: Api, asker: Asker): Promise<Row> {
  const id = unused('evidence')
  await api.db
    .insertInto('evidence')
    .values({
      id,
      evidenceNo: id,
      title: '一家网店',
      targetUrl: 'https://fails.example/',
      areaCode: asker.areaCode,
      provinceCode: asker.areaCode.slice(0, 2),
      customerId: asker.scope.customer ?? '',
      createBy: `user-${asker.username}`,
      state: '0',
      captureState: '4',
      delFlag: 0,
    })
    .execute()
  return { id }
}

/** Evidence of the account's own that has been fixed and has its time. */
async function takenEvidence(api: Api, asker: Asker): Promise<string> {
  const id = await take(api, await api.token(asker.username))
  await reaches(api, id, 'state', '2')
  return id
}

/** The first row that has something behind a mask which this person may be shown. */
async function revealable(api: Api, asker: Asker): Promise<Row> {
  const one = api.services
    .configuration()
    .endpoints()
    .find(({ name }) => name === 'eshop.one') as EndpointModel
  for (const { uniqueId } of await asker.rowsOf('eshop')) {
    const { data } = (await asker.send(one, { uniqueId })).json() as { data?: Row }
    const [field] = (data?.[REVEALABLE] ?? []) as string[]
    if (field) return { entity: 'eshop', key: uniqueId, field }
  }
  return {}
}

/** Everything that may be sent, the likeliest first; `made` is what the call before answered. */
export async function argumentsFor(api: Api, asker: Asker, endpoint: EndpointModel, made: Row): Promise<Row[]> {
  const { name, handler = '', entity: entityName } = endpoint
  const own = await OWN[name]?.(api, asker, made)
  const entity = api.services.entities().get(entityName ?? '')
  if (entity && (handler.endsWith('save') || handler === 'clue.report'))
    return [{ ...(await newRecord(api, asker, endpoint, entity)), ...own }]
  if (own) return [own]
  if (!entity && endpoint.params) return [{ ...(await declared(api, asker, endpoint, undefined, made)), ...made }]
  return !entity || handler.endsWith('list') ? [{}] : about(api, asker, endpoint, entity, made)
}

/** A call about a record that is there. */
async function about(api: Api, asker: Asker, endpoint: EndpointModel, entity: Entity, made: Row): Promise<Row[]> {
  const { name, handler } = endpoint
  if (handler === 'workflow.act') return press(api, asker, endpoint, entity)
  const row = AFTER[name] ? made : await asker.rowOf(entity.name)
  if (endpoint.params)
    return [await declared(api, asker, endpoint, entity, { ...row, id: row['id'] ?? row[entity.key] })]
  const key = endpoint.names?.find(one => one !== 'del_content') ?? entity.key
  return [{ [key]: row[entity.key], ...(handler === 'delete' ? { del_content: '重复录入' } : {}) }]
}
