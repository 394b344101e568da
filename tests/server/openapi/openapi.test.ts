import { specificationIn } from '../../../src/cli/specification.ts'
import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../folders.ts'
import type { LightMyRequestResponse } from 'fastify'
import { changesByGet, isDoneOnce, rewritePath, SUBMISSION_HEADER, type Row } from '../../../src/core/contract/api.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import { HANDLERS as ENGINE } from '../../../src/server/calls/handlers.ts'
import { SUPERVISION } from '../../../src/supervision/server/product.ts'
import { isFileField } from '../../../src/server/attachments/addresses.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { demoPeople, type DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../../src/supervision/server/demo/demo-files.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { ANSWERS as ENGINE_ANSWERS, FILES as ENGINE_FILES } from '../../../src/server/openapi/answers.ts'
import { SERVER_FAULT } from '../../../src/server/answer/refusal.ts'
import { openApi } from '../../../src/server/openapi/document.ts'
import type { Schema } from '../../../src/server/answer/schema.ts'
import { accounts } from '../attack/plant.ts'
import { Browser, equip } from '../../supervision/server/evidence/taking.ts'
import { fileFields, filesOfForms, judgedAddress, oddlySpelt, plantedAddresses } from './planted.ts'
import { AFTER, argumentsFor } from './arguments.ts'
import { Asker } from './asker.ts'
import { formContract } from './forms.ts'
import { asQuery, queriesFor, tries } from './nasty.ts'
import { filledFor } from './violations.ts'
import { watchWrites } from './writes.ts'
import { QUICKER } from '../support/both.ts'
import { startApi, type Api } from '../support/api.ts'
import { allEnded } from '../support/wait.ts'
import { share } from '../../whole.ts'

const HANDLERS = { ...ENGINE, ...SUPERVISION.handlers }
const ANSWERS = { ...ENGINE_ANSWERS, ...SUPERVISION.descriptions.answers }
const FILES = { ...ENGINE_FILES, ...SUPERVISION.descriptions.files }

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: unknown
  responses: Record<string, Schema>
}
interface Document {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { content: object }> }
}

/** Managers of a place first: they have rows of most kinds, and may change them. */
const FIRST = ['huainan_admin', 'admin', 'gz_guiyang', 'huainan_tianjiaan', 'huainan_datong', 'huainan_panji']
const MOST_ASKERS = 6
/** What takes rights or rows away comes when all others have been asked. */
const LAST = ['auth.login', 'user.resetPassword', 'user.delete', 'user.password', 'auth.logout']
const turn = ({ name, handler }: EndpointModel): number =>
  LAST.includes(name) ? 2 + LAST.indexOf(name) : /delete|purge|bury/.test(handler ?? '') ? 1 : 0
/** Two end the session that they are sent in, the third asks another host, which may be there by then. */
const NOT_REPEATED = new Set(['user.password', 'auth.logout'])
/** Of what could stand in a field of files, and of how one's own file can be spelt, at each place that takes files. */
const [ADDRESSES, SPELLINGS] = [3, 1]
/** Of odd queries at each call. */
const QUERIES = 1
const GENERIC = new Set(['list', 'one', 'save', 'delete'])

describe('openapi', () => {
  const opened: { api?: Api; document?: Document; written?: () => Promise<string[]>; lastEntry?: number } = {}
  const api = (): Api => opened.api as Api
  const written = (): Promise<string[]> => (opened.written as () => Promise<string[]>)()
  const document = (): Document => opened.document as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const endpoints = (): EndpointModel[] => api().services.configuration().endpoints()

  beforeAll(async () => {
    opened.api = await startApi(QUICKER)
    equip(api(), new Browser())
    opened.document = openApi(
      api().services.configuration(),
      api().services.entities(),
      SUPERVISION.descriptions,
    ) as unknown as Document
    opened.written = await watchWrites(api().db)
    const { last } = (await api()
      .db.selectFrom('sys_audit')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()) as { last: unknown }
    opened.lastEntry = Number(last ?? 0)
    ajv.addSchema({ ...document(), $id: 'api' })
  })
  afterAll(async () => {
    await opened.api?.services.evidence?.close()
    await opened.api?.close()
  })

  const operations = (): [path: string, method: string, operation: Operation][] =>
    Object.entries(document().paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]): [string, string, Operation] => [path, method, one]),
    )
  const pointer = (path: string, method: string, status: string): string =>
    `api#/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}/responses/${status}/content/application~1json/schema`

  it('R7.01 has every call once, with each parameter of its path, and sound schemas', () => {
    expect(document().openapi).toMatch(/^3\.1\./)
    expect(
      operations()
        .map(([, , { operationId }]) => operationId)
        .sort(),
    ).toEqual(
      endpoints()
        .map(({ name }) => name)
        .sort(),
    )
    for (const [path, , { operationId, parameters = [] }] of operations()) {
      expect(path).toMatch(/^\//)
      const inPath = parameters.filter(one => one.in === 'path').map(({ name }) => name)
      expect(inPath, operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(new Set(parameters.map(one => `${one.in} ${one.name}`)).size, operationId).toBe(parameters.length)
    }
    const refs = [...JSON.stringify(document()).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(
      refs.filter(
        ([, kind = '', name = '']) =>
          !(document().components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name],
      ),
    ).toEqual([])
  })

  it('knows what every handler of our own answers, and which arguments it takes', () => {
    expect(Object.keys(HANDLERS).filter(does => !GENERIC.has(does) && !ANSWERS[does] && !FILES[does])).toEqual([])
    const silent = endpoints().filter(
      ({ handler, in: args, params, entity }) =>
        handler !== undefined && !GENERIC.has(handler) && args !== 'none' && args !== 'multipart' && !params && !entity,
    )
    expect(silent.filter(({ name }) => name !== 'menu.current').map(({ name }) => name)).toEqual([])
  })

  it('R7.01 is served to staff alone, each with the calls and fields that are theirs', async () => {
    const read = async (username?: string): Promise<{ status: number; text: string; calls: string[] }> => {
      const headers = username ? { authorization: `Bearer ${await api().token(username)}` } : {}
      const answer = await api().app.inject({ method: 'GET', url: '/config/openapi.json', headers })
      const { paths = {} } = answer.json() as Partial<Document>
      return {
        status: answer.statusCode,
        text: answer.body,
        calls: Object.values(paths).flatMap(item => Object.values(item).map(one => one.operationId)),
      }
    }
    expect((await read()).status).toBe(401)
    const [nation, town] = [await read('admin'), await read('fj_gudong')]
    expect([nation.status, town.status]).toEqual([200, 200])
    expect(nation.calls).toContain('role.save')
    expect(town.calls).toContain('eshop.list')
    expect(town.calls).not.toContain('role.save')
    expect(town.calls.every(name => nation.calls.includes(name))).toBe(true)
  })

  const people = new Map<string, Asker>()
  let reaches: { username: string; calls: ReadonlySet<string> }[] | undefined
  /** Which calls the pages of each person make. */
  async function reachesNow(): Promise<NonNullable<typeof reaches>> {
    const configuration = api().services.configuration()
    return demoPeople(await readDemo(ROOT)).map(one => ({
      username: one.username,
      calls: reachOf(configuration.scope(scopeOf(one)), one).calls,
    }))
  }

  /** Who may make a call at all, those with rows of their own kind first. */
  async function askersOf({ name, access }: EndpointModel): Promise<Asker[]> {
    const order = (one: DemoAccount): number =>
      FIRST.includes(one.username) ? FIRST.indexOf(one.username) : FIRST.length
    const mayCall = new Set(
      (reaches ??= await reachesNow())
        .filter(({ calls }) => access !== 'page' || calls.has(name))
        .map(who => who.username),
    )
    const may = (await accounts()).filter(({ username }) => mayCall.has(username))
    return may
      .toSorted((a, b) => order(a) - order(b))
      .map(one => {
        const asker = people.get(one.username) ?? new Asker(api(), one)
        people.set(one.username, asker)
        return asker
      })
  }

  /** What another call has made; a file is there when its job is over. */
  async function made(name: string, asker: Asker): Promise<Row> {
    const before = endpoints().find(one => one.name === name) as EndpointModel
    const [args = {}] = await argumentsFor(api(), asker, before, {})
    const { data } = (await asker.send(before, args)).json() as { data?: Row | string }
    const entity = api()
      .services.entities()
      .get(before.entity ?? '')
    const thing: Row = typeof data === 'string' ? { [entity?.key ?? 'id']: data } : (data ?? {})
    const state = endpoints().find(one => one.name === name.replace('.run', '.state')) as EndpointModel
    if (!name.endsWith('.run')) return thing
    const isOver = async (): Promise<boolean> =>
      ((await asker.send(state, { id: thing['id'] })).json() as { data: { finished: boolean } }).data.finished
    await expect.poll(isOver).toBe(true)
    return { id: thing['id'] }
  }

  /** Entries since these tests began, of which no number is given twice: to count the demonstration's takes longer. */
  const auditLength = async (action?: string): Promise<number> =>
    Number(
      (
        await api()
          .db.selectFrom('sys_audit')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('id', '>', opened.lastEntry ?? 0)
          .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
          .executeTakeFirst()
      )?.['n'],
    )
  const jobsEnd = (): Promise<void> => allEnded(api())
  /** A batch of no records, of a label whose rule is followed already, has changed nothing. */
  const mayHaveChanged = ({ changes = [] }: EndpointModel, { statusCode, headers, body }: LightMyRequestResponse) => {
    if (statusCode !== 200 || changes.length === 0) return false
    const isJson = String(headers['content-type']).startsWith('application/json')
    return !isJson || (JSON.parse(body) as { data?: { total?: number } | null }).data?.total !== 0
  }
  /** Calls that changed something and left no trace. */
  const untold: string[] = []
  /** Calls by GET that wrote something, though they say that they change nothing. */
  const secret = new Map<string, string>()

  /**
   * Asks, and notes what a call writes that says it changes nothing. A job that runs beside it may write, too: only
   * what writes each time is meant.
   */
  async function watched(
    asker: Asker,
    endpoint: EndpointModel,
    args: Row,
    more: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    if (endpoint.method !== 'GET' || endpoint.changes?.length) return asker.send(endpoint, args, more)
    for (let tries = 0; ; tries++) {
      await written()
      const answer = await asker.send(endpoint, args, more)
      const tables = await written()
      if (tables.length > 0 && tries === 2) secret.set(endpoint.name, tables.join())
      if (tables.length === 0 || tries === 2) return answer
    }
  }

  /** Who made each call, with which arguments. */
  const taken = new Map<string, { asker: Asker; args: Row }>()
  /** Calls that did again what came again under the same number, or answered otherwise. */
  const twice: string[] = []

  /** The same again, under the same number. */
  async function sendAgain(
    { name, repeatable, changes = [] }: EndpointModel,
    first: string,
    send: () => Promise<LightMyRequestResponse>,
  ): Promise<void> {
    if (repeatable || !isDoneOnce({ name, changes }) || NOT_REPEATED.has(name)) return
    // what a call has begun in the background tells of itself under the call's own name
    await jobsEnd()
    const told = await auditLength(name)
    const { statusCode, body } = await send()
    await jobsEnd()
    if (statusCode !== 200 || body !== first || (await auditLength(name)) !== told)
      twice.push(`${name} ${statusCode} ${body.slice(0, 100)}`)
  }

  /** The first answer of 200 that anybody gets, else the last refusal. */
  async function ask(endpoint: EndpointModel): Promise<LightMyRequestResponse | undefined> {
    let answer: LightMyRequestResponse | undefined
    for (const asker of (await askersOf(endpoint)).slice(0, MOST_ASKERS)) {
      const before = AFTER[endpoint.name]
      const thing = before ? await made(before, asker) : {}
      for (const args of await argumentsFor(api(), asker, endpoint, thing)) {
        const before = await auditLength()
        const number = { [SUBMISSION_HEADER]: randomUUID() }
        answer = await watched(asker, endpoint, args, number)
        if (mayHaveChanged(endpoint, answer) && (await auditLength()) === before) untold.push(endpoint.name)
        if (answer.statusCode === 200) {
          taken.set(endpoint.name, { asker, args })
          await sendAgain(endpoint, answer.body, () => asker.send(endpoint, args, number))
        }
        if (answer.statusCode === 200 || answer.statusCode === 501) return answer
      }
    }
    return answer
  }

  it('R7.03 takes by GET nothing that changes something, unless the client is named in headers, and takes it by POST', async () => {
    const changing = endpoints().filter(changesByGet)
    expect(changing.map(({ name }) => name)).toContain('website.delete')
    // the specification has these by GET, and no other is sent so
    const specified = specificationIn('.')!.calls
    expect(changing.map(({ method, path }) => `${method} ${path}`).filter(call => !specified.includes(call))).toEqual(
      [],
    )
    const nobodys: Record<string, string>[] = [
      {},
      { client_id: 'webApp' },
      { client_secret: 'webApp' },
      { client_id: 'webApp', client_secret: 'x' },
      { 'x-requested-with': 'XMLHttpRequest' },
    ]
    for (const endpoint of changing) {
      const { key } =
        api()
          .services.entities()
          .get(endpoint.entity ?? '') ?? {}
      const [asker = new Asker(api(), (await accounts())[0] as DemoAccount)] = await askersOf(endpoint)
      const given = {
        [endpoint.names?.[0] ?? 'id']: key === undefined ? 'x' : (await asker.rowOf(endpoint.entity ?? ''))[key],
      }
      await written()
      for (const headers of nobodys) {
        const refused = await asker.sendWith(headers, endpoint, given)
        expect([endpoint.name, refused.statusCode, (refused.json() as { resultMsg?: string }).resultMsg]).toEqual([
          endpoint.name,
          403,
          '该接口会改动数据：请用 POST 发送，或带上 client_id 和 client_secret 请求头',
        ])
      }
      expect([endpoint.name, await written()]).toEqual([endpoint.name, []])
      // of what nobody has, each way that is taken comes to the same
      const none = { [endpoint.names?.[0] ?? 'id']: 'nobody' }
      const byGet = await asker.send(endpoint, none)
      const spelt = await asker.sendWith({ 'client-id': 'webApp', 'client-secret': 'webApp' }, endpoint, none)
      const byPost = await asker.sendWith({}, { ...endpoint, method: 'POST', in: 'body' }, none)
      expect([endpoint.name, spelt.body, byPost.body]).toEqual([endpoint.name, byGet.body, byGet.body])
      expect(byPost.body, endpoint.name).not.toContain('接口不存在')
    }
  })

  it('lets no field of files keep what is no file of ours that the writer may read', async () => {
    const stranger = await api().token('wuhu_city')
    const foreign = await api().upload(stranger, '别人的.pdf')
    const wrong: string[] = []
    const tried: string[] = []
    const token = await api().token('huainan_admin')
    const uploaded = await api().upload(token)
    const forms = filesOfForms(api())
    for (const [at, place] of forms.entries()) {
      const name = `${place.entity.name} ${place.transition.label} ${place.field.name}`
      const judge = (address: string): ReturnType<typeof judgedAddress> => judgedAddress(api(), token, place, address)
      expect(await judge(uploaded), name).toEqual({ kept: uploaded })
      for (const address of [foreign, ...share(plantedAddresses(uploaded), at, ADDRESSES)])
        if (!(await judge(address)).error) wrong.push(`${name} takes ${address}`)
      // the writer's own file, however it is spelt, is kept in one spelling or not at all
      for (const address of share(oddlySpelt(uploaded), at, SPELLINGS))
        if (![uploaded, undefined].includes((await judge(address)).kept as string | undefined))
          wrong.push(`${name} keeps ${address}`)
    }
    const saving = endpoints().filter(
      ({ handler = '', entity, changes, params }) =>
        changes
        && !params
        && !/^(workflow|delete)/.test(handler)
        && fileFields(
          api()
            .services.entities()
            .get(entity ?? ''),
        ).length > 0,
    )
    for (const [at, endpoint] of saving.entries()) {
      const entity = api()
        .services.entities()
        .get(endpoint.entity ?? '') as Entity
      for (const asker of (await askersOf(endpoint)).slice(0, MOST_ASKERS)) {
        const own = await asker.file()
        const before = AFTER[endpoint.name]
        const form = filledFor(api(), asker, endpoint, entity)
        const shown = form.fields.filter(isFileField).map(({ name }) => name)
        // examples know no patterns: what may stay empty does
        const empty = Object.fromEntries(
          form.fields
            .filter(({ pattern, required }) => pattern !== undefined && !required)
            .map(({ name }) => [name, '']),
        )
        const argsNow = async (): Promise<Row> => ({
          ...(await form.all({ ...empty, ...form.showing(shown) })),
          ...(await argumentsFor(api(), asker, endpoint, before ? await made(before, asker) : {}))[0],
        })
        const all = (address: string, names = shown): Row => Object.fromEntries(names.map(name => [name, address]))
        const args = await argsNow()
        const answer = await asker.send(endpoint, { ...args, ...all(own) })
        if (answer.statusCode !== 200) continue
        const { data } = answer.json() as { data: Row | string }
        const row =
          (await api()
            .db.selectFrom(entity.name)
            .selectAll()
            .where(entity.key, '=', String(typeof data === 'string' ? data : (data[entity.key] ?? args[entity.key])))
            .executeTakeFirst()) ?? {}
        const kept = fileFields(entity)
          .map(({ name }) => name)
          .filter(name => row[name] === own)
        tried.push(...kept.map(name => `${endpoint.name}.${name}`))
        if (kept.length === 0) break
        const again = await argsNow()
        for (const address of [foreign, ...share(plantedAddresses(own), at, ADDRESSES)]) {
          const { errors = {} } = (await asker.send(endpoint, { ...again, ...all(address, kept) })).json() as {
            errors?: Record<string, string>
          }
          wrong.push(...kept.filter(name => !errors[name]).map(name => `${endpoint.name}.${name} takes ${address}`))
        }
        break
      }
    }
    expect(wrong).toEqual([])
    // whatever a page lets somebody fill in has been tried
    const scoped = api().services.configuration().scope({})
    const filled = Object.keys(scoped.manifest.pages).flatMap(route => {
      const one = scoped.page(route)
      return one?.kind === 'form'
        ? one.sections.flatMap(({ fields }) =>
            fields.flatMap(field => (isFileField(field) ? [`${one.call.name}.${field.name}`] : [])),
          )
        : []
    })
    expect(filled.length).toBeGreaterThan(5)
    expect(filled.filter(place => !tried.includes(place) && !place.startsWith('illegalResult.handle'))).toEqual([])
  })

  it('R7.01 R7.04 says what every call answers, each asked with what it takes; what changes something is in the audit trail', async () => {
    const differing: string[] = []
    const refused: string[] = []
    const unreached: string[] = []
    const order = endpoints().toSorted((a, b) => turn(a) - turn(b))
    for (const endpoint of order) {
      const answer = await ask(endpoint)
      if (!answer) {
        unreached.push(endpoint.name)
        continue
      }
      const [path, method, { responses }] = operations().find(([, , one]) => one.operationId === endpoint.name) as [
        string,
        string,
        Operation,
      ]
      const isFile = FILES[endpoint.handler ?? ''] !== undefined && answer.statusCode === 200
      if (isFile) {
        expect(Object.keys((responses['200'] as { content: object }).content), endpoint.name).toContain(
          String(answer.headers['content-type']),
        )
        continue
      }
      const where =
        answer.statusCode === 200
          ? pointer(path, method, '200')
          : `api#/components/responses/${answer.statusCode === 501 ? 'NotBuilt' : 'Refused'}/content/application~1json/schema`
      if (answer.statusCode === 501) expect(Object.keys(responses), endpoint.name).toContain('501')
      else if (answer.statusCode !== 200)
        refused.push(`${endpoint.name} ${answer.statusCode} ${answer.body.slice(0, 100)}`)
      if (!ajv.validate({ $ref: where }, answer.json()))
        differing.push(`${endpoint.name}: ${ajv.errorsText(ajv.errors?.slice(0, 3))} ${answer.body.slice(0, 120)}`)
    }
    expect(differing).toEqual([])
    expect(refused).toEqual([])
    expect(untold).toEqual([])
    expect(Object.fromEntries(secret)).toEqual({})
    expect(twice).toEqual([])
    // no page of anybody makes these yet, so nobody may: the attack test sees them refused
    const { pages } = api().services.configuration().scope({}).manifest
    const called = new Set(Object.values(pages).flatMap(page => page.calls))
    expect(unreached.filter(name => called.has(name))).toEqual([])
  })

  it('R8.03 answers whatever stands in an argument, in words and with no fault', async () => {
    const faults: string[] = []
    const judge = (said: string, { statusCode, body }: { statusCode: number; body: string }): void => {
      if ((statusCode >= 500 && statusCode !== 501) || body.includes(SERVER_FAULT))
        faults.push(`${said} → ${statusCode} ${body.slice(0, 100)}`)
    }
    const order = endpoints()
      .filter(({ handler, name, in: args }) => handler !== undefined && args !== 'multipart' && name !== 'auth.logout')
      .toSorted((a, b) => turn(a) - turn(b))
    const all = await accounts()
    const askers = new Map<string, Asker>()
    for (const one of tries(order, api().services.entities())) {
      const { asker: before, args = {} } = taken.get(one.endpoint.name) ?? {}
      const account = all.find(({ username }) => username === (before?.username ?? 'huainan_admin')) as DemoAccount
      // with sessions of their own: what came before may have ended theirs
      const asker = askers.get(account.username) ?? new Asker(api(), account)
      askers.set(account.username, asker)
      const given = one.endpoint.in === 'body' ? { ...args, [one.name]: one.value } : { ...args, ...asQuery(one) }
      judge(
        `${one.endpoint.name} ${one.name} ${JSON.stringify(one.value).slice(0, 60)}`,
        await asker.send(one.endpoint, given),
      )
    }
    const headers = { authorization: `Bearer ${await api().token('huainan_admin')}` }
    const addresses = [
      ...order
        .filter(({ in: args }) => args !== 'body')
        .map(({ method, path, names }) => ({
          method,
          path: `/prod-api${rewritePath(path)
            .replace('{tenant}', '/api')
            .replace(/\{\w+\}/g, 'x')}`,
          name: names?.[0] ?? 'id',
        })),
      ...['route', 'lang'].map(name => ({ method: 'GET' as const, path: '/config/boot', name })),
      { method: 'GET' as const, path: '/config/public', name: 'x' },
      { method: 'GET' as const, path: '/file/x/y', name: 'x' },
    ]
    for (const [i, { method, path, name }] of addresses.entries()) {
      const queries = queriesFor(name)
      for (const query of path.startsWith('/config') ? queries : share(queries, i, QUERIES))
        judge(
          `${method} ${path}?${query.slice(0, 60)}`,
          await api().app.inject({ method, url: `${path}?${query}`, headers }),
        )
    }
    expect(faults).toEqual([])
  })

  // what it plants is nobody else's sample
  formContract(api)
})
