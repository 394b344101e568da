import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { reachOf } from '../../../../src/server/access/reach.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import { viewKey } from '../../../../src/supervision/server/tables/carrier-views.ts'
import type { Entity } from '../../../../src/server/db/tables/models.ts'
import type { Api } from '../../support/api.ts'
import { withField } from '../../support/with-field.ts'
import { CITY, COUNTY, LayerDoors, leaks, OTHER } from './layer-doors.ts'

/** A widget of one's dashboards that tells rows apart by values of a field. */
async function grouped(api: Api): Promise<{ name: { page: string; widget: string }; entity: string; field: string }> {
  const user = (await userByName(api.db, COUNTY))!
  const scoped = api.services.configuration().scope(scopeOf(user))
  for (const route of reachOf(scoped, user).pages) {
    const page = scoped.page(route)
    for (const { name, query } of page?.kind === 'dashboard' ? page.widgets : []) {
      const model = query && scoped.statistic(query.statistic)
      const by = query?.by.map(one => model?.dimensions[one]).find(one => one?.dict !== undefined)
      if (model && by) return { name: { page: route, widget: name }, entity: model.entity, field: by.field }
    }
  }
  throw new Error('no widget is grouped by a dictionary')
}

/** A layer that masks texts of every carrier, or keeps them to some roles, and all doors to the same data. */
export function layerMaskContract(api: () => Api): void {
  const doors = new LayerDoors(api)
  const openIn = async (username: string): Promise<Set<string | undefined>> =>
    new Set(leaks(await doors.said(username), doors.secrets).map(leak => leak.split(':')[0]))
  /** Doors that others find open in any case: else nothing is proved by what is not said there. */
  const usual = (): string[] => {
    const withUrl = doors.carriers.filter(({ union }) => union?.columns?.['url'] !== undefined)
    const of = ['list', 'one'].map(does => `website.${does}`)
    const each = withUrl.map(({ name }) => `byUrl ${name}`)
    const tables = ['assign', 'selfCheck', 'cloud'].map(name => `${name}.one`)
    return [
      ...tables,
      'assign.inspectIllegal',
      'carrier.list',
      'deadku.list',
      'selfCheck',
      'history website',
      'export deadku',
      ...of,
      ...each,
    ]
  }

  describe('a layer’s mask of every carrier', () => {
    beforeAll(() => doors.plant())
    beforeAll(() => doors.layer('{mask: name}'))
    afterAll(() => doors.clear())

    it('is behind every door to the same data for the layer’s own people, and behind none for others', async () => {
      const own = await doors.said(COUNTY)
      expect(leaks(own, doors.secrets)).toEqual([])
      const hidden = [...own].filter(([, text]) => text.includes('独某某')).map(([name]) => name)
      const open = await openIn(OTHER)
      // what others read whole is there for the layer's own, masked
      expect(hidden.length).toBeGreaterThan(doors.carriers.length)
      expect(usual().filter(name => !hidden.includes(name) || !open.has(name))).toEqual([])
    })

    it('is behind each kind in the lists of all', async () => {
      const [own, other] = [await api().token(COUNTY), await api().token(OTHER)]
      for (const carrier of doors.carriers) {
        const ask = (token: string, filter: object) =>
          api().list('/api-im/dataCenter/linkShopList', token, {
            uniqueId: viewKey(carrier.union!.kind, `layer-${carrier.name}`),
            ...filter,
          })
        expect((await ask(other, {})).list).toMatchObject([{ objectName: doors.nameOf(carrier) }])
        expect((await ask(own, {})).list[0]?.['objectName']).toMatch(/^独某+$/)
        expect((await ask(own, { objectName: '独有载体' })).totalRecord).toBe(0)
        expect((await ask(own, { objectName: doors.nameOf(carrier) })).totalRecord).toBe(1)
      }
    })
  })

  describe('a statistic of a field', () => {
    it.each([{ roles: ['0'] }, { mask: 'name' as const }])(
      'is refused to whom %o keeps the field from, and to nobody else',
      async facts => {
        const { name, entity, field } = await grouped(api())
        const state = async (): Promise<unknown> => {
          const { body } = await api().ask<{ [widget: string]: { state?: string } }>(
            'POST',
            '/api-console/figures',
            await api().token(COUNTY),
            { page: name.page, widgets: [name.widget] },
          )
          return JSON.stringify(body).includes('denied')
        }
        expect(await state()).toBe(false)
        await withField(api().services, [entity, field], facts, async () => expect(await state()).toBe(true))
        expect(await state()).toBe(false)
      },
    )
  })

  describe('a layer’s roles on what every carrier is called', () => {
    beforeAll(() => doors.plant())
    beforeAll(() => doors.layer("{roles: ['2']}"))
    afterAll(() => doors.clear())

    it('are asked at every door to the same data of the layer’s own people, and of nobody else', async () => {
      expect(leaks(await doors.said(COUNTY), doors.secrets)).toEqual([])
      for (const username of [CITY, OTHER]) {
        const open = await openIn(username)
        expect([username, usual().filter(name => !open.has(name))]).toEqual([username, []])
      }
    })

    it('let nobody else filter or sort by it, in the lists of all either', async () => {
      const token = await api().token(COUNTY)
      const ask = (args: object) => api().ask('POST', '/api-im/dataCenter/linkShopList', token, args)
      for (const args of [{ objectName: '独有' }, { subjectName: '独有' }, { orderBy: 'objectName' }])
        expect([args, (await ask({ pageNo: 1, pageRowNo: 5, ...args })).status]).toEqual([args, 400])
      expect((await ask({ pageNo: 1, pageRowNo: 5 })).status).toBe(200)
    })
  })

  describe('a layer’s roles on one kind of carriers', () => {
    const [of, others] = [() => doors.carriers.filter(one => one.name === 'eshop'), () => doors.carriers]
    const addressOf = ({ union }: Entity): string[] => [union?.columns?.['url'] ?? ''].filter(Boolean)
    beforeAll(() => doors.plant())
    beforeAll(() => doors.layer("{roles: ['2']}", of(), addressOf))
    afterAll(() => doors.clear())
    const [shop] = [() => of()[0]!]

    it('hide its name, subject and address in each row that repeats them, and those of no other kind', async () => {
      const own = await doors.said(COUNTY)
      expect(leaks(own, doors.secretsOf(shop()))).toEqual([])
      const open = [...own.values()].join('\n')
      for (const other of others().filter(one => one.name !== shop().name))
        expect([other.name, doors.secretsOf(other).filter(text => !open.includes(text))]).toEqual([other.name, []])
      const above = [...(await doors.said(CITY)).values()].join('\n')
      expect(doors.secretsOf(shop()).filter(text => !above.includes(text))).toEqual([])
    })

    it.each([
      [
        '/api-im/dataCenter/linkShopList',
        'objectName',
        'url',
        (one: Entity) => viewKey(one.union!.kind, `layer-${one.name}`),
      ],
      ['/api/ivIdIllegalResult/queryListNew', 'objectName', 'objectUrl', (one: Entity) => `layer-${one.name}`],
    ])('answer no filter, order or total of %s by what they hide', async (path, name, url, keyOf) => {
      const [own, above] = [await api().token(COUNTY), await api().token(CITY)]
      const site = doors.carriers.find(one => one.name === 'website')!
      const key = path.includes('Illegal') ? 'resultId' : 'uniqueId'
      const count = async (token: string, carrier: Entity, args: object): Promise<number> =>
        (await api().list(path, token, { [key]: keyOf(carrier), ...args })).totalRecord as number
      const found: object[] = [
        { [name]: '独有' },
        { [url]: 'mask-' },
        { subjectName: '独有' },
        { [url]: ['$empty'] },
        { [url]: ['$not', '$empty'] },
        { [url]: ['$not', 'https://another.example/'] },
        { [name]: ['$not', '$empty'] },
      ]
      for (const args of found) {
        const hidden = await count(own, shop(), args)
        expect([args, hidden]).toEqual([args, 0])
        // of another kind, and for whoever sees it, the filter says what it says
        expect([args, await count(own, site, args)]).toEqual([args, await count(above, site, args)])
      }
      expect(await count(own, shop(), {})).toBe(1)
      expect(await count(above, shop(), { [name]: '独有' })).toBe(1)
    })
  })
}
