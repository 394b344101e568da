import { readXlsx } from 'hucre/xlsx'
import type { ListPage } from '../../../src/core/contract/configuration.ts'
import { rewritePath } from '../../../src/core/contract/api.ts'
import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import type { EndpointModel } from '../../../src/server/db/tables/models.ts'
import { share } from '../../whole.ts'
import { fewAtATime } from '../support/few.ts'
import { ended } from '../support/wait.ts'
import type { Api } from '../support/api.ts'
import { MARK, type Planted } from './plant.ts'
import { isList, plantedOnly, victims, type Args } from './tries.ts'

/**
 * So many lists are exported, and batches run, by those whose rights another has tried in full: each by others, until
 * all have been.
 */
const BRIEF = 2
const inTurn = <T>(all: readonly T[], turn: number): T[] =>
  Array.from({ length: Math.min(BRIEF, all.length) }, (_, i) => all[(turn * BRIEF + i) % all.length] as T)

/** One account that tries what it should not, and notes every planted row that an answer shows. */
export class Attacker {
  readonly seen: { call: string; row: Planted }[] = []
  readonly faults: string[] = []
  readonly allowed = new Set<string>()
  #api: Api
  #account: DemoAccount
  #all: readonly Planted[]
  #tried: (name: string) => void
  #token = ''
  readonly #refused = new Set<string>()

  constructor(api: Api, account: DemoAccount, all: readonly Planted[], tried: (name: string) => void) {
    this.#api = api
    this.#account = account
    this.#all = all
    this.#tried = tried
  }

  async signIn(): Promise<void> {
    this.#token = await this.#api.token(this.#account.username)
  }

  found(call: string): number {
    return this.seen.filter(one => one.call === call).length
  }

  #note(call: string, text: string): void {
    for (const [, n] of text.matchAll(MARK)) {
      const row = this.#all[Number(n)]
      if (row) this.seen.push({ call, row })
    }
  }

  /** Sent from where the endpoint says that its arguments travel. */
  async ask(endpoint: EndpointModel, args: Args): Promise<{ status: number; data: Record<string, unknown> }> {
    const { name, method, path, in: travels } = endpoint
    const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
    const filled = rewritePath(path)
      .replace('{tenant}', '/api')
      .replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(text(args[one] ?? 'none')))
    const query =
      travels === 'query'
        ? `?${new URLSearchParams(Object.entries(args).map(([key, value]) => [key, text(value)])).toString()}`
        : ''
    const answer = await this.#api.app.inject({
      method,
      url: `/prod-api${filled}${query}`,
      headers: { authorization: `Bearer ${this.#token}`, client_id: 'webApp', client_secret: 'webApp' },
      ...(travels === 'body' ? { payload: args } : {}),
    })
    this.#tried(name)
    // what the caller sent may come back in a message; what it did not know may not
    const sent = JSON.stringify(args)
    this.#note(
      name,
      answer.body.replaceAll(MARK, mark => (sent.includes(mark) && answer.statusCode >= 400 ? '' : mark)),
    )
    if (answer.statusCode >= 500)
      this.faults.push(`${name} ${sent} → ${answer.statusCode} ${answer.body.slice(0, 200)}`)
    if (answer.statusCode === 403 && answer.body.includes('没有权限，请联系管理员')) this.#refused.add(name)
    if (answer.statusCode === 200) this.allowed.add(name)
    const body = answer.headers['content-type']?.toString().includes('json')
      ? (answer.json() as { data?: Record<string, unknown> })
      : {}
    return { status: answer.statusCode, data: body.data ?? {} }
  }

  /** The right to the call itself is looked at before anything else. */
  async isRefused(endpoint: EndpointModel, args: Args): Promise<boolean> {
    await this.ask(endpoint, args)
    return this.#refused.has(endpoint.name)
  }

  async download({ file, entity, area }: Planted): Promise<void> {
    const { fileBase } = this.#api.services.configuration().scope({}).app.api
    const answer = await this.#api.app.inject({
      method: 'GET',
      url: `${fileBase}/${file}`,
      headers: { authorization: `Bearer ${this.#token}` },
    })
    this.#note('file', answer.body)
    if (answer.statusCode === 200) this.faults.push(`the file of ${entity} of ${area} was served`)
  }

  /**
   * What runs after its call: frozen selections, exports with the content of their files, batches. All are begun before
   * the first is waited for. `isOwn`: whether a call at a place among all is this account's to try; where not all are,
   * each list is exported in one of two ways.
   */
  async followUp(
    built: readonly EndpointModel[],
    brief: boolean,
    turn: number,
    isOwn: (place: number) => boolean,
  ): Promise<void> {
    const call = new Map(built.map(one => [one.name, one]))
    const reading = brief ? inTurn(built.filter(isList), turn) : built.filter(isList)
    const allowed = reading
      .map((list, at) => [list, at] as const)
      .filter(([{ name }, at]) => this.allowed.has(name) && (brief || isOwn(at)))
    const exports = await fewAtATime(allowed, async ([list, at]) => {
      const keys = victims(
        this.#account,
        this.#all.filter(row => row.entity === list.entity),
      ).map(row => row.key)
      const { data: frozen } = await this.ask(call.get('selection.freeze')!, {
        call: list.name,
        args: plantedOnly(this.#api.services.entities().get(list.entity ?? '')),
      })
      const ways = [{ keys }, { selectionId: frozen['id'] ?? 'none' }]
      const begun: (string | undefined)[] = []
      for (const way of brief ? [{ keys }] : share<Args>(ways, Math.floor(at / 2), 1))
        begun.push(await this.#export(call, list, way))
      return begun
    })
    const able = built.filter(one => one.changes && one.entity)
    const changing = brief ? inTurn(able, turn) : able.filter((_, at) => isOwn(at))
    const batches = await fewAtATime(changing, async change => {
      const keys = victims(
        this.#account,
        this.#all.filter(row => row.entity === change.entity),
      ).map(row => row.key)
      const { status, data } = await this.ask(call.get('batch.run')!, {
        call: change.name,
        args: { del_content: '越权删除', auditStatus: '0', deadReason: '1' },
        keys,
      })
      return status === 200 ? { name: change.name, id: String(data['id']) } : undefined
    })
    for (const id of exports.flat()) if (id !== undefined) await this.#readExport(id)
    for (const batch of batches) {
      if (!batch) continue
      const { ok } = await ended(this.#api, this.#token, '/api-console/batches', batch.id)
      if (ok > 0) this.faults.push(`a batch of ${batch.name} worked on ${ok} rows of others`)
    }
  }

  /** Through the page that lists them, with all its columns; else any page will do to be refused. */
  async #export(
    call: ReadonlyMap<string, EndpointModel>,
    list: EndpointModel,
    more: Args,
  ): Promise<string | undefined> {
    const { customerId, areaCode } = this.#account
    const scoped = this.#api.services
      .configuration()
      .scope({ ...(customerId ? { customer: customerId } : {}), area: areaCode })
    const page = Object.keys(scoped.manifest.pages)
      .map(route => scoped.page(route))
      .find((one): one is ListPage => one?.kind === 'list' && one.source.name === list.name)
    const columns = page?.columns.map(({ name, label }) => ({ name, label })) ?? []
    const { status, data } = await this.ask(call.get('export.run')!, {
      call: list.name,
      route: page?.route ?? 'dataCenter/onlineShop',
      columns,
      ...more,
    })
    return status === 200 ? String(data['id']) : undefined
  }

  async #readExport(id: string): Promise<void> {
    await ended(this.#api, this.#token, '/api-console/exports', id)
    const file = await this.#api.app.inject({
      method: 'POST',
      url: '/prod-api/api-console/exports/file',
      payload: { id },
      headers: { authorization: `Bearer ${this.#token}` },
    })
    const { sheets } = await readXlsx(file.rawPayload)
    this.#note('export.file', JSON.stringify(sheets))
  }
}
