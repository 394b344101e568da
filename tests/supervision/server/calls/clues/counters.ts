import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { ListPage } from '../../../../../src/core/contract/configuration.ts'
import { compileExpression } from '../../../../../src/core/expression/index.ts'
import type { Api } from '../../../../server/support/api.ts'

const BASE = '/api-im/ivIdIllegalResult'
interface Counters {
  illegals: { number: number; type: string }
  illegalCasePush: { number: number; type: string }
  illegalDetail: { number: number; type: string }
}

export function clueContract(api: () => Api): void {
  const stored = async (where: string): Promise<number> => {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from "illegalResult" where "delFlag" = 0 and ${sql.raw(where)}`.execute(api().db)
    return Number(rows[0]?.n)
  }

  describe('clues', () => {
    it('of the demonstration stand in every state and in many areas', async () => {
      expect(await stored('true')).toBeGreaterThan(350)
      const { rows } = await sql<{
        s: number
        a: number
        numbers: number
        n: number
      }>`select count(distinct "resultStatus") as s, count(distinct left("areaCode", 4)) as a,
        count(distinct "clueNo") as numbers, count(*) as n from "illegalResult"`.execute(api().db)
      expect(Number(rows[0]?.s)).toBe(13)
      expect(Number(rows[0]?.a)).toBeGreaterThan(10)
      expect(Number(rows[0]?.numbers)).toBe(Number(rows[0]?.n))
    })

    it('R7.05 are counted as new by the default call where the own unit has them, as in its tab', async () => {
      const count = async (user: string, more: object = {}): Promise<unknown> => {
        const { body } = await api().ask<{ totalRecord: number }>(
          'POST',
          `${BASE}/countClues`,
          await api().token(user),
          { illegalSource: 9999, type: '', pageFlag: 1, pageNo: 1, pageRowNo: 10, ...more },
        )
        return [body.resultCode, body.data?.totalRecord]
      }
      const own = (unit: string): Promise<number> => stored(`"resultStatus" = '20' and "curOrg" = '${unit}'`)
      expect(await own('org-350102')).toBeGreaterThan(0)
      for (const [user, unit] of [
        ['fj_gulou', 'org-350102'],
        ['fj_fuzhou', 'org-350100'],
        ['fj_province', 'org-350000'],
      ] as const)
        expect(await count(user)).toEqual(['0', await own(unit)])
      expect(await count('fj_gulou', { illegalSource: '1' })).toEqual([
        '0',
        await stored(`"resultStatus" = '20' and "illegalSource" = '1' and "curOrg" = 'org-350102'`),
      ])
      const { body } = await api().ask<{ totalRecord: number }>(
        'POST',
        `${BASE}/queryListNew`,
        await api().token('fj_gulou'),
        { resultStatus: '20', curOrg: 'org-350102', pageNo: 1, pageRowNo: 10, pageFlag: 1 },
      )
      expect(body.data?.totalRecord).toBe(await own('org-350102'))
      expect((await api().ask('POST', `${BASE}/countClues`, undefined, {})).status).toBe(401)
    })

    it('R7.05 are counted as sent and unsent for the customer that asks so', async () => {
      const { body } = await api().ask<{ wjDataUnSendList: object[]; wjDataSendList: object[] }>(
        'GET',
        `${BASE}/countSent`,
        await api().token('shandong_province'),
      )
      expect(body.code).toBe(1)
      expect(body.data?.wjDataUnSendList).toHaveLength(
        await stored(`"resultStatus" in ('10','40') and "areaCode" like '37%'`),
      )
      expect(body.data?.wjDataSendList).toHaveLength(
        await stored(`"resultStatus" in ('20','30','35','50','55') and "areaCode" like '37%'`),
      )
    })

    it('R7.05 R6.03 are counted by role, from the customer’s day to tomorrow', async () => {
      const count = async (user: string, more: object = {}): Promise<unknown> => {
        const { body } = await api().ask('POST', `${BASE}/countByRole`, await api().token(user), {
          illegalSource: '9999',
          ...more,
        })
        const { filters, ...counts } = body.data as { filters: object }
        expect(filters).toBeTypeOf('object')
        return [body.code, counts]
      }
      const ownOf = (org: string): string =>
        `"areaCode" like '3404%' and "foundTime" >= '2025-01-01' and "curOrg" = '${org}'`
      const recent = ownOf('org-340400')
      const illegals = await stored(`"resultStatus" in ('20','30','35') and ${recent}`)
      const illegalDetail = await stored(`"resultStatus" in ('00','10','15','40','50') and ${recent}`)
      expect(await count('huainan_admin')).toEqual([1, { illegals, illegalDetail }])
      const ofBrigade = `"resultStatus" in ('20','30','35') and ${ownOf('org-340402-执法大队')}`
      expect(await count('huainan_datong_dadui')).toEqual([1, { illegals: await stored(ofBrigade) }])
      const own = await stored(
        `"resultStatus" in ('00','10','15','40','50') and ${ownOf('org-340400-药品科')} and coalesce("productField", '') in ('', '1')`,
      )
      expect(own).toBeGreaterThan(0)
      expect(await count('huainan_yaopin')).toEqual([1, { illegalDetail: own }])
      expect(await count('huainan_admin', { finishState: 1 })).toEqual([1, { illegals, illegalDetail: 0 }])
      expect(await count('huainan_admin', { startTime: '2099-01-01' })).toEqual([1, { illegals: 0, illegalDetail: 0 }])
      const wrong = await api().ask('POST', `${BASE}/countByRole`, await api().token('huainan_admin'), {
        startTime: 'soon',
      })
      expect(wrong.body).toMatchObject({ code: 0, msg: '参数 startTime 应为日期' })
    })

    it('R7.05 are the rows that the list shows with the filters of the answer, for each customer’s count', async () => {
      const listed = async (user: string, filters: object): Promise<unknown> =>
        (
          await api().ask<{ totalRecord: number }>('POST', `${BASE}/queryListNew`, await api().token(user), {
            ...filters,
            pageNo: 1,
            pageRowNo: 1,
            pageFlag: 1,
            exactTotal: 1,
          })
        ).body.data?.totalRecord
      type Counted = { filters: object } & Record<string, number | object[]>
      const sum = (all: readonly (number | object[] | undefined)[]): number =>
        all.reduce<number>((n, one) => n + (Array.isArray(one) ? one.length : (one ?? 0)), 0)
      for (const [method, path, names, users] of [
        ['POST', 'countClues', ['totalRecord'], ['fj_gulou', 'fj_fuzhou', 'gz_guiyang', 'admin']],
        ['GET', 'countSent', ['wjDataUnSendList'], ['shandong_province', 'fj_fuzhou']],
        ['POST', 'countByRole', ['illegals', 'illegalDetail'], ['huainan_admin', 'huainan_yaopin', 'huainan_datong']],
      ] as const)
        for (const user of users) {
          const answer = await api().ask<Counted>(method, `${BASE}/${path}`, await api().token(user), {})
          const { filters, ...counts } = answer.body.data as Counted
          expect([path, user, await listed(user, filters)]).toEqual([path, user, sum(names.map(name => counts[name]))])
        }
    })

    it('R4.05 R3.05 make the badges of the menu, dangerous when one is overdue', async () => {
      const { body } = await api().ask<Counters>(
        'POST',
        `${BASE}/countCornerMarkNum`,
        await api().token('fj_fuzhou'),
        {},
      )
      const area = `"areaCode" like '3501%' and "curOrg" = 'org-350100'`
      const counter = async (states: string): Promise<object> => ({
        number: await stored(`"resultStatus" in (${states}) and ${area}`),
        type: (await stored(`"resultStatus" in (${states}) and overdue = 1 and ${area}`)) > 0 ? 'danger' : 'warning',
      })
      expect(body.data).toEqual({
        illegals: await counter(`'20','30','35'`),
        illegalCasePush: await counter(`'10','15','40','50'`),
        illegalDetail: await counter(`'00'`),
      })
      const { body: above } = await api().ask<Counters>(
        'POST',
        `${BASE}/countCornerMarkNum`,
        await api().token('admin'),
        {},
      )
      expect(await stored(`"resultStatus" in ('20','30','35')`)).toBeGreaterThan(0)
      expect(above.data?.illegals).toEqual({ number: 0, type: 'warning' })
      const none = await api().ask<Counters>('POST', `${BASE}/countCornerMarkNum`, await api().token('fj_province'), {
        illegalSource: '13',
      })
      expect(none.body.data?.illegals.type).toBe(
        none.body.data?.illegals.number === 0 ? 'warning' : none.body.data?.illegals.type,
      )
    })

    const PAGES = ['Case', 'CasePush', 'Details'].map(name => `illegalClues/${name}`)
    /** what the console sends for the tabs of a list */
    const tabsOf = async (user: string, route: string): Promise<Record<string, Record<string, string>>> => {
      const { configuration, db } = api().services
      const found = await db
        .selectFrom('user')
        .select(['id', 'orgId', 'customerId', 'areaCode'])
        .where('username', '=', user)
        .executeTakeFirst()
      const of = { user: found, option: {}, today: '2026-01-31' }
      const page = configuration()
        .scope({ customer: String(found?.['customerId'] ?? ''), area: String(found?.['areaCode'] ?? '') })
        .page(route) as ListPage
      return Object.fromEntries(
        (page.tabs ?? []).map(tab => [
          tab.name,
          Object.fromEntries(
            Object.entries(tab.filters).map(([name, fixed]) => [
              name,
              'value' in fixed ? fixed.value : String(compileExpression(fixed.expression)(of)),
            ]),
          ),
        ]),
      )
    }

    const SECTIONS = ['huainan_yaopin', 'huainan_qixie']
    const countsOf = async (token: string, tabs: object): Promise<Record<string, number>> => {
      const { body } = await api().ask<Record<string, { number: number; capped: boolean }>>(
        'POST',
        '/api-console/tabs',
        token,
        { call: 'illegalResult.list', args: {}, tabs },
      )
      return Object.fromEntries(Object.entries(body.data ?? {}).map(([name, { number }]) => [name, number]))
    }

    /** Badges and tabs say the same; a section has no counter of what is dispatched, Huainan none of what waits. */
    const expectAlike = (
      badges: Counters | undefined,
      counts: Record<string, Record<string, number>>,
      user: string,
    ) => {
      const { Case, CasePush, Details } = Object.fromEntries(
        Object.entries(counts).map(([route, tabs]) => [route.slice('illegalClues/'.length), tabs]),
      )
      const isHuainan = user.startsWith('huainan')
      expect(badges?.illegalDetail.number).toBe(Details?.[isHuainan ? 'todo' : 'mine'])
      if (!SECTIONS.includes(user))
        expect(badges?.illegals.number).toBe(Number(Case?.['waiting']) + Number(Case?.['working']))
      if (!isHuainan) expect(badges?.illegalCasePush.number).toBe(CasePush?.['todo'])
    }

    it.each(['fj_province', 'fj_fuzhou', 'huainan_admin', ...SECTIONS])(
      'R4.05 R6.03 R7.05 tabs count what their lists hold, and badges what the own unit has of it: %s',
      async user => {
        const token = await api().token(user)
        const counts: Record<string, Record<string, number>> = {}
        for (const route of PAGES) {
          const tabs = await tabsOf(user, route)
          counts[route] = await countsOf(token, tabs)
          for (const [name, filters] of Object.entries(tabs))
            expect([route, name, counts[route]?.[name]]).toEqual([
              route,
              name,
              (await api().list(`${BASE}/queryListNew`, token, filters)).totalRecord,
            ])
        }
        const { body: badges } = await api().ask<Counters>('POST', `${BASE}/countCornerMarkNum`, token, {})
        const { orgId } = await api()
          .db.selectFrom('user')
          .select('orgId')
          .where('username', '=', user)
          .executeTakeFirstOrThrow()
        const ownIn = async (resultStatus: string) =>
          (await api().list(`${BASE}/queryListNew`, token, { resultStatus, curOrg: String(orgId) })).totalRecord
        const isHuainan = user.startsWith('huainan')
        const { body: byDefault } = await api().ask<{ totalRecord: number }>('POST', `${BASE}/countClues`, token, {
          illegalSource: 9999,
        })
        const cases = counts['illegalClues/Case']
        // a section has no say in what is dispatched, and no counter of it
        expect(badges.data?.illegals.number).toBe(SECTIONS.includes(user) ? 0 : await ownIn('20,30,35'))
        expect(byDefault.data?.totalRecord).toBe(cases?.['waiting'])
        expectAlike(badges.data, counts, user)
        expect(badges.data?.illegalDetail.number).toBe(await ownIn(isHuainan ? '00,10,15,40,50' : '00'))
        expect(badges.data?.illegalCasePush.number).toBe(isHuainan ? 0 : await ownIn('10,15,40,50'))
      },
    )

    it('R6.03 lists, records, tabs and exports of a section hold its own products and what is unsorted', async () => {
      const [section, admin] = [await api().token('huainan_yaopin'), await api().token('huainan_admin')]
      const [all, own] = [
        await api().every(`${BASE}/queryListNew`, admin),
        await api().every(`${BASE}/queryListNew`, section),
      ]
      const keysOf = (rows: readonly Row[]) => rows.map(row => row['resultId']).sort()
      expect(keysOf(own)).toEqual(keysOf(all.filter(row => ['', '1'].includes(String(row['productField'] ?? '')))))
      const foreign = all.find(row => row['productField'] === '2')
      const one = async (token: string) =>
        (await api().ask('GET', `${BASE}/viewsDetail?illegalId=${String(foreign?.['resultId'])}`, token)).status
      expect([await one(admin), await one(section)]).toEqual([200, 404])
      const frozen = await api().ask<{ count: number }>('POST', '/api-console/selections', section, {
        call: 'illegalResult.list',
        args: {},
      })
      expect(frozen.body.data?.count).toBe(own.length)
    })

    it('R7.05 a source of 9999 means all of them, in lists, tabs and counts, and no clue has it', async () => {
      const token = await api().token('fj_province')
      const total = async (filters: object): Promise<number> =>
        (await api().list(`${BASE}/queryListNew`, token, filters)).totalRecord
      const all = await total({})
      expect(all).toBeGreaterThan(await total({ illegalSource: '1' }))
      expect(await total({ illegalSource: 9999 })).toBe(all)
      expect(await total({ illegalSource: ['1', '9999'] })).toBe(all)
      const more = { resultStatus: '20' }
      expect(await total({ illegalSource: '9999', ...more })).toBe(await total(more))
      const { body } = await api().ask<Record<string, { number: number }>>('POST', '/api-console/tabs', token, {
        call: 'illegalResult.list',
        args: { illegalSource: '9999' },
        tabs: { waiting: more },
      })
      expect(body.data?.['waiting']?.number).toBe(await total(more))
      expect(await stored(`"illegalSource" = '9999'`)).toBe(0)
    })

    it('tabs are counted within what else is asked for, and only of lists that one may read', async () => {
      const token = await api().token('fj_province')
      const count = (who: string | undefined, call: string, args: object, tabs: unknown) =>
        api().ask<Record<string, { number: number; capped: boolean }>>('POST', '/api-console/tabs', who, {
          call,
          args,
          tabs,
        })
      const { body } = await count(
        token,
        'illegalResult.list',
        { areaCode: '3501' },
        { waiting: { resultStatus: '20' } },
      )
      expect(body.data).toEqual({
        waiting: { number: await stored(`"resultStatus" = '20' and "areaCode" like '3501%'`), capped: false },
      })
      expect((await count(token, 'illegalResult.list', {}, { waiting: { nothing: '1' } })).body.resultMsg).toBe(
        '未知的筛选条件：nothing',
      )
      expect((await count(token, 'auth.userinfo', {}, { all: {} })).status).toBe(400)
      expect((await count(await api().token('fj_gudong'), 'user.list', {}, { all: {} })).status).toBe(403)
      expect((await count(undefined, 'illegalResult.list', {}, { all: {} })).status).toBe(401)
    })
  })
}
