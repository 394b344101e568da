import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import { isWhole } from '../../whole.ts'
import { livePeople } from '../../../src/server/session/user.ts'
import { accounts } from '../attack/plant.ts'
import { Asker } from '../openapi/asker.ts'
import type { Api } from '../support/api.ts'
import { repeatedOn } from '../support/both.ts'
import { seeded, walkers } from './law.ts'
import { LASTING, Wander, type Person } from './wanderer.ts'
import { auditsOf, CUSTOMER, expectWhole, rowsOf, waysOf, type Way } from './ways.ts'

const STEPS = isWhole ? 84 : 20
const DRAWN = new Set(['taskRandom', 'randomSample'])
const DRAFT = {
  taskName: '走查',
  randomKind: '1',
  pool: '1',
  areaScope: '340402,340403',
  ratio: 0.1,
  inspectorPool: 'org-340402,org-340402-执法大队,org-340403',
  inspectorsPer: 2,
  checkItems: '亮照',
  startDate: '2026-01-05',
  endDate: '2030-01-05',
}
const DRAFTS = 6

/** An account, or whoever of the accounts has the same roles but for duties, under the colleague's own name and area. */
function accountOf(shown: readonly DemoAccount[], { username, areaCode, roles }: SignedIn): DemoAccount | undefined {
  const like =
    shown.find(one => one.username === username) ?? shown.find(one => one.roles.every(role => roles.includes(role)))
  return like && { ...like, username, areaCode }
}

async function peopleOf(api: Api, colleagues = false): Promise<Person[]> {
  const shown = await accounts()
  const users = await livePeople(api.db, { customerId: CUSTOMER })
  return (await walkers(api, CUSTOMER, colleagues)).flatMap((who): Person[] => {
    const user = users.find(one => one.id === who.id)
    const account = user && accountOf(shown, user)
    return account && user ? [{ who, asker: new Asker(api, account), user }] : []
  })
}

/** Tasks that draw so little that a walk comes to their end. */
async function drafted(api: Api): Promise<string[]> {
  const token = await api.token('huainan_admin')
  const ids: string[] = []
  for (let n = 0; n < DRAFTS; n++)
    ids.push(String((await api.ask('POST', '/api-im/wjTaskRandom/save', token, DRAFT)).body.data))
  return ids
}

/** No row is gone, and each step has its audit entry. */
async function watched(api: Api, way: Way, walk: () => Promise<number>): Promise<number> {
  const [rows, audits] = [await rowsOf(api, way), await auditsOf(api, way.entity.name)]
  const taken = await walk()
  const left = new Set((await rowsOf(api, way)).map(row => row[way.entity.key]))
  expect(
    rows.filter(row => !left.has(row[way.entity.key])),
    way.entity.name,
  ).toEqual([])
  expect((await auditsOf(api, way.entity.name)) - audits, way.entity.name).toBeGreaterThanOrEqual(taken)
  return taken
}

export function wanderContract(api: () => Api): void {
  describe('random walks of every other workflow', () => {
    it('by everybody of one customer never leave what the YAML allows, and lose nothing', async () => {
      const random = seeded(7)
      const people = await peopleOf(api())
      const walked: Record<string, number> = {}
      const steps = repeatedOn(api(), STEPS)
      for (const way of waysOf(api()).filter(({ entity }) => !DRAWN.has(entity.name))) {
        walked[way.entity.name] = await watched(api(), way, async () => {
          const wander = new Wander(
            api(),
            way,
            people,
            (await rowsOf(api(), way)).map(row => String(row[way.entity.key])),
            random,
          )
          for (let step = 0; step < steps; step++) await wander.step()
          if (way.entity.name === 'evidence') await expectWhole(api())
          return wander.steps
        })
      }
      const taken = Object.values(walked)
      expect(taken.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps * 2.5)
      for (const [name, n] of Object.entries(walked))
        expect([name, n > (LASTING.has(name) ? 0 : steps / 10)]).toEqual([name, true])
    })

    it('of random tasks and of what they drew come to their end through every state', async () => {
      const random = seeded(11)
      const [task, sample] = ['taskRandom', 'randomSample'].map(
        name => waysOf(api()).find(({ entity }) => entity.name === name) as Way,
      ) as [Way, Way]
      const drafts = await drafted(api())
      const people = await peopleOf(api(), true)
      const samplesOf = async () =>
        (
          await api()
            .db.selectFrom('randomSample')
            .select('id')
            .where('taskId', 'in', drafts)
            .orderBy('taskId')
            .orderBy('place')
            .execute()
        ).map(row => String(row['id']))
      // one is left as it was made for the end, so that nothing depends on how the others went
      const [tasks, samples] = [
        new Wander(api(), task, people, drafts.slice(1), random),
        new Wander(api(), sample, people, [], random),
      ]
      await watched(api(), task, async () => {
        await watched(api(), sample, async () => {
          for (let step = 0; step < repeatedOn(api(), STEPS); step++) {
            const [one, other] = samples.keys.length > 0 && random() < 0.5 ? [samples, tasks] : [tasks, samples]
            if (!(await one.step())) continue
            other.forget()
            samples.keys = await samplesOf()
          }
          tasks.keys = drafts
          // drawn and handed out; what was found entered, refused, entered again and published; closed
          tasks.forget()
          await tasks.settle('finish')
          samples.keys = await samplesOf()
          samples.forget()
          await samples.settle()
          tasks.forget()
          await tasks.settle()
          return samples.steps
        })
        return tasks.steps
      })
      expect([[...tasks.reached].sort(), [...samples.reached].sort()]).toEqual([
        ['1', '2', '4'],
        ['1', '2', '3'],
      ])
      const ended = await api()
        .db.selectFrom('taskRandom')
        .select(['taskStatus', 'sampleCount', 'doneCount'])
        .where('id', 'in', drafts)
        .execute()
      expect(
        ended.every(
          row => row['taskStatus'] === '4' && Number(row['sampleCount']) > 0 && row['doneCount'] === row['sampleCount'],
        ),
      ).toBe(true)
      expect(samples.keys.length).toBeGreaterThanOrEqual(DRAFTS)
    })
  })
}
