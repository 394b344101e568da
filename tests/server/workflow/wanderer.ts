import { expect } from 'vitest'
import type { StateDoc, TransitionDoc } from '../../../src/core/model/workflow.ts'
import { takeable } from '../../../src/core/workflow/decide.ts'
import { initialStates } from '../../../src/core/workflow/machine.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import { formFields } from '../../../src/server/workflow/form.ts'
import { machineFor } from '../../../src/server/machines/machines.ts'
import type { Asker } from '../openapi/asker.ts'
import { filled } from '../openapi/examples.ts'
import type { Api } from '../support/api.ts'
import { breach, type Row, type Walker } from './law.ts'
import { writable, type Way } from './ways.ts'

const LOOKED_AT = 8
/** What is fixed once does not begin anew. */
export const LASTING = new Set(['evidence', 'taskRandom', 'randomSample'])
interface Step {
  who: Walker
  asker: Asker
  key: string
  action: string
}
const nameOf = ({ key, action, who }: Step): string => `${key} ${action} ${who.username}`
export interface Person {
  who: Walker
  asker: Asker
  user: SignedIn
}

/** Everybody of one customer at the records of one workflow. */
export class Wander {
  readonly taken = new Map<string, number>()
  readonly reached = new Set<string>()
  readonly #times = new Map<string, number>()
  /** what more than the YAML forbids now: not tried again before the record begins anew */
  readonly #refused = new Set<string>()
  readonly #api: Api
  readonly #way: Way
  readonly #people: Person[]
  keys: string[]
  readonly #random: () => number

  constructor(api: Api, way: Way, people: Person[], keys: string[], random: () => number) {
    this.#api = api
    this.#way = way
    this.#people = people
    this.keys = keys
    this.#random = random
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  async #row(key: string): Promise<Row> {
    const { entity } = this.#way
    return (await this.#api.db.selectFrom(entity.name).selectAll().where(entity.key, '=', key).executeTakeFirst()) ?? {}
  }

  /** Until the server has done in the background what was begun there: it writes into the record by itself. */
  async #rest(key: string): Promise<void> {
    const open = () =>
      this.#api.db
        .selectFrom('sys_job')
        .select('id')
        .where('finished', '=', 0)
        .where('keys', 'like', `%"${key}"%`)
        .execute()
    await expect.poll(open, { interval: 20, timeout: 60_000 }).toEqual([])
  }

  /**
   * What the server would offer on some of the records to somebody: asked of its decision itself, for lists of
   * everybody cost a hundred times as much.
   */
  async #offers(some: readonly string[]): Promise<Step[]> {
    if (some.length === 0) return []
    const { entity, doc } = this.#way
    const { db, services } = this.#api
    const rows: Row[] = await db.selectFrom(entity.name).selectAll().where(entity.key, 'in', some).execute()
    // what a call for saving or deleting does is not pressed here
    const pressed = (action: string): boolean => !(doc.transitions[action] as TransitionDoc | undefined)?.via
    return this.#people.flatMap(({ who, asker, user }) => {
      const scoped = services.configuration().scope(asker.scope)
      if (!reachOf(scoped, user).calls.has(this.#way.act.name)) return []
      const machine = machineFor(scoped, entity)
      const mayOf = (row: Row): string[] =>
        machine ? takeable(machine, row, { user, option: scoped.manifest.app.options }) : []
      return rows
        .flatMap(row =>
          mayOf(row)
            .filter(pressed)
            .map(action => ({ who, asker, key: String(row[entity.key]), action })),
        )
        .filter(step => !this.#refused.has(nameOf(step)))
    })
  }

  /** Where nobody has anything to do, a record begins anew, in somebody's hands. */
  async #renew(key: string): Promise<void> {
    const { entity, status, doc } = this.#way
    const { org, sender, creator, closed } = doc.record ?? {}
    const { user } = this.#pick(this.#people)
    const values = {
      [status]: initialStates(new Map(Object.entries(doc.states) as [string, StateDoc][]))[0],
      ...(org ? { [org]: user.orgId } : {}),
      ...(sender ? { [sender]: user.orgId } : {}),
      ...(creator ? { [creator]: user.id } : {}),
      ...(closed ? { [closed]: 0 } : {}),
      ...(entity.areaField ? { [entity.areaField]: user.areaCode } : {}),
    }
    for (const name of this.#refused) if (name.startsWith(`${key} `)) this.#refused.delete(name)
    await this.#rest(key)
    await this.#api.db.updateTable(entity.name).set(values).where(entity.key, '=', key).execute()
  }

  /**
   * Mostly something that the server offers to somebody, each button as often as any other; else anything by anybody.
   */
  async #choose(): Promise<Step> {
    const looked = this.#random() < 0.8
    const offers = looked ? await this.#offers(Array.from({ length: LOOKED_AT }, () => this.#pick(this.keys))) : []
    const action = offers.length > 0 ? this.#pick([...new Set(offers.map(offer => offer.action))]) : ''
    if (action !== '') return this.#pick(offers.filter(offer => offer.action === action))
    const { who, asker } = this.#pick(this.#people)
    const key = this.#pick(this.keys)
    if (looked && !LASTING.has(this.#way.entity.name)) await this.#renew(key)
    return { who, asker, key, action: this.#pick(Object.keys(this.#way.doc.transitions)) }
  }

  /** Says whether the server took it. */
  async step(): Promise<boolean> {
    return this.#take(await this.#choose())
  }

  /** What was refused may be taken now: something else has changed. */
  forget(): void {
    this.#refused.clear()
  }

  /**
   * On from wherever the records are, by what is offered, the button that was taken least first, until nobody is
   * offered anything more but what is left for later.
   */
  async settle(later = ''): Promise<void> {
    const times = ({ action }: Step): number => this.#times.get(action) ?? 0
    const next = async (): Promise<Step[]> => (await this.#offers(this.keys)).filter(({ action }) => action !== later)
    for (let offers = await next(); offers.length > 0; offers = await next()) {
      await this.#take(offers.reduce((least, one) => (times(one) < times(least) ? one : least)))
    }
  }

  async #take(step: Step): Promise<boolean> {
    const { entity, status, doc, act } = this.#way
    const { who, asker, key, action } = step
    const transition = doc.transitions[action] as TransitionDoc
    await this.#rest(key)
    const before = await this.#row(key)
    const form = await filled(this.#api, asker, formFields(entity, transition), before)
    const answer = await asker.send(act, { ...form, [entity.key]: key, action })
    const after = await this.#row(key)
    expect([200, 400, 403, 404, 409], answer.body).toContain(answer.statusCode)
    if (answer.statusCode !== 200) {
      this.#refused.add(nameOf(step))
      expect(after).toEqual(before)
      return false
    }
    expect(breach(doc, status, transition, before, after, who), `${action} ${who.username}`).toBeUndefined()
    const may = writable(this.#way, transition)
    // what the server's own part of it writes has tests of its own
    if (!transition.effect)
      for (const [name, value] of Object.entries(after))
        if (!may.has(name)) expect([action, name, value]).toEqual([action, name, before[name]])
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    this.#times.set(action, (this.#times.get(action) ?? 0) + 1)
    this.reached.add(String(after[status]))
    return true
  }

  get steps(): number {
    return [...this.taken.values()].reduce((sum, n) => sum + n, 0)
  }
}
