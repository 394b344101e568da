import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileJudged } from '../../../../src/server/config/live.ts'
import { readConfigFolder } from '../../../../src/server/start/configuration/config-folder.ts'
import type { Entity } from '../../../../src/server/db/tables/models.ts'
import type { TableRow } from '../../../../src/server/db/database.ts'
import { hasTable } from '../../../../src/server/db/tables/own-tables.ts'
import { withProvince } from '../../../../src/server/db/tables/province.ts'
import { mayMake } from '../../../../src/server/access/reach.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import { ROOT } from '../../../folders.ts'
import { viewKey } from '../../../../src/supervision/server/tables/carrier-views.ts'
import type { Api } from '../../support/api.ts'

const CUSTOMER = '87190'
const OWN = 'huainan_shouxian'
/** Sees the same rows, and is of no layer. */
const OTHER = 'admin'
const AREA = { areaCode: '340422', customerId: CUSTOMER, delFlag: 0 }

/** A layer that masks texts of every carrier, and all doors to the same data. */
export function layerMaskContract(api: () => Api): void {
  const carriers = (): Entity[] => [...api().services.entities().values()].filter(({ union }) => union !== undefined)
  const nameOf = ({ union }: Entity): string => `独有载体壬${union!.kind}号`
  const subjectOf = ({ union }: Entity): string => `独有主体癸${union!.kind}号`
  /** Records that repeat the carrier's kind and name. */
  const copies = (): Entity[] =>
    [...api().services.entities().values()].filter(
      entity =>
        hasTable(entity)
        && !entity.view
        && !entity.union
        && entity.fields.some(({ dict }) => dict === 'objectKind')
        && entity.byName.has('objectName'),
    )
  const has = ({ byName }: Entity, values: object): object =>
    Object.fromEntries(Object.entries(values).filter(([name]) => byName.has(name)))

  const inProvince = (entity: Entity, values: object): TableRow => withProvince(entity, has(entity, values) as TableRow)

  const plantOf = async (entity: Entity): Promise<void> => {
    const facts = { ...AREA, subjectName: subjectOf(entity), subjectType: '1', orgId: 'org-340422' }
    const url = entity.union!.columns?.['url'] ?? ''
    await api()
      .db.insertInto(entity.name)
      .values({
        ...inProvince(entity, { ...facts, isDead: 1, [url]: `https://mask-${entity.union!.kind}.example/` }),
        [entity.key]: `layer-${entity.name}`,
        [entity.title]: nameOf(entity),
      })
      .execute()
    for (const copy of copies())
      await api()
        .db.insertInto(copy.name)
        .values({
          ...inProvince(copy, { ...facts, objectKind: entity.union!.kind, objectName: nameOf(entity) }),
          [copy.key]: `layer-${entity.name}`,
        })
        .execute()
  }

  /** Every list, search and choice that the person may ask for, by the whole of a name and by nothing. */
  async function said(username: string): Promise<Map<string, string>> {
    const [user, token] = [(await userByName(api().db, username))!, await api().token(username)]
    const scoped = api().services.configuration().scope(scopeOf(user))
    const answers = new Map<string, string>()
    const ask = async (name: string, path: string, body: object): Promise<void> => {
      const answer = await api().ask('POST', path, token, body)
      if (answer.status === 200) answers.set(name, (answers.get(name) ?? '') + JSON.stringify(answer.body))
    }
    const inDoors = new Set([...carriers(), ...copies()].map(({ name }) => name))
    for (const endpoint of scoped.calls().values()) {
      const { name, path, handler, entity: of = '' } = endpoint
      const entity = api().services.entities().get(of)
      if (!entity || handler !== 'list' || !mayMake(scoped, user, endpoint)) continue
      if (!inDoors.has(of) && !entity.view) continue
      const keys = carriers().map(carrier =>
        entity.view ? viewKey(carrier.union!.kind, `layer-${carrier.name}`) : `layer-${carrier.name}`,
      )
      for (const key of keys) await ask(name, path, { pageNo: 1, pageRowNo: 50, pageFlag: 1, [entity.key]: key })
    }
    for (const carrier of carriers()) {
      const url = encodeURIComponent(`https://mask-${carrier.union!.kind}.example/`)
      const byUrl = await api().ask('GET', `/api-console/carrier/byUrl?url=${url}`, token)
      answers.set(`byUrl ${carrier.name}`, JSON.stringify(byUrl.body))
      for (const ref of [carrier.name, 'carrier'])
        await ask('choices', '/api-console/choices', { ref, text: nameOf(carrier) })
      for (const entity of [carrier, ...copies()]) {
        const at = `/api-console/history?entity=${entity.name}&key=layer-${carrier.name}`
        answers.set(`history ${entity.name}`, JSON.stringify((await api().ask('GET', at, token)).body))
      }
      await ask('find', '/api-console/find', { text: nameOf(carrier) })
    }
    return answers
  }
  const leaks = (answers: ReadonlyMap<string, string>, secrets: readonly string[]): string[] =>
    [...answers].flatMap(([name, text]) => secrets.filter(one => text.includes(one)).map(one => `${name}: ${one}`))

  describe('a layer’s mask of every carrier', () => {
    const usual: Partial<Api['services']> = {}
    beforeAll(async () => {
      for (const entity of carriers()) await plantOf(entity)
    })
    beforeAll(async () => {
      const layers = carriers().map(({ name, title }) => ({
        path: `customers/${CUSTOMER}/entities/${name}.yaml`,
        text: `fields:\n  ${title}: {mask: name}\n${title === 'subjectName' ? '' : '  subjectName: {mask: name}\n'}`,
      }))
      const files = await readConfigFolder(ROOT)
      const paths = new Set(layers.map(({ path }) => path))
      const { configuration, entities } = compileJudged([...files.filter(({ path }) => !paths.has(path)), ...layers])
      Object.assign(usual, { configuration: api().services.configuration, entities: api().services.entities })
      Object.assign(api().services, { configuration: () => configuration, entities: () => entities })
    })
    afterAll(async () => {
      Object.assign(api().services, usual)
      for (const { name, key } of [...carriers(), ...copies()])
        await api().db.deleteFrom(name).where(key, 'like', 'layer-%').execute()
    })

    it('is behind every door to the same data for the layer’s own people, and behind none for others', async () => {
      const secrets = carriers().flatMap(entity => [nameOf(entity), subjectOf(entity)])
      const own = await said(OWN)
      expect(leaks(own, secrets)).toEqual([])
      const hidden = [...own].filter(([, text]) => text.includes('独某某')).map(([name]) => name)
      const open = new Set(leaks(await said(OTHER), secrets).map(leak => leak.split(':')[0]))
      // what others read whole is there for the layer's own, masked
      expect(hidden.length).toBeGreaterThan(carriers().length)
      const withUrl = carriers().filter(({ union }) => union?.columns?.['url'] !== undefined)
      for (const name of ['carrier.list', 'deadku.list', ...withUrl.map(one => `byUrl ${one.name}`)])
        expect([name, hidden.includes(name), open.has(name)]).toEqual([name, true, true])
    })

    it('is behind each kind in the lists of all', async () => {
      const [own, other] = [await api().token(OWN), await api().token(OTHER)]
      for (const carrier of carriers()) {
        const ask = (token: string, filter: object) =>
          api().list('/api-im/dataCenter/linkShopList', token, {
            uniqueId: viewKey(carrier.union!.kind, `layer-${carrier.name}`),
            ...filter,
          })
        expect((await ask(other, {})).list).toMatchObject([{ objectName: nameOf(carrier) }])
        expect((await ask(own, {})).list[0]?.['objectName']).toMatch(/^独某+$/)
        expect((await ask(own, { objectName: '独有载体' })).totalRecord).toBe(0)
        expect((await ask(own, { objectName: nameOf(carrier) })).totalRecord).toBe(1)
      }
    })
  })
}
