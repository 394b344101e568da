import { describe, expect, it } from 'vitest'
import type { TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { Api } from '../support/api.ts'
import { repeatedOn } from '../support/both.ts'
import { clueIn, clueRow, formOf, mayOf, take } from './clues.ts'
import { breach, seeded, walkers } from './law.ts'

const STEPS = 450
const CLUES = 12

const CHANGES = new Set(['resultStatus', 'curOrg', 'curUser', 'sendOrg', 'areaCode', 'provinceCode', 'limitTime', 'stepTime', 'stateTime', 'overdue', 'finishState', 'updateTime', 'supervise', 'delayDays', 'firstReviewer', 'illegalCategory', 'illegalDesc', 'evidenceIds'])

export function walkContract(api: () => Api): void {
  describe('random walks', () => {
    it.each([['87190', '3404', '340402'], ['200035', '3501', '350102']])('of everybody of customer %s never leave what the YAML allows, and lose nothing', async (customerId, city, county) => {
      const random = seeded(Number(customerId))
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const people = await walkers(api(), customerId)
      const orgs = (await api().db.selectFrom('org').select('orgId').where('areaCode', 'like', `${city}%`).execute()).map(row => String(row['orgId']))
      const doc = api().services.configuration().scope({ customer: customerId }).workflow('clue') as WorkflowDoc
      const codes = Object.keys(doc.transitions)
      const keys = await Promise.all(Array.from({ length: CLUES }, () => clueIn(api(), pick(['00', '10', '20', '30']), { customerId, areaCode: county, curOrg: pick(orgs), sendOrg: pick(orgs), createBy: pick(people).id })))
      const taken = new Map<string, number>()
      const reached = new Set<string>()
      const steps = repeatedOn(api(), STEPS)
      for (let step = 0; step < steps; step++) {
        // a clue that has come to its end makes room for another one
        const at = Math.floor(random() * CLUES)
        let key = keys[at] as string
        const before = await clueRow(api(), key)
        if (before['finishState'] === 1 && random() < 0.5) keys[at] = key = await clueIn(api(), pick(['00', '10', '20']), { customerId, areaCode: county, curOrg: pick(orgs), createBy: pick(people).id })
        const now = key === before['resultId'] ? before : await clueRow(api(), key)
        let who = pick(people)
        let may: string[] = []
        // mostly somebody who may do something, looked for among a few; else anybody tries anything
        for (let tries = random() < 0.7 ? 4 : 0; tries > 0 && may.length === 0; tries--) may = await mayOf(api(), (who = pick(people)).token, key)
        const action = may.length > 0 ? pick(may) : pick(codes)
        const { status, body } = await take(api(), who.token, key, action, formOf(action, pick(orgs)))
        const after = await clueRow(api(), key)
        expect([200, 400, 403, 404, 409], body.resultMsg).toContain(status)
        if (status !== 200) {
          expect(after).toEqual(now)
          continue
        }
        expect(breach(doc, 'resultStatus', doc.transitions[action] as TransitionDoc, now, after, who), `${step} ${action}`).toBeUndefined()
        for (const [name, value] of Object.entries(after)) if (!CHANGES.has(name)) expect([name, value]).toEqual([name, now[name]])
        taken.set(key, (taken.get(key) ?? 0) + 1)
        reached.add(String(after['resultStatus']))
      }
      expect([...taken.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps / 4)
      expect(reached.size).toBeGreaterThan(6)
      for (const [key, times] of taken) {
        expect(await api().db.selectFrom('clueRoute').select('auditId').where('resultId', '=', key).execute()).toHaveLength(times)
        expect(await api().db.selectFrom('sys_audit').select('id').where('entity', '=', 'illegalResult').where('objectId', '=', key).execute()).toHaveLength(times)
      }
    }, 240_000)
  })
}
