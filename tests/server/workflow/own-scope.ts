import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addWorkingDays, calendarFrom, type Calendar } from '../../../src/core/workflow/working-days.ts'
import { compileJudged } from '../../../src/server/config/live.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { chinaTime, momentOf } from '../../../src/server/db/time.ts'
import { ROOT } from '../../folders.ts'
import type { Api } from '../support/api.ts'
import { ended } from '../support/wait.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'

const CITY = '3501'
const COUNTY = { customerId: '200035', areaCode: '350102' }
const ELSEWHERE = { customerId: '200035', areaCode: '350502' }
/** Of another scope than the city's; the last is of none, and dispatches what lies in the city because the city says so. */
const ACTORS = ['fj_province', 'admin'] as const
const DAY_MS = 86_400_000
const soon = Array.from({ length: 4 }, (_, i) => chinaTime(momentOf(chinaTime()) + (i + 1) * DAY_MS).slice(0, 10))

const LAYER = {
  'workflows/clue.yaml': [
    "states: {'20': {days: 9}}",
    'transitions:',
    "  pf: {from: ['10', '40', '20', '30'], roles: [clueDispatchers, '999'], relations: [holder, above], due: {days: 4}}",
    '  urge: false',
    '',
  ].join('\n'),
  'dictionaries/holiday.yaml': `entries:\n${soon.map(day => `  '${day}': 本市放假\n`).join('')}`,
}

/** What is decided about a record is decided by its own customer and area, whoever acts. */
export function ownScopeContract(api: () => Api): void {
  describe('a city whose layer has a limit, steps and days off of its own', () => {
    const usual: Partial<Api['services']> = {}
    beforeAll(async () => {
      const layers = Object.entries(LAYER).map(([path, text]) => ({ path: `customers/areas/${CITY}/${path}`, text }))
      const { configuration, entities } = compileJudged([...(await readConfigFolder(ROOT)), ...layers])
      Object.assign(usual, { configuration: api().services.configuration, entities: api().services.entities })
      Object.assign(api().services, { configuration: () => configuration, entities: () => entities })
    })
    afterAll(() => Object.assign(api().services, usual))

    const calendarOf = (area: string): Calendar =>
      calendarFrom(name => api().services.configuration().scope({ area }).dictionary(name))
    const orgOf = async (username: string): Promise<string> => {
      const { orgId } = await api()
        .db.selectFrom('user')
        .select('orgId')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
      return String(orgId)
    }
    const held = async (username: string, place: object, state = '10'): Promise<string> =>
      clueIn(api(), state, { ...place, curOrg: await orgOf(username) })
    const limits = async (key: string): Promise<unknown[]> => {
      const row = await clueRow(api(), key)
      return [row['stateTime'], row['limitTime'], row['stepTime']]
    }

    it.each(ACTORS)('R7.01 has them where %s acts, and nobody else’s record does', async username => {
      const token = await api().token(username)
      for (const [place, days, step] of [
        [COUNTY, 4, 9],
        [ELSEWHERE, 15, 3],
      ] as const) {
        const key = await held(username, place)
        const { status } = await take(api(), token, key, 'pf', formOf('pf', 'org-350102'))
        expect(status).toBe(place === ELSEWHERE && username === 'admin' ? 403 : 200)
        if (status !== 200) continue
        const [now, limit, stepLimit] = await limits(key)
        const calendar = calendarOf(place.areaCode)
        expect([limit, stepLimit]).toEqual([
          addWorkingDays(String(now), days, calendar),
          addWorkingDays(String(now), step, calendar),
        ])
      }
      // the days off are the city's alone
      const own = (area: string): string => addWorkingDays(`${soon[0]} 09:00:00`, 3, calendarOf(area))
      expect(own('350102')).not.toBe(own('350502'))
    })

    it.each(ACTORS)('has them in the batches of %s', async username => {
      const token = await api().token(username)
      const keys = [await held(username, COUNTY), await held(username, ELSEWHERE)]
      const { body } = await api().ask<{ id: string }>('POST', '/api-console/batches', token, {
        call: 'illegalResult.act',
        keys,
        args: { action: 'pf', ...formOf('pf', 'org-350102') },
      })
      await ended(api(), token, '/api-console/batches', String(body.data?.id))
      const [own = [], other = []] = await Promise.all(keys.map(limits))
      expect(own[1]).toBe(addWorkingDays(String(own[0]), 4, calendarOf('350102')))
      const usually = username === 'admin' ? null : addWorkingDays(String(other[0]), 15, calendarOf('350502'))
      expect(other[1]).toBe(usually)
    })

    it.each(ACTORS)('offers %s the steps that it has, and refuses those that it has not', async username => {
      const token = await api().token(username)
      const [own, other] = [await held(username, COUNTY, '30'), await held(username, ELSEWHERE, '30')]
      expect([
        (await mayOf(api(), token, own)).includes('pf'),
        (await mayOf(api(), token, other)).includes('pf'),
      ]).toEqual([true, false])
      const form = formOf('pf', 'org-350102')
      expect([403, 409]).toContain((await take(api(), token, other, 'pf', form)).status)
      expect((await take(api(), token, own, 'pf', form)).status).toBe(200)
      expect((await take(api(), token, own, 'urge', { opinion: '尽快' })).status).toBe(400)
    })
  })
}
