import { describe, expect, it } from 'vitest'
import type { Api } from '../../support/api.ts'

const PREFS = '/api-console/preferences'
const VIEWS = '/api-console/views'
const DRAFTS = '/api-console/drafts'
const TOOLS = '/api-im/data/count'
interface View {
  id: string
  name: string
  query: unknown
  shared: boolean
  mine: boolean
  owner: string
}

export function keptContract(api: () => Api): void {
  it('what people keep for themselves is in the audit trail: who, what and when, not what they typed', async () => {
    const token = await api().token('huainan_qixie')
    const route = 'dataCenter/onlineShop'
    const view = (
      await api().ask<{ id: string }>('POST', VIEWS, token, { route, name: '留痕', query: {}, shared: false })
    ).body.data
    await api().ask('POST', VIEWS, token, { id: view?.id, route, name: '改名', query: {}, shared: false })
    await api().ask('POST', `${VIEWS}/delete`, token, { id: view?.id })
    await api().ask('POST', DRAFTS, token, { form: route, values: { contactPhone: '13800001234' } })
    await api().ask('POST', PREFS, token, { key: 'trail', value: 1 })
    const tool = (
      await api().ask<string>('POST', `${TOOLS}/saveNetworkQuery`, token, { url: 'https://a.example', desc: '甲' })
    ).body.data
    await api().ask('POST', `${TOOLS}/deleteNetworkQuery`, token, { id: tool })
    const trail = await api()
      .db.selectFrom('sys_audit')
      .select(['action', 'entity', 'before', 'after'])
      .where('username', '=', 'huainan_qixie')
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual([
      'views.save',
      'views.save',
      'views.delete',
      'draft.set',
      'prefs.set',
      'networkTool.save',
      'networkTool.delete',
    ])
    expect(trail[1]).toMatchObject({ before: { name: '留痕' }, after: { name: '改名' } })
    expect(JSON.stringify(trail)).not.toContain('13800001234')
    const operations = await api().ask<{ list: { action: string }[] }>(
      'POST',
      '/api-console/operLog',
      await api().token('huainan_admin'),
      { username: 'huainan_qixie', entity: 'draft,view' },
    )
    expect(operations.body.data?.list).toHaveLength(4)
    const names = api().services.configuration().scope({})
    expect([names.dictionary('calls'), names.dictionary('entities')]).toEqual([
      expect.arrayContaining([['views.save', '保存视图']]),
      expect.arrayContaining([
        ['draft', '草稿'],
        ['eshop', '网店'],
      ]),
    ])
  })

  const own = (): Promise<string> => api().token('huainan_datong')

  describe('preferences', () => {
    const get = async (user: string, key: string): Promise<unknown> =>
      (await api().ask('GET', `${PREFS}?key=${key}`, await api().token(user))).body.data
    it('are kept as they were sent, for one user alone', async () => {
      const value = { order: ['b', 'a'], b: { width: 120 }, a: null }
      expect(
        (await api().ask('POST', PREFS, await own(), { key: 'columns:dataCenter/onlineShop', value })).status,
      ).toBe(200)
      expect(JSON.stringify(await get('huainan_datong', 'columns:dataCenter/onlineShop'))).toBe(
        JSON.stringify({ value }),
      )
      expect(await get('huainan_tianjiaan', 'columns:dataCenter/onlineShop')).toBeNull()
      await api().ask('POST', PREFS, await own(), { key: 'columns:dataCenter/onlineShop', value: 7 })
      expect(await get('huainan_datong', 'columns:dataCenter/onlineShop')).toEqual({ value: 7 })
      await api().ask('POST', PREFS, await own(), { key: 'columns:dataCenter/onlineShop', value: null })
      expect(await get('huainan_datong', 'columns:dataCenter/onlineShop')).toBeNull()
    })
    it('are limited, and need a key and a session', async () => {
      const large = await api().ask('POST', PREFS, await own(), { key: 'shell', value: 'x'.repeat(65 * 1024) })
      expect([large.status, large.body.resultMsg]).toEqual([413, '内容过大：value 不能超过 64 KB'])
      expect((await api().ask('GET', PREFS, await own())).status).toBe(400)
      expect((await api().ask('GET', `${PREFS}?key=shell`)).status).toBe(401)
      expect((await api().ask('POST', PREFS, await own(), { key: 'a\u0000b', value: 1 })).status).toBe(400)
    })
  })

  describe('views', () => {
    const route = 'dataCenter/onlineShop'
    const list = async (user: string): Promise<View[]> =>
      (await api().ask<View[]>('GET', `${VIEWS}?route=${route}`, await api().token(user))).body.data ?? []
    const save = async (user: string, view: object): ReturnType<Api['ask']> =>
      api().ask('POST', VIEWS, await api().token(user), { route, query: { b: 1, a: 2 }, shared: false, ...view })

    it('are one’s own, or the unit’s when shared', async () => {
      const mine = (await save('huainan_datong', { name: '我的' })).body.data as { id: string }
      const shared = (await save('huainan_datong', { name: '大家的', shared: true })).body.data as { id: string }
      expect(await list('huainan_datong')).toEqual([
        { id: shared.id, name: '大家的', query: { b: 1, a: 2 }, shared: true, mine: true, owner: '大通区局演示' },
        { id: mine.id, name: '我的', query: { b: 1, a: 2 }, shared: false, mine: true, owner: '大通区局演示' },
      ])
      await api()
        .db.updateTable('user')
        .set({ orgId: 'org-340402' })
        .where('id', '=', 'user-huainan_datong_dadui')
        .execute()
      expect((await list('huainan_datong_dadui')).map(view => [view.name, view.mine])).toEqual([['大家的', false]])
      expect(await list('huainan_tianjiaan')).toEqual([])
      expect((await save('huainan_datong_dadui', { id: shared.id, name: '抢来的' })).status).toBe(404)
      expect(
        (await api().ask('POST', `${VIEWS}/delete`, await api().token('huainan_datong_dadui'), { id: shared.id }))
          .status,
      ).toBe(404)
      expect((await save('huainan_datong', { id: mine.id, name: '改名' })).body.data).toEqual({ id: mine.id })
      for (const { id } of [mine, shared])
        expect((await api().ask('POST', `${VIEWS}/delete`, await own(), { id })).status).toBe(200)
      expect(await list('huainan_datong')).toEqual([])
    })
    it('have a name of 1 to 40, once a list, of a list that one may open', async () => {
      await save('huainan_datong', { name: '重名' })
      const wrong = [{ name: '' }, { name: '长'.repeat(41) }, { name: '重名' }, { name: '无', query: null }]
      for (const view of wrong) expect((await save('huainan_datong', view)).status, JSON.stringify(view)).toBe(400)
      expect((await save('huainan_datong', { name: '别处', route: 'caseClues/nowhere' })).status).toBe(403)
      expect((await save('huainan_shangyao', { name: '别处', route: 'caseClues/user' })).status).toBe(403)
    })
  })

  describe('drafts', () => {
    const get = async (user: string, record = ''): Promise<unknown> =>
      (await api().ask('GET', `${DRAFTS}?form=dataCenter/websiteForm&record=${record}`, await api().token(user))).body
        .data
    it('belong to a user, a form and a record', async () => {
      const set = async (record: string, values: unknown): Promise<number> =>
        (await api().ask('POST', DRAFTS, await own(), { form: 'dataCenter/websiteForm', record, values })).status
      expect(await set('', { siteName: '写到一半' })).toBe(200)
      expect(await set('r1', { siteName: '另一条' })).toBe(200)
      expect(await get('huainan_datong')).toMatchObject({
        values: { siteName: '写到一半' },
        savedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) as string,
      })
      expect(await get('huainan_datong', 'r1')).toMatchObject({ values: { siteName: '另一条' } })
      expect(await get('huainan_tianjiaan')).toBeNull()
      expect(await set('', 'x'.repeat(300 * 1024))).toBe(413)
      expect(await set('', null)).toBe(200)
      expect(await get('huainan_datong')).toBeNull()
    })
  })

  describe('signing in for the day', () => {
    const SIGN = '/api-console/sign-ins'
    const mine = async (month = ''): Promise<{ today: string; days: string[] } | undefined> =>
      (await api().ask<{ today: string; days: string[] }>('GET', `${SIGN}?month=${month}`, await own())).body.data
    it('R4.08 is for today by the clock of the server, and not twice, however many try at once', async () => {
      const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
      expect(await mine()).toEqual({ today, days: [] })
      const token = await own()
      const answers = await Promise.all([1, 2, 3].map(() => api().ask('POST', SIGN, token, {})))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      const refused = answers.find(({ status }) => status === 400)
      expect(refused?.body.resultMsg).toBe('今天已经签到过了')
      expect(await mine()).toEqual({ today, days: [today] })
      expect(await mine('2020-05')).toEqual({ today, days: [] })
      // a day cannot be chosen
      expect(
        (await api().ask('POST', SIGN, await api().token('huainan_tianjiaan'), { day: '2020-05-01' })).status,
      ).toBe(400)
    })
    it('is one’s own, of a month that there is', async () => {
      const other = await api().ask<{ days: string[] }>('GET', SIGN, await api().token('huainan_qixie'))
      expect(other.body.data?.days).toEqual([])
      for (const month of ['2026-13', 'x', '2026-1'])
        expect((await api().ask('GET', `${SIGN}?month=${month}`, await own())).status, month).toBe(400)
    })
  })

  describe('network tools', () => {
    const save = async (body: object): Promise<[number, string | undefined]> => {
      const answer = await api().ask('POST', `${TOOLS}/saveNetworkQuery`, await own(), body)
      return [answer.status, answer.body.resultMsg]
    }
    it('R5.01 need an address with its prefix, and a description', async () => {
      expect(await save({ desc: '查询' })).toEqual([400, '网址不能为空！'])
      expect(await save({ url: 'example.cn', desc: '查询' })).toEqual([400, '请输入http前缀'])
      expect(await save({ url: 'javascript:alert("http://x")', desc: '查询' })).toEqual([400, '请输入http前缀'])
      expect(await save({ url: 'http://a.example', desc: ' ' })).toEqual([400, '描述不能为空！'])
    })
    it('R4.06 are one’s own; several are deleted at once', async () => {
      for (const n of [1, 2, 3]) await save({ url: `https://tool-${n}.example/`, desc: `工具${n}` })
      const list = async (user: string): Promise<{ id: string; desc: string; url: string }[]> =>
        (
          await api().ask<{ id: string; desc: string; url: string }[]>(
            'GET',
            `${TOOLS}/getNetworkQuery`,
            await api().token(user),
          )
        ).body.data ?? []
      const tools = await list('huainan_datong')
      expect(tools.map(tool => tool.desc).sort()).toEqual(['工具1', '工具2', '工具3'])
      expect(Object.keys(tools[0] ?? {}).sort()).toEqual(['desc', 'id', 'url'])
      expect(await list('huainan_tianjiaan')).toEqual([])
      const remove = async (user: string, ids: string[]): Promise<unknown> =>
        (await api().ask('POST', `${TOOLS}/deleteNetworkQuery`, await api().token(user), { id: ids.join() })).body.data
      expect(
        await remove(
          'huainan_tianjiaan',
          tools.map(tool => tool.id),
        ),
      ).toBe(0)
      expect(
        await remove(
          'huainan_datong',
          tools.slice(0, 2).map(tool => tool.id),
        ),
      ).toBe(2)
      expect(await list('huainan_datong')).toHaveLength(1)
    })
  })
}
