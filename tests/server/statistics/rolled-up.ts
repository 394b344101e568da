import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Figures, FiguresProblem } from '../../../src/core/contract/statistics.ts'
import { differences } from '../../../src/server/db/rollups/fill.ts'
import { keepRollups, ROLLUP_TABLES } from '../../../src/server/db/rollups/keep.ts'
import { rollupTables, type RollupPlan } from '../../../src/server/db/rollups/plan.ts'
import { rollupPlansOf } from '../../../src/server/statistics/rollup-plans.ts'
import type { Contract } from '../support/both.ts'

type Widgets = Record<string, Figures | FiguresProblem>
const LOOKS = [
  { period: '2026-06' },
  // begins and ends within a month, begins with one, ends with one, and has no whole one
  { period: '2026-01-05..2026-03-09' },
  { period: '2026-01-01..2026-04-20' },
  { period: '2025-11-12..2026-05-31' },
  { period: '2026-03-17..2026-04-02' },
]
const WIDGETS = [
  'clues',
  'processRate',
  'late',
  'map',
  'trend',
  'byArea',
  'category',
  'state',
  'platformShare',
  'shops',
]
const PEOPLE = ['admin', 'shandong_province', 'huainan_admin']
const OTHER_ROWS = 1000

/** What is asked of statistics is answered alike by rows and by the roll-ups that the database keeps of them. */
export const rolledUpContract: Contract = api => {
  describe('statistics with roll-ups', () => {
    const kept: { plans: RollupPlan[] } = { plans: [] }
    const keep = async (plans: readonly RollupPlan[]): Promise<void> => {
      const { usable, refused } = await keepRollups(api().db, plans, api().services.entities())
      expect(refused).toEqual([])
      kept.plans = usable
    }
    beforeAll(async () => {
      for (const statement of ROLLUP_TABLES) await sql.raw(statement).execute(api().db)
      await keep(rollupPlansOf(api().services.configuration(), api().services.entities()))
    })
    afterAll(async () => {
      delete api().services.rollups
      await keep([])
    })

    const figures = async (username: string, look: object, rollups?: () => RollupPlan[]): Promise<Widgets> => {
      if (rollups) api().services.rollups = rollups
      else delete api().services.rollups
      const token = await api().token(username)
      const { body } = await api().ask<{ widgets: Widgets }>('POST', '/api-console/figures', token, {
        page: 'index/home',
        widgets: WIDGETS,
        ...look,
      })
      return Object.fromEntries(
        Object.entries(body.data?.widgets ?? {}).map(([name, said]) => [name, { ...said, asOf: '' }]),
      )
    }

    it('give everybody the numbers, groups and lists that rows give, in every period', async () => {
      expect(kept.plans.map(({ name }) => name)).toEqual(expect.arrayContaining(['clues', 'shops']))
      for (const username of PEOPLE)
        for (const look of LOOKS) {
          const fromRows = await figures(username, look)
          expect(Object.keys(fromRows)).toHaveLength(WIDGETS.length)
          expect(await figures(username, look, () => kept.plans), `${username} ${JSON.stringify(look)}`).toEqual(
            fromRows,
          )
        }
    })

    it('are answered from rows once the roll-up has gone, as an edit here or elsewhere makes it', async () => {
      const plans = kept.plans
      const fromRows = await figures('admin', {})
      await keep([])
      expect(await figures('admin', {}, () => plans)).toEqual(fromRows)
      await keep(plans)
    })

    it('are answered from the roll-up where it covers them, and stay right when rows change', async () => {
      const [username = ''] = PEOPLE
      const plans = (): RollupPlan[] => kept.plans
      await sql`update "illegalResult" set "finishState" = 1 - "finishState", "areaCode" = "areaCode",
        "amountInvolved" = coalesce("amountInvolved", 0) + 10`.execute(api().db)
      for (const plan of kept.plans) expect(await differences(api().db, plan)).toEqual([])
      const fromRows = await figures(username, {})
      expect(await figures(username, {}, plans)).toEqual(fromRows)
      // what is put into the roll-up alone is seen, so it is what answers
      const clues = kept.plans.find(({ name }) => name === 'clues') as RollupPlan
      const { base } = rollupTables(clues)
      await sql`update ${sql.table(base)} set clues = clues + ${OTHER_ROWS}`.execute(api().db)
      const other = await figures(username, {}, plans)
      const differing = Object.keys(fromRows).filter(
        name => JSON.stringify(other[name]) !== JSON.stringify(fromRows[name]),
      )
      expect(differing).toEqual(expect.arrayContaining(['clues', 'trend']))
    })
  })
}
