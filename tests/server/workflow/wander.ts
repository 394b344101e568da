import { describe, expect, it } from 'vitest'
import type { StateDoc, TransitionDoc } from '../../../src/core/model/workflow.ts'
import { takeable } from '../../../src/core/workflow/decide.ts'
import { initialStates } from '../../../src/core/workflow/machine.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import { livePeople, type SignedIn } from '../../../src/server/session/user.ts'
import { formFields } from '../../../src/server/workflow/form.ts'
import { machineFor } from '../../../src/server/workflow/machines.ts'
import { accounts } from '../attack/plant.ts'
import { Asker } from '../openapi/asker.ts'
import { filled } from '../openapi/examples.ts'
import type { Api } from '../support/api.ts'
import { repeatedOn } from '../support/both.ts'
import { breach, seeded, walkers, type Row, type Walker } from './law.ts'
import { auditsOf, CUSTOMER, expectWhole, rowsOf, waysOf, writable, type Way } from './ways.ts'

const STEPS = 90
const LOOKED_AT = 8
/** What is fixed once does not begin anew. */
const LASTING = new Set(['evidence'])
interface Step { who: Walker; asker: Asker; key: string; action: string }
const nameOf = ({ key, action, who }: Step): string => `${key} ${action} ${who.username}`
interface Person { who: Walker; asker: Asker; user: SignedIn }
class Wander {
  readonly taken = new Map<string, number>()
  readonly reached = new Set<string>()
  /** what more than the YAML forbids now: not tried again before the record begins anew */
  readonly #refused = new Set<string>()
  readonly #api: Api
  readonly #way: Way
  readonly #people: Person[]
  readonly #keys: string[]
  readonly #random: () => number

  constructor(api: Api, way: Way, people: Person[], keys: string[], random: () => number) {
    this.#api = api
    this.#way = way
    this.#people = people
    this.#keys = keys
    this.#random = random
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  async #row(key: string): Promise<Row> {
    const { entity } = this.#way
    return await this.#api.db.selectFrom(entity.name).selectAll().where(entity.key, '=', key).executeTakeFirst() ?? {}
  }

  /** What the server would offer on some of the records to somebody: asked of its decision itself, for lists of everybody cost a hundred times as much. */
  async #offers(): Promise<Step[]> {
    const { entity, doc } = this.#way
    const { db, services } = this.#api
    const some = Array.from({ length: LOOKED_AT }, () => this.#pick(this.#keys))
    const rows: Row[] = await db.selectFrom(entity.name).selectAll().where(entity.key, 'in', some).execute()
    // what a call for saving or deleting does is not pressed here
    const pressed = (action: string): boolean => !(doc.transitions[action] as TransitionDoc | undefined)?.does
    return this.#people.flatMap(({ who, asker, user }) => {
      const scoped = services.configuration().scope(asker.scope)
      if (!reachOf(scoped, user).calls.has(this.#way.act.name)) return []
      const machine = machineFor(scoped, entity)
      const mayOf = (row: Row): string[] => (machine ? takeable(machine, row, { user, option: scoped.manifest.app.options }) : [])
      return rows.flatMap(row => mayOf(row).filter(pressed).map(action => ({ who, asker, key: String(row[entity.key]), action }))).filter(step => !this.#refused.has(nameOf(step)))
    })
  }

  /** Where nobody has anything to do, a record begins anew, in somebody's hands. */
  async #renew(key: string): Promise<void> {
    const { entity, status, doc } = this.#way
    const { org, sender, creator, closed } = doc.record ?? {}
    const { user } = this.#pick(this.#people)
    const values = { [status]: initialStates(new Map(Object.entries(doc.states) as [string, StateDoc][]))[0], ...(org ? { [org]: user.orgId } : {}), ...(sender ? { [sender]: user.orgId } : {}), ...(creator ? { [creator]: user.id } : {}), ...(closed ? { [closed]: 0 } : {}), ...(entity.areaField ? { [entity.areaField]: user.areaCode } : {}) }
    for (const name of this.#refused) if (name.startsWith(`${key} `)) this.#refused.delete(name)
    await this.#api.db.updateTable(entity.name).set(values).where(entity.key, '=', key).execute()
  }

  /** Mostly something that the server offers to somebody, each button as often as any other; else anything by anybody. */
  async #choose(): Promise<Step> {
    const looked = this.#random() < 0.8
    const offers = looked ? await this.#offers() : []
    const action = offers.length > 0 ? this.#pick([...new Set(offers.map(offer => offer.action))]) : ''
    if (action !== '') return this.#pick(offers.filter(offer => offer.action === action))
    const { who, asker } = this.#pick(this.#people)
    const key = this.#pick(this.#keys)
    if (looked && !LASTING.has(this.#way.entity.name)) await this.#renew(key)
    return { who, asker, key, action: this.#pick(Object.keys(this.#way.doc.transitions)) }
  }

  async step(): Promise<void> {
    const { entity, status, doc, act } = this.#way
    const step = await this.#choose()
    const { who, asker, key, action } = step
    const transition = doc.transitions[action] as TransitionDoc
    const form = await filled(this.#api, asker, formFields(entity, transition))
    const before = await this.#row(key)
    const answer = await asker.send(act, { ...form, [entity.key]: key, action })
    const after = await this.#row(key)
    expect([200, 400, 403, 404, 409], answer.body).toContain(answer.statusCode)
    if (answer.statusCode !== 200) this.#refused.add(nameOf(step))
    if (answer.statusCode !== 200) return expect(after).toEqual(before)
    expect(breach(doc, status, transition, before, after, who), `${action} ${who.username}`).toBeUndefined()
    const may = writable(this.#way, transition)
    // what the server's own part of it writes has tests of its own
    if (!transition.runs) for (const [name, value] of Object.entries(after)) if (!may.has(name)) expect([action, name, value]).toEqual([action, name, before[name]])
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    this.reached.add(String(after[status]))
  }
}

export function wanderContract(api: () => Api): void {
  describe('random walks of every other workflow', () => {
    it('by everybody of one customer never leave what the YAML allows, and lose nothing', async () => {
      const random = seeded(7)
      const shown = await accounts()
      const users = await livePeople(api().db, { customerId: CUSTOMER })
      const people = (await walkers(api(), CUSTOMER)).flatMap((who): Person[] => {
        const [account, user] = [shown.find(one => one.username === who.username), users.find(one => one.id === who.id)]
        return account && user ? [{ who, asker: new Asker(api(), account), user }] : []
      })
      const walked: Record<string, number> = {}
      const steps = repeatedOn(api(), STEPS)
      for (const way of waysOf(api())) {
        const rows = await rowsOf(api(), way)
        const audits = await auditsOf(api(), way.entity.name)
        const wander = new Wander(api(), way, people, rows.map(row => String(row[way.entity.key])), random)
        for (let step = 0; step < steps; step++) await wander.step()
        if (way.entity.name === 'evidence') await expectWhole(api())
        const taken = [...wander.taken.values()].reduce((sum, n) => sum + n, 0)
        walked[way.entity.name] = taken
        const left = new Set((await rowsOf(api(), way)).map(row => row[way.entity.key]))
        expect(rows.filter(row => !left.has(row[way.entity.key])), way.entity.name).toEqual([])
        expect(await auditsOf(api(), way.entity.name) - audits, way.entity.name).toBeGreaterThanOrEqual(taken)
      }
      const taken = Object.values(walked)
      expect(taken.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps * 3)
      for (const [name, n] of Object.entries(walked)) expect([name, n > (LASTING.has(name) ? 0 : steps / 10)]).toEqual([name, true])
    }, 240_000)
  })
}
