import { afterAll, describe, expect, it } from 'vitest'
import { isWhole } from '../../whole.ts'
import { forget } from '../../folders.ts'
import { environment } from '../support/process.ts'
import { withFewSites } from './days/few.ts'
import { passDays } from './days/pass-days.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map(forget)))

/** Rows that are kept for a day or a week at most. */
const PASSING = [
  'sys_job',
  'sys_guess',
  'sys_once',
  'sys_rate',
  'sys_selection',
  'sys_session',
  'sys_throttle',
  'sys_collect',
]

/** A run of CI has time for the two days around the new year alone. */
const { ends, ...span } = isWhole
  ? { from: '2027-12-29', days: 7, restart: 4, ends: ['2028-01-01 20:00:10', '2028-01-04 20:00:10'] }
  : { from: '2027-12-31', days: 2, restart: 2, ends: ['2028-01-01 20:00:10'] }

describe('a week, over the end of a year', () => {
  it('passes on the database of a default start: all work is done, nothing is lost, and people get in each day', async () => {
    const env = await environment({ DEMO: '1', EMBEDDED_SYNC: '' })
    folders.push(env['DATA_DIR'] ?? '')
    const { faults, states } = await passDays({ ...span, hours: 4, env, without: withFewSites })
    expect(faults).toEqual([])
    expect(states.map(({ until }) => until)).toEqual(ends)
    for (const state of states) {
      expect(state).toMatchObject({ lost: 0, doubled: 0, wrong: [] })
      expect(state.undone).toEqual({ directional: 0, collecting: 0, jobs: 0, overdue: 0, sessions: 0 })
      for (const table of PASSING) expect([table, state.rows[table]]).toEqual([table, expect.toSatisfy(n => n < 100)])
    }
  })
})
