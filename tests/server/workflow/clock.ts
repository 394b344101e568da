import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { passTime, type HourlyCounts } from '../../../src/server/hourly/clock.ts'
import type { Api } from '../support/api.ts'
import { withWorkflow } from '../support/with-workflow.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'

const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }

export function clockContract(api: () => Api): void {
  const faults: unknown[] = []
  const pass = (now: string): Promise<HourlyCounts> => passTime(api().services, now, error => faults.push(error))
  const rowsOf = (table: string, field: string, key: string) =>
    api().db.selectFrom(table).selectAll().where(field, '=', key).execute()

  describe('time', () => {
    it('marks what is past a limit, warns its unit once, and leaves the rest', async () => {
      const late = await clueIn(api(), '30', { ...COUNTY, limitTime: '2026-01-10 09:00:00' })
      const step = await clueIn(api(), '20', {
        ...COUNTY,
        limitTime: '2099-01-10 09:00:00',
        stepTime: '2026-01-10 09:00:00',
      })
      const early = await clueIn(api(), '30', { ...COUNTY, limitTime: '2026-01-10 09:00:01' })
      const closed = await clueIn(api(), '60', { ...COUNTY, limitTime: '2026-01-10 09:00:00', finishState: 1 })
      await pass('2026-01-10 09:00:01')
      expect(
        await Promise.all([late, step, early, closed].map(async key => (await clueRow(api(), key))['overdue'])),
      ).toEqual([1, 1, 0, 0])
      await pass('2026-01-10 09:00:01')
      expect(await rowsOf('message', 'bizId', late)).toMatchObject([
        { msgKind: '4', toOrgs: 'org-350102', title: '超期预警：样例网店' },
      ])
      expect(await rowsOf('sys_audit', 'objectId', late)).toMatchObject([
        { action: 'system.overdue', username: 'system' },
      ])
      expect(faults).toEqual([])
    })

    it('is up, paused and warned of as the customer of each record has it, for its records alone', async () => {
      const other = { customerId: '107587', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }
      const [limit, step] = [{ limitTime: '2026-01-10 09:00:00' }, { stepTime: '2026-01-10 09:00:00' }]
      const both = async (state: string, more: object): Promise<[string, string]> => [
        await clueIn(api(), state, { ...COUNTY, ...more }),
        await clueIn(api(), state, { ...other, ...more }),
      ]
      // one customer pauses handling, has no limit of a step, and warns by another kind of message; it also archives sooner
      const keys = {
        paused: await both('30', limit),
        step: await both('20', step),
        said: await both('20', limit),
        after: await both('60', { stateTime: '2026-01-05 09:00:00' }),
      }
      const changed = withWorkflow(api(), '200035', 'clue', doc => {
        Object.assign(doc.states?.['30'] ?? {}, { pauses: true })
        delete doc.record?.stateDue
        Object.assign(doc.message ?? {}, { overdue: '3' })
        Object.assign(doc.transitions?.['archive'] ?? {}, { after: 2 })
      })
      try {
        await pass('2026-01-10 09:00:01')
      } finally {
        changed.restore()
      }
      const marks = async (of: readonly string[]) =>
        Promise.all(of.map(async key => (await clueRow(api(), key))['overdue']))
      expect([await marks(keys.paused), await marks(keys.step), await marks(keys.said)]).toEqual([
        [0, 1],
        [0, 1],
        [1, 1],
      ])
      const kinds = await Promise.all(keys.said.map(key => rowsOf('message', 'bizId', key)))
      expect(kinds).toMatchObject([[{ msgKind: '3' }], [{ msgKind: '4' }]])
      const states = await Promise.all(keys.after.map(async key => (await clueRow(api(), key))['resultStatus']))
      expect(states).toEqual(['80', '60'])
      expect(faults).toEqual([])
    })

    it('archives a clue thirty days after its end, by itself alone', async () => {
      const [city] = [await api().token('fj_fuzhou')]
      const keys = {
        young: await clueIn(api(), '60', { ...COUNTY, stateTime: '2026-01-02 09:00:00' }),
        done: await clueIn(api(), '60', { ...COUNTY, stateTime: '2026-01-01 09:00:00' }),
        filed: await clueIn(api(), '65', { ...COUNTY, stateTime: '2025-12-01 09:00:00' }),
      }
      expect(await mayOf(api(), city, keys.done)).not.toContain('archive')
      expect((await take(api(), city, keys.done, 'archive')).status).toBe(403)
      expect((await pass('2026-01-31 09:00:00')).taken).toBeGreaterThanOrEqual(2)
      expect(await clueRow(api(), keys.done)).toMatchObject({
        resultStatus: '80',
        finishState: 1,
        stateTime: '2026-01-31 09:00:00',
      })
      expect(await clueRow(api(), keys.filed)).toMatchObject({ resultStatus: '80' })
      expect(await clueRow(api(), keys.young)).toMatchObject({ resultStatus: '60' })
      expect(await rowsOf('clueRoute', 'resultId', keys.done)).toMatchObject([
        { action: 'archive', fromStatus: '60', toStatus: '80', fromUser: 'system', actTime: '2026-01-31 09:00:00' },
      ])
      const { body } = await api().ask<{ by: string; actionName: string }[]>(
        'GET',
        `/api-im/ivIdIllegalResult/illegalRoute?resultId=${keys.done}`,
        city,
      )
      expect(body.data).toMatchObject([{ by: '系统', actionName: '归档' }])
      expect(faults).toEqual([])
    })

    it('does what stands behind a record that cannot go on, and tells of that one', async () => {
      const past = { ...COUNTY, limitTime: '2026-01-11 09:00:00' }
      const [stuck, next] = [await clueIn(api(), '30', past), await clueIn(api(), '30', past)]
      const over = { ...COUNTY, stateTime: '2025-12-01 09:00:00' }
      const [held, free] = [await clueIn(api(), '60', over), await clueIn(api(), '60', over)]
      const keys = sql.join([sql.lit(stuck), sql.lit(held)])
      await sql`create function t_hold() returns trigger language plpgsql as $$ begin
        if new."resultId" in (${keys}) then raise exception 'it is held'; end if; return new; end $$`.execute(api().db)
      await sql`create trigger t_hold before update on "illegalResult" for each row execute function t_hold()`.execute(
        api().db,
      )
      try {
        await pass('2026-01-31 09:00:00')
      } finally {
        await sql`drop trigger t_hold on "illegalResult"`.execute(api().db)
        await sql`drop function t_hold`.execute(api().db)
      }
      expect(faults.splice(0).map(String)).toEqual([
        expect.stringMatching('it is held'),
        expect.stringMatching('it is held'),
      ])
      expect((await clueRow(api(), next))['overdue']).toBe(1)
      expect(await clueRow(api(), free)).toMatchObject({ resultStatus: '80' })
      expect([await clueRow(api(), stuck), await clueRow(api(), held)]).toMatchObject([
        { overdue: 0 },
        { resultStatus: '60' },
      ])
      await pass('2026-01-31 09:00:00')
      expect((await clueRow(api(), stuck))['overdue']).toBe(1)
      expect(await clueRow(api(), held)).toMatchObject({ resultStatus: '80' })
      expect(faults).toEqual([])
    })

    it('of a state begins when a clue comes into it', async () => {
      const key = await clueIn(api(), '10', { ...COUNTY, curOrg: 'org-350100' })
      await take(api(), await api().token('fj_fuzhou'), key, 'pf', formOf('pf', 'org-350102'))
      const sent = await clueRow(api(), key)
      const days = (Date.parse(String(sent['stepTime'])) - Date.parse(String(sent['stateTime']))) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(3)
      expect(days).toBeLessThanOrEqual(12)
      expect(String(sent['stepTime']) < String(sent['limitTime'])).toBe(true)
      await take(api(), await api().token('fj_gulou'), key, 'sl')
      expect(await clueRow(api(), key)).toMatchObject({ stepTime: null, limitTime: sent['limitTime'] })
    })
  })
}
