import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { rewritePath, type ListAnswer, type Row } from '../../src/core/contract/api.ts'
import { HANDLERS } from '../../src/server/calls/registry.ts'
import type { EndpointModel } from '../../src/server/db/models.ts'
import { ANSWERS, FILES } from '../../src/server/openapi/answers.ts'
import { openApi } from '../../src/server/openapi/document.ts'
import type { Schema } from '../../src/server/openapi/fields.ts'
import { startApi, type Api } from './support/api.ts'

interface Operation { operationId: string; parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]; requestBody?: unknown; responses: Record<string, Schema> }
interface Document { openapi: string; info: object; paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema>; responses: Record<string, { content: object }> } }

const ACCOUNTS = ['huainan_admin', 'admin', 'gz_guiyang']
const GENERIC = new Set(['list', 'one', 'save', 'delete'])

describe('openapi', () => {
  const opened: { api?: Api; document?: Document } = {}
  const api = (): Api => opened.api as Api
  const document = (): Document => opened.document as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const endpoints = (): EndpointModel[] => api().services.configuration().endpoints()

  beforeAll(async () => {
    opened.api = await startApi('PGlite')
    opened.document = openApi(api().services.configuration(), api().services.entities()) as unknown as Document
    ajv.addSchema({ ...document(), $id: 'api' })
  })
  afterAll(() => opened.api?.close())

  const operations = (): [path: string, method: string, operation: Operation][] =>
    Object.entries(document().paths).flatMap(([path, item]) => Object.entries(item).map(([method, one]): [string, string, Operation] => [path, method, one]))
  const pointer = (path: string, method: string, status: string): string =>
    `api#/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}/responses/${status}/content/application~1json/schema`

  it('R7.01 has every call once, with each parameter of its path, and sound schemas', () => {
    expect(document().openapi).toMatch(/^3\.1\./)
    expect(operations().map(([, , { operationId }]) => operationId).sort()).toEqual(endpoints().map(({ name }) => name).sort())
    for (const [path, , { operationId, parameters = [] }] of operations()) {
      expect(path).toMatch(/^\//)
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(inPath, operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, operationId).toBe(parameters.length)
    }
    const refs = [...JSON.stringify(document()).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(refs.filter(([, kind = '', name = '']) => !(document().components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name])).toEqual([])
  })

  it('knows what every handler of our own answers, and which arguments it takes', () => {
    expect(Object.keys(HANDLERS).filter((does) => !GENERIC.has(does) && !ANSWERS[does] && !FILES[does])).toEqual([])
    const silent = endpoints().filter(({ does, args, params, entity }) => does !== undefined && !GENERIC.has(does) && args !== 'none' && args !== 'multipart' && !params && !entity)
    expect(silent.filter(({ name }) => name !== 'menu.current').map(({ name }) => name)).toEqual([])
  })

  const tokens = new Map<string, string>()
  const tokenOf = async (account: string): Promise<string> => {
    if (!tokens.has(account)) tokens.set(account, await api().token(account))
    return tokens.get(account) as string
  }

  async function send({ method, path, args }: EndpointModel, given: Row, account: string): Promise<LightMyRequestResponse> {
    const left = { ...given }
    const url = rewritePath(path).replace('{tenant}', '/api-huainan').replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = String(left[name] ?? 'x')
      delete left[name]
      return encodeURIComponent(value)
    })
    const query = args === 'body' ? '' : `?${new URLSearchParams(Object.entries(left).map(([name, value]) => [name, String(value)])).toString()}`
    const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf(account)}`, client_id: 'webApp', client_secret: 'webApp' }
    if (args === 'multipart') {
      headers['content-type'] = 'multipart/form-data; boundary=b'
      return api().app.inject({ method, url: `/prod-api${url}`, headers, payload: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n' })
    }
    return api().app.inject({ method, url: `/prod-api${url}${query}`, headers, ...(args === 'body' ? { payload: left } : {}) })
  }

  /** The first row that somebody may read of what a call is about. */
  async function rowFor(entity: string | undefined, account: string): Promise<Row> {
    const list = endpoints().find((one) => one.entity === entity && one.does?.endsWith('list'))
    if (!list) return {}
    const answer = await send(list, { pageRowNo: 5 }, account)
    const rows = answer.statusCode === 200 ? (answer.json() as { data: ListAnswer }).data.list : []
    return rows.find((row) => row['username'] !== account) ?? rows[0] ?? {}
  }

  /** What the documentation cannot know: that a thing of this name exists. */
  async function argumentsFor({ name, does, entity: entityName }: EndpointModel, account: string): Promise<Row> {
    const entity = api().services.entities().get(entityName ?? '')
    const row = await rowFor(entityName, account)
    const shop = await rowFor('eshop', 'huainan_admin')
    const own: Record<string, () => Row> = {
      'auth.login': () => ({ username: 'huainan_admin', password: 'Wangjian2025' }),
      'user.password': () => ({ id: 'user-huainan_admin', oldPassword: 'Wangjian2025', newPassword: 'Wangjian2026' }),
      'business.byUscc': () => ({ code: shop['uscc_dim'] }),
      'dict.tenant': () => ({ code: 'platform' }), 'dict.byCode': () => ({ code: 'platform' }),
      'networkTool.save': () => ({ desc: '甲', url: 'https://a.example' }), 'networkTool.delete': () => ({ id: 'x' }),
      'geo.map': () => ({ code: '340000' }), 'area.children': () => ({ areaCode: '340400' }),
      'prefs.get': () => ({ key: 'a' }), 'prefs.set': () => ({ key: 'a', value: 1 }), 'draft.get': () => ({ form: 'f' }), 'draft.set': () => ({ form: 'f', values: { a: 1 } }),
      'views.list': () => ({ route: 'dataCenter/onlineShop' }), 'views.save': () => ({ route: 'dataCenter/onlineShop', name: '甲', query: {} }),
      'record.history': () => ({ entity: 'eshop', key: shop['uniqueId'] }), 'selection.freeze': () => ({ call: 'eshop.list', args: {} }),
      'batch.run': () => ({ call: 'website.delete', keys: ['x'], args: { del_content: '重复' } }),
      'export.run': () => ({ call: 'eshop.list', args: {}, route: 'dataCenter/onlineShop', columns: [{ name: 'shopName' }], title: '甲', keys: [shop['uniqueId']] }),
      'menu.ofRole': () => ({ id: row['id'] }), 'menu.grant': () => ({ roleId: row['id'], menuIds: [] }),
      'org.coordination': () => ({ orgId: row['orgId'] ?? 'org-340400' }), 'role.save': () => ({ id: row['id'], name: row['name'] }),
      'user.save': () => ({ id: row['id'], nickName: row['nickName'] }),
      'org.save': () => ({ orgName: '甲单位', areaCode: '340400', orgType: row['orgType'] }),
    }
    if (own[name]) return own[name]()
    if (!entity || (does ?? '').endsWith('list') || does === undefined) return {}
    return does === 'list' ? {} : { [entity.key]: row[entity.key], id: row['id'], ...(/\.delete$|^delete$/.test(`${name}`) ? { del_content: '重复录入' } : {}) }
  }

  /** Calls about a job or a view need the one that another call has just made. */
  const AFTER: Record<string, string> = {
    'views.delete': 'views.save', 'batch.state': 'batch.run', 'batch.cancel': 'batch.run', 'export.state': 'export.run', 'export.cancel': 'export.run', 'export.file': 'export.run',
  }
  async function made(before: EndpointModel, account: string): Promise<Row> {
    const answer = await send(before, await argumentsFor(before, account), account)
    const { id } = (answer.json() as { data?: { id?: string } }).data ?? {}
    const state = endpoints().find(({ name }) => name === before.name.replace('.run', '.state'))
    // two jobs at a time are allowed, and a file is there when its job is over
    for (let tries = 0; before.name.endsWith('.run') && id && tries < 200; tries++) {
      if (((await send(state as EndpointModel, { id }, account)).json() as { data: { finished: boolean } }).data.finished) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { id }
  }
  async function ask(endpoint: EndpointModel): Promise<LightMyRequestResponse> {
    const before = endpoints().find(({ name }) => name === AFTER[endpoint.name])
    let answer: LightMyRequestResponse | undefined
    for (const account of ACCOUNTS) {
      const declared = new Set(Object.keys(endpoint.params ?? {}))
      const all = before ? await made(before, account) : await argumentsFor(endpoint, account)
      const args = endpoint.params ? Object.fromEntries(Object.entries(all).filter(([name]) => declared.has(name))) : all
      answer = await send(endpoint, args, account)
      if (answer.statusCode === 200 || answer.statusCode === 501) return answer
    }
    return answer as LightMyRequestResponse
  }

  it('R7.01 R7.04 says what every call answers: each is asked, and compared', async () => {
    const differing: string[] = []
    const refused: string[] = []
    const last = ['user.password', 'user.resetPassword', 'auth.logout', 'user.delete', 'role.delete', 'org.delete']
    const order = endpoints().toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name))
    for (const endpoint of order) {
      const answer = await ask(endpoint)
      const [path, method, { responses }] = operations().find(([, , one]) => one.operationId === endpoint.name) as [string, string, Operation]
      const isFile = FILES[endpoint.does ?? ''] !== undefined && answer.statusCode === 200
      if (isFile) {
        expect(Object.keys((responses['200'] as { content: object }).content), endpoint.name).toContain(String(answer.headers['content-type']))
        continue
      }
      const where = answer.statusCode === 200 ? pointer(path, method, '200') : `api#/components/responses/${answer.statusCode === 501 ? 'NotBuilt' : 'Refused'}/content/application~1json/schema`
      if (answer.statusCode === 501) expect(Object.keys(responses), endpoint.name).toContain('501')
      else if (answer.statusCode !== 200) refused.push(`${endpoint.does} ${answer.statusCode} ${answer.body.slice(0, 100)}`)
      if (!ajv.validate({ $ref: where }, answer.json())) differing.push(`${endpoint.name}: ${ajv.errorsText(ajv.errors?.slice(0, 3))} ${answer.body.slice(0, 120)}`)
    }
    expect(differing).toEqual([])
    // these ask for a record in a certain state, a role of one's own or a unit without users: tests of their own bring them
    expect(refused.filter((one) => !/^(menu\.grant|role\.delete|org\.delete|(workflow|clue|carrier|deadku)\.\w+|record\.reveal|one|save|delete) 40/.test(one))).toEqual([])
  })
})
