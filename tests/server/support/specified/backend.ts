import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { labelKey, type Row } from '../../../../src/core/contract/api.ts'
import type { Configuration, EndpointModel, EntityModel, ScopedConfiguration } from '../../../../src/core/index.ts'
import type { Specification } from '../../../../src/cli/specification.ts'
import { RouteTable } from '../../../../src/server/dispatch/route-table.ts'
import { namesOf } from './arguments.ts'
import { ABOVE, AREA, cluesIn, groupsOf, PERSON, rowOf, stepFrom, UNIT } from './records.ts'

/** What came in, and what was wrong with it. */
export interface Seen {
  call: string
  line: string
  args: Row
  refused?: string
}
interface Asked {
  endpoint: EndpointModel
  args: Row
}
/** An answer that is no data in an envelope: a status with whatever stands in its body. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const CLUE = 'illegalResult'
const TOKEN = 'specified'
/** A role of the customer whose staff the test is. */
export const ACCOUNT = { username: 'zhang', password: 'Wangjian2025' }
const MENU_ROUTES = [
  ['违法线索', '/illegalClues/Case'],
  ['网店', '/dataCenter/onlineShop'],
  ['看板', '/index/home'],
]

/**
 * A backend that speaks the specification and nothing else: it is made of the calls that specification.txt names, so
 * that what console and server of ours have beside them is unknown here. Unknown paths, methods, arguments and bodies are
 * refused, as the frameworks do that such backends are made of. Clues are kept in the states of their workflow.
 */
export class SpecifiedBackend {
  readonly seen: Seen[] = []
  readonly #scoped: ScopedConfiguration
  readonly #routes: RouteTable
  readonly #records = new Map<string, Row[]>()
  readonly #entities: ReadonlyMap<string, EntityModel>
  readonly #server: Server
  /** calls of the specification that it has, by name */
  readonly calls: ReadonlyMap<string, EndpointModel>

  constructor(configuration: Configuration, { calls }: Specification, lacks: readonly string[] = []) {
    this.#scoped = configuration.scope({ customer: '87190', area: AREA })
    const named = new Set(calls)
    const specified = configuration
      .endpoints()
      .filter(({ name, method, path }) => named.has(`${method} ${path}`) || named.has(name))
      .filter(({ name }) => !lacks.includes(name))
    this.calls = new Map(specified.map(endpoint => [endpoint.name, endpoint]))
    this.#routes = new RouteTable(specified, ['/api-huainan'])
    this.#entities = new Map(this.#scoped.entities().map(entity => [entity.name, entity]))
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** A clue of its own for a test, in a state, with the unit. */
  plant(resultStatus: string): string {
    const key = `planted-${this.#rows(CLUE).length}`
    const clue = { ...this.#rows(CLUE)[0], resultId: key, clueNo: key, resultStatus }
    this.#rows(CLUE).unshift({ ...clue, finishState: 0 })
    return key
  }

  /** The clue as it is now. */
  clue(key: string): Row | undefined {
    return this.#rows(CLUE).find(row => row['resultId'] === key)
  }
  clues(state: string): Row[] {
    return this.#rows(CLUE).filter(row => row['resultStatus'] === state)
  }

  #rows(name: string): Row[] {
    const known = this.#records.get(name)
    if (known) return known
    const entity = this.#entities.get(name)
    const workflow = this.#scoped.workflow('clue')
    const made = !entity
      ? []
      : name === CLUE && workflow
        ? cluesIn(this.#scoped, entity, workflow)
        : [0, 1, 2].map(n => rowOf(this.#scoped, entity, n))
    this.#records.set(name, made)
    return made
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const url = new URL(request.url ?? '/', 'http://backend')
    const note: Seen = { call: '', line: `${request.method ?? ''} ${url.pathname}`, args: {} }
    this.seen.push(note)
    try {
      const asked = await this.#asked(request, url)
      note.call = asked.endpoint.name
      note.args = asked.args
      const data = this.#dataOf(asked)
      if (asked.endpoint.envelope === 'code') send(200, { code: 1, msg: '成功', data })
      else send(200, { resultCode: '0', resultMsg: '成功', data })
    } catch (error) {
      const { status, message } = error instanceof Refused ? error : { status: 500, message: String(error) }
      note.refused = message
      // a path that it does not know is answered by its framework, which knows no envelope
      if (status === 404 || status === 405) send(status, { status, error: message, path: url.pathname })
      else send(status, { resultCode: String(status), resultMsg: message })
    }
  }

  /** The call with its arguments, or what is wrong with them. */
  async #asked(request: IncomingMessage, url: URL): Promise<Asked> {
    const text = await textOf(request)
    const found = this.#routes.find(request.method ?? '', url.pathname)
    if (!found) throw new Refused(404, `Not Found: ${request.method} ${url.pathname}`)
    const { endpoint, params } = found
    if (endpoint.method !== request.method) throw new Refused(405, 'Method Not Allowed')
    if (request.headers['client_id'] === undefined && endpoint.name === 'auth.login')
      throw new Refused(401, '缺少客户端标识')
    if (endpoint.name !== 'auth.login' && request.headers.authorization !== `Bearer ${TOKEN}`)
      throw new Refused(401, '未登录')
    const args = { ...params, ...argumentsIn(endpoint, url, text, request.headers['content-type']) }
    const known = namesOf(endpoint, this.#entities)
    const unknown = Object.keys(args).find(name => !known.has(name) && !(name in params))
    if (unknown !== undefined && endpoint.in !== 'multipart') throw new Refused(400, `未知的参数：${unknown}`)
    return { endpoint, args }
  }

  #dataOf(asked: Asked): unknown {
    const { endpoint } = asked
    const own = OF_ITS_OWN[endpoint.name]
    if (own) return own(this, asked)
    if (endpoint.figures) return this.#figures(endpoint)
    if (endpoint.changes?.length) return this.#change(asked)
    if (endpoint.handler === 'one' || endpoint.name === 'business.byUscc') return this.#one(asked)
    return /list$/i.test(endpoint.path) || endpoint.handler === 'list'
      ? this.#list(asked)
      : this.#rows(endpoint.entity ?? '')
  }

  /** Fields that are named filter; a list of values means one of these. */
  #list({ endpoint, args }: Asked): unknown {
    const entity = this.#entities.get(endpoint.entity ?? '')
    const names = new Set(entity?.fields.map(({ name }) => name))
    const filters = Object.entries(args).filter(([name, value]) => names.has(name) && value !== '' && value !== null)
    const found = this.#rows(endpoint.entity ?? '').filter(row =>
      filters.every(([name, value]) => String(value).split(',').includes(String(row[name]))),
    )
    const [page, size] = [Number(args['pageNo'] ?? 1), Number(args['pageRowNo'] ?? 20)]
    return { totalRecord: found.length, list: found.slice((page - 1) * size, page * size) }
  }

  #one({ endpoint, args }: Asked): Row {
    const entity = this.#entities.get(endpoint.entity ?? '')
    const rows = this.#rows(endpoint.entity ?? '')
    const value = String(Object.values(args)[0] ?? '')
    const found = rows.find(row => [row[entity?.key ?? 'id'], row['uscc_dim']].includes(value))
    if (!found) throw new Refused(400, '记录不存在')
    return found
  }

  /** One row a group of the first dimension, or one object, in the statistic's own words. */
  #figures({ figures }: EndpointModel): unknown {
    const { by = [], measures = [], statistic = '' } = figures ?? {}
    const model = this.#scoped.statistic(statistic)
    const values = (n: number): Row =>
      Object.fromEntries(
        measures.map((name, i) => [name, model?.measures[name]?.kind === 'share' ? 0.5 : (n + 1) * 10 + i]),
      )
    const [first, ...others] = by
    if (first === undefined) return values(0)
    const firstOf = (name: string, n: number): Row => {
      const groups = groupsOf(this.#scoped, model?.dimensions[name])
      const [key, label] = groups[n % groups.length] ?? ['', '']
      return { [name]: key, [labelKey(name)]: label }
    }
    return groupsOf(this.#scoped, model?.dimensions[first]).map(
      (_, n) => Object.assign({}, ...[first, ...others].map(name => firstOf(name, n)), values(n)) as Row,
    )
  }

  #change({ endpoint, args }: Asked): unknown {
    const entity = this.#entities.get(endpoint.entity ?? '')
    if (!entity) return {}
    const rows = this.#rows(entity.name)
    const key = String(args[entity.key] ?? args['id'] ?? `new-${rows.length}`)
    const at = rows.findIndex(row => row[entity.key] === key)
    if (/delete/i.test(endpoint.path)) {
      if (at < 0) throw new Refused(400, '记录不存在')
      rows.splice(at, 1)
    } else if (at < 0) rows.unshift({ ...rowOf(this.#scoped, entity, rows.length), ...args, [entity.key]: key })
    else rows[at] = { ...rows[at], ...args }
    return { [entity.key]: key }
  }

  /** R4.09: each of them by itself, with what became of it. */
  process(ids: readonly string[], action: string, values: Row): { code: string; msg: string }[] {
    const workflow = this.#scoped.workflow('clue')
    const entity = this.#entities.get(CLUE)
    return ids.map(id => {
      const row = this.clue(id)
      if (!row || !workflow) return { code: '0', msg: '线索不存在' }
      const step = stepFrom(workflow, String(row['resultStatus']), action)
      if (typeof step === 'string') return { code: '0', msg: step }
      const fields = Object.entries(values).filter(([name]) => entity?.fields.some(field => field.name === name))
      Object.assign(row, Object.fromEntries(fields), { resultStatus: step.to })
      return { code: '1', msg: '成功' }
    })
  }
}

type Own = (backend: SpecifiedBackend, asked: Asked) => unknown
const idsIn = (args: Row): string[] =>
  [args['ids'] ?? args['resultId'] ?? []].flat().flatMap(one => String(one).split(','))
const menu = (): Row[] =>
  MENU_ROUTES.map(([name, url], i) => ({ id: i + 1, name, url, css: 'list', hidden: false, subMenus: [] }))
const badges: Own = backend => ({
  illegals: { number: backend.clues('20').length, type: 'danger' },
  illegalCasePush: { number: backend.clues('10').length, type: 'warning' },
  illegalDetail: { number: backend.clues('00').length, type: 'warning' },
})
const area = [{ areaCode: AREA, areaName: '大通区', areaLevel: 3 }]
const org = [{ orgId: UNIT, orgName: '大通大队' }]

/** What has logic of its own; all else follows from its line in endpoints.yaml. */
const OF_ITS_OWN: Readonly<Record<string, Own>> = {
  'auth.login': (_backend, { args }) => {
    if (args['username'] !== ACCOUNT.username || args['password'] !== ACCOUNT.password)
      throw new Refused(400, '账号或密码不正确')
    return { access_token: TOKEN }
  },
  'auth.logout': () => null,
  'auth.userinfo': () => ({
    id: PERSON,
    username: ACCOUNT.username,
    nickName: '张三',
    customerId: '87190',
    areaCode: AREA,
    sysCustomer: { customerId: '87190', areaName: '淮南市' },
    sysOrg: { orgId: UNIT, orgName: '大通大队' },
    sysRoles: [{ code: 'quxiandadui', name: '区县大队' }],
    sysArea: { areaCode: AREA, areaName: '大通区', areaLevel: 3 },
    userLevel: 3,
  }),
  'menu.current': menu,
  'menu.ofRole': menu,
  'area.list': () => area,
  'area.tree': () => [{ ...area[0], children: area }],
  'area.children': () => area,
  'org.tree': () => org,
  'org.byParent': () => org,
  'org.branches': () => org,
  'org.coordination': () => [{ orgId: ABOVE, orgName: '淮南市局' }],
  'networkTool.list': () => [],
  'dict.byCode': () => [{ key: '1', value: '甲' }],
  'dict.tenant': () => [{ key: '1', value: '甲' }],
  'eshop.platforms': () => [{ key: '1', value: '甲平台' }],
  'eshop.goodsCategories': () => [{ key: '1', value: '食品' }],
  'money.get': () => ({ totalRecord: 0, list: [] }),
  'file.upload': () => [{ id: 'f1', name: 'a.txt', url: '/file/a.txt' }],
  'illegalResult.counters': badges,
  'illegalResult.wlcbCounters': badges,
  'illegalResult.route': backend => [
    {
      action: 'pf',
      actionName: '派发',
      actTime: '2026-05-06 08:00:00',
      toStatusName: backend.clues('20').length ? '待受理' : '',
    },
  ],
  'illegalResult.files': () => [],
  'illegalResult.evidence': () => ({ list: [], files: [] }),
  'illegalResult.process': (backend, { args: { ids, action, ...values } }) =>
    backend.process(idsIn({ ids }), String(action ?? 'cl'), values),
  'illegalResult.cancel': (backend, { args }) => backend.process(idsIn(args), 'cancel', {}),
  'clueCount.default': backend => ({ totalRecord: backend.clues('20').length }),
  'clueCount.sent': backend => ({ wjDataUnSendList: backend.clues('10'), wjDataSendList: backend.clues('20') }),
  'clueCount.byRole': backend => ({ illegals: backend.clues('20').length, illegalDetail: backend.clues('00').length }),
  'user.password': () => null,
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Arguments stand where the specification says; elsewhere there is nothing. */
function argumentsIn(endpoint: EndpointModel, url: URL, text: string, type = ''): Row {
  const query = Object.fromEntries(url.searchParams)
  if (endpoint.in === 'multipart') {
    if (!type.startsWith('multipart/form-data')) throw new Refused(415, '应为表单')
    return {}
  }
  if (endpoint.in === 'body') {
    if (Object.keys(query).length > 0) throw new Refused(400, `参数应在请求内容里：${Object.keys(query).join()}`)
    if (!type.startsWith('application/json')) throw new Refused(415, '应为 JSON')
    return JSON.parse(text) as Row
  }
  if (text !== '') throw new Refused(400, '请求不应有内容')
  return query
}
