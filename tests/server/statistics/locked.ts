import { describe, expect, it } from 'vitest'
import { listOf, type Figures } from '../../../src/core/contract/statistics.ts'
import type { LockState } from '../../../src/core/contract/locks.ts'
import type { Row } from '../../../src/core/contract/api.ts'
import type { Api } from '../support/api.ts'

interface Board {
  asOf: string
  widgets: Record<string, Figures>
  lock: LockState
}

const TABLE = 'special/statisticalTable'
/** A month that is over, of a county that others see too. */
const AT = { page: TABLE, period: '2026-09', area: '350102' }
const WHERE = { areaCode: '350102', actionTimeStart: '2026-09-01', actionTimeEnd: '2026-09-30' }

export function lockedContract(api: () => Api): void {
  const board = async (who: string, at: Row = AT): Promise<Board> => {
    const { body } = await api().ask<Board>('POST', '/api-console/figures', await api().token(who), at)
    return body.data as Board
  }
  const post = async (who: string, what: 'lock' | 'unlock', args: Row) => {
    const { status, body } = await api().ask('POST', `/api-console/figures/${what}`, await api().token(who), args)
    return [status, body.resultMsg] as const
  }
  const checks = ({ widgets }: Board): Figures => widgets['table'] as Figures

  describe('a table that is locked', () => {
    it('stays as it was, marks what has changed since, and its numbers lead to the lists of today', async () => {
      const before = await board('fj_fuzhou')
      expect(before.lock).toEqual({ state: 'open', may: true, earlier: [] })
      expect(await post('fj_fuzhou', 'lock', AT)).toEqual([200, expect.anything()])
      expect(await post('fj_fuzhou', 'lock', AT)).toEqual([400, '这张报表已被锁定，请刷新'])
      const locked = await board('fj_fuzhou')
      expect(locked.lock).toMatchObject({ state: 'locked', version: 1, intact: true, changed: 0, mayUnlock: true })
      expect(checks(locked).total).toEqual(checks(before).total)

      await api().services.db.insertInto('inspectionRecord').values(inspection('locked-1')).execute()
      const later = await board('fj_fuzhou')
      const online = checks(later).measures.indexOf('online')
      const was = checks(before).total.values[online] ?? 0
      expect(checks(later).total.values[online]).toBe(was)
      expect(checks(later).total.now?.[online]).toBe(was + 1)
      // the total and the row of the part that the check belongs to
      expect(later.lock).toMatchObject({ changed: 2 })
      const list = listOf(checks(later), checks(later).total, 'online')
      expect(list?.filters).toMatchObject({ ...WHERE, actionKind: '1' })
      const behind = await api().list('/api/special/enforcements', await api().token('fj_fuzhou'), {
        ...list?.filters,
        exactTotal: 1,
      })
      expect(behind.totalRecord).toBe(was + 1)
    })

    it('is the same however its period is written, and whoever of the area looks at it', async () => {
      for (const period of ['2026-09-01..2026-09-30', '2026-09']) {
        expect((await board('fj_fuzhou', { ...AT, period })).lock).toMatchObject({ state: 'locked', version: 1 })
        expect((await post('fj_fuzhou', 'lock', { ...AT, period }))[0]).toBe(400)
      }
      expect((await post('fj_fuzhou', 'lock', { ...AT, area: '3501' }))[0]).toBe(400)
    })

    it('is of a customer that covers the area, for those above all customers', async () => {
      const at = { ...AT, area: '350100' }
      const lock = { id: 'locked-part', page: TABLE, period: '2026-09', area: '350100', version: 1, body: 'nothing' }
      const who = { userId: '', userName: '某人', unitName: '', lockTime: '2026-10-02 08:00:00', sha256: '' }
      const { db } = api().services
      await db
        .insertInto('sys_figure_lock')
        .values({ ...lock, ...who, customerId: '87190' })
        .execute()
      expect((await board('admin', at)).lock.state).toBe('open')
      await db.updateTable('sys_figure_lock').set({ customerId: '200035' }).where('id', '=', lock.id).execute()
      // what is kept is none, which is told and leaves the page to be read
      expect((await board('admin', at)).lock).toMatchObject({ state: 'locked', intact: false, changed: 0 })
      await db.deleteFrom('sys_figure_lock').where('id', '=', lock.id).execute()
    })

    it('is of the area whose rows are counted, also for whoever sees all of the customer’s', async () => {
      const { db } = api().services
      const role = { id: 'role-locking', code: '2', name: '全客户', level: '2', dataScope: '4', customerId: '200035' }
      await db
        .insertInto('role')
        .values({ ...role, delFlag: 0 })
        .execute()
      const fuzhou = await db.selectFrom('user').selectAll().where('username', '=', 'fj_gulou').executeTakeFirst()
      await db
        .insertInto('user')
        .values({ ...fuzhou, id: 'user-locking', username: 'locking', roleIds: role.id })
        .execute()
      const { area: _area, ...at } = AT
      expect((await post('locking', 'lock', at))[0]).toBe(200)
      expect((await board('fj_province', at)).lock).toMatchObject({ state: 'locked', version: 1, changed: 0 })
      expect((await board('fj_gulou', { ...at, area: '350102' })).lock).toMatchObject({ changed: 2 })
    })

    it('is what the area and its superiors see; whoever may not unlock is refused, and a reason is asked for', async () => {
      const above = await board('fj_province')
      expect(above.lock).toMatchObject({ state: 'locked', version: 1 })
      const county = await board('fj_gulou')
      expect(county.lock).toMatchObject({ state: 'locked', mayUnlock: false })
      expect((await post('fj_gulou', 'unlock', { ...AT, reason: '录入有误' }))[0]).toBe(403)
      expect(await post('fj_fuzhou', 'unlock', { ...AT, reason: '' })).toEqual([400, expect.anything()])
    })

    it('is another version after it was unlocked with a reason; the former one stays on record', async () => {
      expect((await post('fj_fuzhou', 'unlock', { ...AT, reason: '漏报一次检查' }))[0]).toBe(200)
      const open = await board('fj_fuzhou')
      expect(open.lock).toMatchObject({ state: 'open', may: true })
      expect(open.lock.earlier).toMatchObject([{ version: 1, unlocked: { reason: '漏报一次检查' } }])
      expect(checks(open).total.now).toBeUndefined()
      await post('fj_fuzhou', 'lock', AT)
      const second = await board('fj_fuzhou')
      expect(second.lock).toMatchObject({ state: 'locked', version: 2, changed: 0 })

      const first = await board('fj_fuzhou', { ...AT, version: '1' })
      expect(first.lock).toMatchObject({ state: 'locked', version: 1, former: true, mayUnlock: false, changed: 2 })
      const online = checks(first).measures.indexOf('online')
      expect(checks(first).total.values[online]).toBe((checks(second).total.values[online] ?? 0) - 1)
      const token = await api().token('fj_fuzhou')
      const asked = (version: string) => api().ask('POST', '/api-console/figures', token, { ...AT, version })
      for (const version of ['3', '0', '-1', 'x', '1e0'])
        expect((await asked(version)).body.resultMsg).toBe('没有锁定过这一版，请回到现在')
    })

    it('tells of what is kept and is not what was locked', async () => {
      await api()
        .services.db.updateTable('sys_figure_lock')
        .set({ body: JSON.stringify({ asOf: '2026-10-01 00:00:00', widgets: {} }) })
        .where('version', '=', 2)
        .execute()
      expect((await board('fj_fuzhou')).lock).toMatchObject({ state: 'locked', intact: false })
    })

    it('is a period that is over and an area that one sees whole, of a page that can be locked', async () => {
      const now = { ...AT, period: '2100' }
      expect((await board('fj_fuzhou', now)).lock).toMatchObject({
        state: 'open',
        may: false,
        because: '这一期还没有过完，过完后才能锁定',
      })
      expect((await post('fj_fuzhou', 'lock', now))[0]).toBe(400)
      expect(await post('fj_fuzhou', 'lock', { page: 'special/monitoringStatistics', period: '2026-09' })).toEqual([
        400,
        '这个看板不能锁定',
      ])
    })
  })
}

export const inspection = (id: string, inspectTime = '2026-09-10 10:00:00'): Row => ({
  id,
  areaCode: '350102',
  provinceCode: '35',
  customerId: '200035',
  objectName: '样例网店',
  url: 'https://shop.example',
  objectKind: '1',
  inspectMode: '1',
  inspectTime,
  delFlag: 0,
})
