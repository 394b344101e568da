import { readXlsx } from 'hucre/xlsx'
import { allows } from '../../../../src/core/model/roles.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { mayMake, reachOf } from '../../../../src/server/access/reach.ts'
import type { SignedIn } from '../../../../src/server/access/signed-in.ts'
import { compileJudged } from '../../../../src/server/config/live.ts'
import type { TableRow } from '../../../../src/server/db/database.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import type { EndpointModel, Entity } from '../../../../src/server/db/tables/models.ts'
import { hasTable } from '../../../../src/server/db/tables/own-tables.ts'
import { withProvince } from '../../../../src/server/db/tables/province.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import { readConfigFolder } from '../../../../src/server/start/configuration/config-folder.ts'
import { viewKey } from '../../../../src/supervision/server/tables/carrier-views.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../support/api.ts'
import { ended } from '../../support/wait.ts'
import { share } from '../../../whole.ts'

export const CUSTOMER = '87190'
/** Of the layer: of a county, and of the city. */
export const [COUNTY, CITY] = ['huainan_shouxian', 'huainan_admin']
/** Sees the same rows, and is of no layer. */
export const OTHER = 'admin'
const AREA = { areaCode: '340422', customerId: CUSTOMER, delFlag: 0 }
const EXPORTS = '/api-console/exports'
/** Of the kinds of carriers so many are asked for at each call that has them all. */
const KINDS = 2

type Ask = (name: string, method: 'GET' | 'POST', path: string, body?: object) => Promise<void>

/** Texts of every carrier, the records that repeat them, and all doors that lead to either. */
export class LayerDoors {
  readonly #api: () => Api
  readonly #usual: Partial<Api['services']> = {}

  constructor(api: () => Api) {
    this.#api = api
  }

  get #entities(): Entity[] {
    return [...this.#api().services.entities().values()]
  }
  get carriers(): Entity[] {
    return this.#entities.filter(({ union }) => union !== undefined)
  }
  nameOf = ({ union }: Entity): string => `独有载体壬${union!.kind}号`
  subjectOf = ({ union }: Entity): string => `独有主体癸${union!.kind}号`
  urlOf = ({ union }: Entity): string => `https://mask-${union!.kind}.example/alone`
  /** What is planted of a carrier; its address, where it has one. */
  secretsOf = (entity: Entity): string[] => [
    this.nameOf(entity),
    this.subjectOf(entity),
    ...(entity.union?.columns?.['url'] === undefined ? [] : [this.urlOf(entity)]),
  ]
  get secrets(): string[] {
    return this.carriers.flatMap(entity => [this.nameOf(entity), this.subjectOf(entity)])
  }
  /** Records that repeat the carrier's kind and name. */
  get #copies(): Entity[] {
    return this.#entities.filter(
      entity =>
        hasTable(entity)
        && !entity.view
        && !entity.union
        && entity.fields.some(({ dict }) => dict === 'objectKind')
        && entity.byName.has('objectName'),
    )
  }

  /** Records with tables whose rows repeat carriers: the entity, and the field of the table. */
  get #tables(): [Entity, string][] {
    return this.#entities.flatMap(entity =>
      entity.fields
        .filter(({ fields = {} }) =>
          Object.entries(fields).some(
            ([name, column]) => name === 'objectName' || (column || undefined)?.repeats === 'objectName',
          ),
        )
        .map(({ name }): [Entity, string] => [entity, name]),
    )
  }

  async plant(): Promise<void> {
    for (const entity of this.carriers) await this.#plantOf(entity)
  }
  async #plantOf(entity: Entity): Promise<void> {
    const facts = { ...AREA, subjectName: this.subjectOf(entity), subjectType: '1', orgId: 'org-340422' }
    const url = entity.union!.columns?.['url'] ?? ''
    const row = (of: Entity, values: object): TableRow =>
      withProvince(of, Object.fromEntries(Object.entries(values).filter(([name]) => of.byName.has(name))))
    await this.#api()
      .db.insertInto(entity.name)
      .values({
        ...row(entity, { ...facts, isDead: 1, [url]: this.urlOf(entity) }),
        [entity.key]: `layer-${entity.name}`,
        [entity.title]: this.nameOf(entity),
      })
      .execute()
    const entry = { entity: entity.name, objectId: `layer-${entity.name}`, action: 'record.save', time: chinaTime() }
    const said = (name: string): string => JSON.stringify({ [entity.title]: name, subjectName: this.subjectOf(entity) })
    await this.#api()
      .db.insertInto('sys_audit')
      .values({ ...entry, before: said('旧名'), after: said(this.nameOf(entity)) })
      .execute()
    for (const copy of this.#copies)
      await this.#api()
        .db.insertInto(copy.name)
        .values({
          ...row(copy, {
            ...facts,
            objectKind: entity.union!.kind,
            objectName: this.nameOf(entity),
            objectUrl: this.urlOf(entity),
          }),
          [copy.key]: `layer-${entity.name}`,
        })
        .execute()
    const [title, subject, address] = [this.nameOf(entity), this.subjectOf(entity), this.urlOf(entity)]
    const cells = {
      objectKind: entity.union!.kind,
      objectName: title,
      title,
      objectUrl: address,
      url: address,
      subjectName: subject,
      subject,
    }
    for (const [of, field] of this.#tables)
      await this.#api()
        .db.insertInto(of.name)
        .values({
          ...row(of, { ...facts, toOrg: 'org-340422', org: 'org-340422' }),
          [of.key]: `layer-${entity.name}`,
          [field]: JSON.stringify([
            Object.fromEntries(Object.entries(cells).filter(([name]) => of.byName.get(field)?.fields?.[name])),
          ]),
        })
        .execute()
  }

  /** The customer says this of what each of these carriers is called, and of its subject, and of more that it says. */
  async layer(fact: string, carriers = this.carriers, more: (entity: Entity) => string[] = () => []): Promise<void> {
    const layers = carriers.map(entity => ({
      path: `customers/${CUSTOMER}/entities/${entity.name}.yaml`,
      text: `fields:\n${[...new Set([entity.title, 'subjectName', ...more(entity)])].map(name => `  ${name}: ${fact}\n`).join('')}`,
    }))
    const files = await readConfigFolder(ROOT)
    const paths = new Set(layers.map(({ path }) => path))
    const { configuration, entities } = compileJudged([...files.filter(({ path }) => !paths.has(path)), ...layers])
    const { services } = this.#api()
    Object.assign(this.#usual, { configuration: services.configuration, entities: services.entities })
    Object.assign(services, { configuration: () => configuration, entities: () => entities })
  }
  async clear(): Promise<void> {
    Object.assign(this.#api().services, this.#usual)
    for (const { name, key } of [...this.carriers, ...this.#copies, ...this.#tables.map(([of]) => of)])
      await this.#api().db.deleteFrom(name).where(key, 'like', 'layer-%').execute()
  }

  /** What every list, record, search, choice, history and export says to the person: of a name as a whole, and of all. */
  async said(username: string): Promise<Map<string, string>> {
    const [user, token] = [(await userByName(this.#api().db, username))!, await this.#api().token(username)]
    const answers = new Map<string, string>()
    const hear = (name: string, text: string): unknown => answers.set(name, (answers.get(name) ?? '') + text)
    const ask: Ask = async (name, method, path, body) => {
      const answer = await this.#api().ask(method, path, token, body)
      if (answer.status === 200) hear(name, JSON.stringify(answer.body))
    }
    await this.#rows(user, ask)
    await this.#sheets(user, token, hear)
    for (const carrier of this.carriers) {
      const url = encodeURIComponent(this.urlOf(carrier))
      await ask(`byUrl ${carrier.name}`, 'GET', `/api-console/carrier/byUrl?url=${url}`)
      for (const ref of [carrier.name, 'carrier'])
        await ask('choices', 'POST', '/api-console/choices', { ref, text: this.nameOf(carrier) })
      for (const entity of [carrier, ...this.#copies])
        await ask(
          `history ${entity.name}`,
          'GET',
          `/api-console/history?entity=${entity.name}&key=layer-${carrier.name}`,
        )
      const rule = { entity: carrier.name, text: 'row.subjectType == "1" && row.isDead == 1' }
      await ask(`rule ${carrier.name}`, 'POST', '/api-console/rules/try', rule)
    }
    for (const carrier of share(this.carriers, this.#people++, KINDS)) await this.#searches(carrier, ask)
    return answers
  }
  #people = 0

  async #searches(carrier: Entity, ask: Ask): Promise<void> {
    await ask('find', 'POST', '/api-console/find', { text: this.nameOf(carrier) })
    for (const keyword of [this.nameOf(carrier), `mask-${carrier.union!.kind}.example`]) {
      await ask('selfCheck', 'POST', '/api/selfCheck/search', { keyword })
      await ask('cloud', 'POST', '/api/cloud/search', { keyword, engines: '7' })
    }
  }

  /** The planted rows of an entity, as calls name them: its own, or one of each kind that it repeats. */
  #keysIn({ view, union, name: own }: Entity): string[] {
    if (union) return [`layer-${own}`]
    return this.carriers.map(({ union, name }) => (view ? viewKey(union!.kind, `layer-${name}`) : `layer-${name}`))
  }

  async #rows(user: SignedIn, ask: Ask): Promise<void> {
    const ofTables = this.#tables.map(([of]) => of)
    const inDoors = new Set([...this.carriers, ...this.#copies, ...ofTables].map(({ name }) => name))
    const scoped = this.#api().services.configuration().scope(scopeOf(user))
    for (const [place, endpoint] of [...scoped.calls().values()].entries()) {
      const { name, path, method, handler = '', entity: of = '' } = endpoint
      const entity = this.#api().services.entities().get(of)
      if (!entity || !readsRecords(endpoint, entity) || !mayMake(scoped, user, endpoint)) continue
      if (!inDoors.has(of) && !entity.view) continue
      for (const key of share(this.#keysIn(entity), place, KINDS)) {
        const named = { [entity.key]: key, ...(handler === 'list' ? { pageNo: 1, pageRowNo: 50, pageFlag: 1 } : {}) }
        const query = new URLSearchParams(named as Record<string, string>).toString()
        if (method === 'GET') await ask(name, 'GET', `${path}?${query}`)
        else await ask(name, 'POST', path, named)
      }
    }
  }

  /** Exports of the planted rows, with all columns that a page has. */
  async #sheets(user: SignedIn, token: string, hear: (name: string, text: string) => unknown): Promise<void> {
    const scoped = this.#api().services.configuration().scope(scopeOf(user))
    const exported = new Set<string>()
    for (const route of reachOf(scoped, user).pages) {
      const page = scoped.page(route)
      const entity = this.#api()
        .services.entities()
        .get(page?.kind === 'list' ? page.entity.name : '')
      if (page?.kind !== 'list' || !entity || !page.export || exported.has(entity.name)) continue
      if (!entity.view && !entity.union) continue
      exported.add(entity.name)
      const columns = page.columns.filter(({ roles }) => allows(roles, user)).map(({ name }) => ({ name }))
      const order = { route, call: page.source.name, keys: this.#keysIn(entity), columns, title: '名单' }
      const { status, body } = await this.#api().ask<{ id: string }>('POST', EXPORTS, token, order)
      if (status === 403) continue
      if (!body.data) throw new Error(`no export of ${route}: ${status} ${body.resultMsg}`)
      const { id } = body.data
      await ended(this.#api(), token, EXPORTS, id)
      const file = await this.#api().app.inject({
        method: 'POST',
        url: `/prod-api${EXPORTS}/file`,
        payload: { id },
        headers: { authorization: `Bearer ${token}` },
      })
      hear(`export ${entity.name}`, JSON.stringify((await readXlsx(file.rawPayload)).sheets[0]?.rows))
    }
  }
}

/** Lists, and what reads one record by its key, whatever the call makes of it. */
const readsRecords = ({ handler = '', names = [], changes }: EndpointModel, { key }: Entity): boolean =>
  /^(list|one)$/.test(handler) || (!changes && names.includes(key))

export const leaks = (answers: ReadonlyMap<string, string>, secrets: readonly string[]): string[] =>
  [...answers].flatMap(([name, text]) => secrets.filter(one => text.includes(one)).map(one => `${name}: ${one}`))
