import { rewritePath } from '../../src/core/contract/api.ts'
import type { Configuration } from '../../src/core/index.ts'
import { scopeOf } from '../../src/core/model/scope.ts'
import { compileJudged } from '../../src/server/config/live.ts'
import { reachOf, type Reach } from '../../src/server/access/reach.ts'
import type { SignedIn } from '../../src/server/access/signed-in.ts'
import type { EndpointModel, Entity } from '../../src/server/db/tables/models.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { demoAccounts, demoPeople, type DemoAccount } from '../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../src/supervision/server/demo/demo-files.ts'
import { forget, ROOT } from '../../tests/folders.ts'
import { environment, ServerProcess } from '../../tests/server/support/process.ts'
import type { Draw } from './draw.ts'

export type Args = Record<string, unknown>
export interface Heard {
  status: number
  text: string
  headers: Headers
  /** what is answered, where it is JSON */
  data: unknown
}

/** Longer than this no answer may take, whatever is asked. */
const LONGEST_MS = 20_000

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A server with the demonstration, everybody who works there, and what its configuration says. */
export class Ground {
  readonly server: ServerProcess
  readonly configuration: Configuration
  readonly entities: ReadonlyMap<string, Entity>
  readonly accounts: readonly DemoAccount[]
  readonly #people: ReadonlyMap<string, SignedIn>
  readonly #tokens = new Map<string, string>()
  readonly #data: string

  private constructor(
    server: ServerProcess,
    data: string,
    { configuration, entities }: ReturnType<typeof compileJudged>,
    accounts: readonly DemoAccount[],
    people: readonly SignedIn[],
  ) {
    this.server = server
    this.#data = data
    this.configuration = configuration
    this.entities = entities
    this.accounts = accounts
    this.#people = new Map(people.map(one => [one.username, one]))
  }

  static async open(): Promise<Ground> {
    // nobody is slowed down by the number of requests: that is tried elsewhere
    const env = await environment({ DEMO: '1', RATE_LIMIT: '100000000' })
    const server = await new ServerProcess(env).running()
    const [files, demo] = [await readConfigFolder(ROOT), await readDemo(ROOT)]
    return new Ground(server, env['DATA_DIR']!, compileJudged(files), demoAccounts(demo), demoPeople(demo))
  }

  async close(): Promise<void> {
    await this.server.stop()
    forget(this.#data)
  }

  get calls(): EndpointModel[] {
    return this.configuration.endpoints().filter(({ handler }) => handler !== undefined)
  }

  person = (username: string): SignedIn => this.#people.get(username)!

  reach(username: string): Reach {
    const user = this.person(username)
    return reachOf(this.configuration.scope(scopeOf(user)), user)
  }

  /** An account that fits, drawn among all. */
  somebody(draw: Draw, fits: (account: DemoAccount) => boolean = () => true): DemoAccount | undefined {
    return draw.one(this.accounts.filter(fits))
  }

  async token(username: string): Promise<string> {
    const known = this.#tokens.get(username)
    if (known !== undefined) return known
    const { password } = this.accounts.find(one => one.username === username)!
    const query = new URLSearchParams({ username, password }).toString()
    const answer = await this.raw('POST', `/prod-api/api-auth/oauth/user/token?${query}`, CLIENT)
    const { access_token: token } = (answer.data ?? {}) as { access_token?: string }
    if (token === undefined) throw new Error(`${username} cannot sign in: ${answer.text}`)
    this.#tokens.set(username, token)
    return token
  }

  async raw(method: string, path: string, headers: Record<string, string>, body?: BodyInit): Promise<Heard> {
    const answer = await fetch(`${this.server.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, text, headers: answer.headers, data: dataIn(text) }
  }

  /** A call with its arguments where it takes them; `token`: undefined for a stranger. */
  async ask(token: string | undefined, call: EndpointModel, args: Args): Promise<Heard> {
    const path = rewritePath(call.path)
      .replace('{tenant}', '/api')
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(args[name] ?? 'none')))
    const inQuery = call.in === 'query' || call.method === 'GET'
    const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, textOf(value)])).toString()
    const headers = { ...CLIENT, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    if (inQuery) return this.raw(call.method, `/prod-api${path}${query ? `?${query}` : ''}`, headers)
    return this.raw(call.method, `/prod-api${path}`, { ...headers, ...JSON_BODY }, JSON.stringify(args))
  }

  async as(username: string, call: EndpointModel | string, args: Args = {}): Promise<Heard> {
    const endpoint = typeof call === 'string' ? this.call(call) : call
    return this.ask(await this.token(username), endpoint, args)
  }

  call(name: string): EndpointModel {
    const found = this.calls.find(one => one.name === name)
    if (!found) throw new Error(`there is no call ${name}`)
    return found
  }
}

const CLIENT = { 'client-id': 'webApp', 'client-secret': 'webApp', client_id: 'webApp', client_secret: 'webApp' }
const JSON_BODY = { 'content-type': 'application/json' }

function dataIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown }).data
  } catch {
    return undefined
  }
}
