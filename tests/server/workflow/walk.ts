import { describe, expect, it } from 'vitest'
import type { TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import { accounts } from '../attack/plant.ts'
import type { Api } from '../support/api.ts'
import { repeatedOn } from '../support/both.ts'
import { isWhole, some } from '../../whole.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'
import { breach, seeded, walkers } from './law.ts'

const STEPS = isWhole ? 330 : 160
const CLUES = 12

const CHANGES = new Set([
  'limit',
  'resultStatus',
  'curOrg',
  'curUser',
  'sendOrg',
  'areaCode',
  'provinceCode',
  'limitTime',
  'stepTime',
  'stateTime',
  'overdue',
  'finishState',
  'updateTime',
  'supervise',
  'delayDays',
  'firstReviewer',
  'illegalCategory',
  'illegalDesc',
  'evidenceIds',
  'repeatOf',
])
const filesOf = (clue: Record<string, unknown>): string[] =>
  String(clue['evidenceIds'] ?? '')
    .split(',')
    .filter(Boolean)

const times = (counts: Map<string, number>, one: string): number => counts.get(one) ?? 0
const count = (counts: Map<string, number>, one: string): unknown => counts.set(one, times(counts, one) + 1)

/**
 * A clue takes what proves the one that repeats it, and nothing else of it changes; whether it had not had it before.
 */
async function isGiven(api: Api, from: Record<string, unknown>, into: Record<string, unknown>): Promise<boolean> {
  const fresh = filesOf(from).filter(file => !filesOf(into).includes(file))
  expect(await clueRow(api, String(into['resultId']))).toEqual({
    ...into,
    evidenceIds: [...filesOf(into), ...fresh].join(',') || null,
    // whoever has it open is told that it has changed
    ...(fresh.length > 0 ? { updateTime: expect.any(String) as unknown } : {}),
  })
  return fresh.length > 0
}

/** A step of the route and an audit entry for each that was taken; what a clue was given is audited, too. */
async function expectAudited({ db }: Api, taken: Map<string, number>, given: Map<string, number>): Promise<void> {
  for (const key of new Set([...taken.keys(), ...given.keys()])) {
    expect(await db.selectFrom('clueRoute').select('auditId').where('resultId', '=', key).execute()).toHaveLength(
      times(taken, key),
    )
    expect(
      await db
        .selectFrom('sys_audit')
        .select('id')
        .where('entity', '=', 'illegalResult')
        .where('objectId', '=', key)
        .execute(),
    ).toHaveLength(times(taken, key) + times(given, key))
  }
}

/** With a city and a county of each. */
const CUSTOMERS = [
  ['87190', '3404', '340402'],
  ['200035', '3501', '350102'],
] as const

export function walkContract(api: () => Api): void {
  describe('random walks', () => {
    it.each(some(CUSTOMERS, 1))(
      'of everybody of customer %s never leave what the YAML allows, and lose nothing',
      async (customerId, city, county) => {
        const random = seeded(Number(customerId))
        const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
        const people = await walkers(api(), customerId)
        // only where accounts are: the colleagues of other units do not walk
        const areas = (await accounts()).map(({ areaCode }) => areaCode).filter(area => area.startsWith(city))
        const orgs = (
          await api().db.selectFrom('org').select('orgId').where('areaCode', 'in', areas).orderBy('orgId').execute()
        ).map(row => String(row['orgId']))
        const staffed = (
          await api().db.selectFrom('user').select('orgId').where('customerId', '=', customerId).orderBy('id').execute()
        ).map(row => String(row['orgId']))
        // mostly a unit that has somebody, else any, which is refused where nobody could go on
        const receiver = (): string => pick(random() < 0.8 ? staffed : orgs)
        const doc = api().services.configuration().scope({ customer: customerId }).workflow('clue') as WorkflowDoc
        const codes = Object.keys(doc.transitions)
        let made = 0
        const clue = (states: string[], more: object = {}) =>
          clueIn(api(), pick(states), {
            customerId,
            areaCode: county,
            curOrg: pick(orgs),
            createBy: pick(people).id,
            evidenceIds: `https://a.example/proof-${made++}.png`,
            ...more,
          })
        const keys = await Promise.all(
          Array.from({ length: CLUES }, () => clue(['00', '00', '10', '20', '30'], { sendOrg: pick(orgs) })),
        )
        /** what clues were given by others that were merged into them */
        const given = new Map<string, number>()
        const taken = new Map<string, number>()
        const reached = new Set<string>()
        const actions = new Map<string, number>()
        const moves = (code: string): boolean => (doc.transitions[code] as TransitionDoc).to !== undefined
        /** a button that changes no state is always there: the others come first */
        const rarest = (may: string[]): string =>
          random() < 0.2
            ? pick(may)
            : may.reduce((least, one) => (times(actions, one) < times(actions, least) ? one : least))
        const steps = repeatedOn(api(), STEPS)
        for (let step = 0; step < steps; step++) {
          // a clue that has come to its end makes room for another one
          const at = Math.floor(random() * CLUES)
          let key = keys[at] as string
          const before = await clueRow(api(), key)
          if (before['finishState'] === 1 && random() < 0.5) keys[at] = key = await clue(['00', '00', '10', '20'])
          const now = key === before['resultId'] ? before : await clueRow(api(), key)
          let who = pick(people)
          let may: string[] = []
          // mostly somebody who may move it, looked for among a few; else anybody tries anything
          for (let tries = random() < 0.7 ? 4 : 0; tries > 0 && !may.some(moves); tries--)
            may = await mayOf(api(), (who = pick(people)).token, key)
          const action = may.length > 0 ? rarest(may) : pick(codes)
          // another clue, and mostly one that is not cancelled
          const target = random() < 0.8 ? pick(keys.filter(one => one !== key)) : pick(keys)
          const other = await clueRow(api(), target)
          const { status, body } = await take(api(), who.token, key, action, {
            ...formOf(action, receiver()),
            ...(action === 'merge' ? { repeatOf: target } : {}),
          })
          const after = await clueRow(api(), key)
          expect([200, 400, 403, 404, 409], body.resultMsg).toContain(status)
          if (status !== 200) {
            expect(after).toEqual(now)
            continue
          }
          expect(
            breach(doc, 'resultStatus', doc.transitions[action] as TransitionDoc, now, after, who),
            `${step} ${action}`,
          ).toBeUndefined()
          for (const [name, value] of Object.entries(after))
            if (!CHANGES.has(name)) expect([name, value]).toEqual([name, now[name]])
          if (action === 'merge' && (await isGiven(api(), now, other))) count(given, target)
          count(taken, key)
          count(actions, action)
          reached.add(String(after['resultStatus']))
        }
        expect([...taken.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps / 4)
        expect(reached.size).toBeGreaterThan(6)
        expect(actions.get('merge')).toBeGreaterThan(0)
        await expectAudited(api(), taken, given)
      },
      240_000,
    )
  })
}
