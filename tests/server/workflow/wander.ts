import { describe, expect, it } from 'vitest'
import { MAY, type ListAnswer } from '../../../src/core/contract/api.ts'
import type { TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/models.ts'
import { verified } from '../../../src/server/evidence/verify.ts'
import { formFields } from '../../../src/server/workflow/form.ts'
import { accounts } from '../attack/plant.ts'
import { Asker } from '../openapi/asker.ts'
import { filled } from '../openapi/examples.ts'
import type { Api } from '../support/api.ts'
import { breach, seeded, walkers, type Row, type Walker } from './law.ts'

const CUSTOMER = '87190'
const STEPS = 80
const LOOK_AGAIN = 16
/** Clues have a walk of their own. */
const OTHERWISE = new Set(['illegalResult'])
/** Written by every transition. */
const ALWAYS = ['updateTime']

interface Step { who: Walker; asker: Asker; key: string; action: string }
interface Way { entity: Entity; status: string; doc: WorkflowDoc; act: EndpointModel; list: EndpointModel }

function wayOf(api: Api, act: EndpointModel): Way[] {
  const configuration = api.services.configuration()
  const entity = api.services.entities().get(act.entity ?? '')
  const field = entity?.fields.find(({ kind }) => kind === 'status')
  const doc = configuration.scope({ customer: CUSTOMER }).workflow(field?.workflow ?? '')
  const list = configuration.endpoints().find(({ entity: of, does }) => of === act.entity && does?.endsWith('list'))
  return entity && field && doc && list && !OTHERWISE.has(entity.name) ? [{ entity, status: field.name, doc, act, list }] : []
}
const waysOf = (api: Api): Way[] => api.services.configuration().endpoints().filter(({ does }) => does === 'workflow.act').flatMap(act => wayOf(api, act))

/** Fields that a transition may write: those of its form, what it sets, and the workflow's own. */
function writable({ status, doc }: Way, { form, set }: TransitionDoc): Set<string> {
  return new Set([...ALWAYS, status, ...Object.values(doc.record ?? {}), ...Object.keys(form ?? {}), ...Object.keys(set ?? {})])
}

class Wander {
  readonly taken = new Map<string, number>()
  readonly reached = new Set<string>()
  readonly #api: Api
  readonly #way: Way
  readonly #people: [Walker, Asker][]
  readonly #keys: string[]
  readonly #random: () => number
  #busy: [Walker, Asker][] = []
  #stepped = 0

  constructor(api: Api, way: Way, people: [Walker, Asker][], keys: string[], random: () => number) {
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

  async #offered([who, asker]: [Walker, Asker]): Promise<Step[]> {
    const { entity, list, doc } = this.#way
    const answer = await asker.send(list, { pageRowNo: 50 })
    const rows = answer.statusCode === 200 ? (answer.json() as { data: ListAnswer }).data.list : []
    // what a call for saving or deleting does is not pressed here
    const pressed = (action: string): boolean => !(doc.transitions[action] as TransitionDoc | undefined)?.does
    return rows.flatMap(row => ((row[MAY] ?? []) as string[]).filter(pressed).map(action => ({ who, asker, key: String(row[entity.key]), action })))
  }

  /** Few people have something to do at a time: they are looked for among all, now and then. */
  async #able(): Promise<[Walker, Asker][]> {
    if (this.#stepped % LOOK_AGAIN === 0) {
      const found: [Walker, Asker][] = []
      for (const person of this.#people) if ((await this.#offered(person)).length > 0) found.push(person)
      this.#busy = found
    }
    return this.#busy
  }

  /** Mostly something that the server offers to somebody, else anything by anybody. */
  async #choose(): Promise<Step> {
    const able = await this.#able()
    this.#stepped += 1
    const offered = able.length > 0 && this.#random() < 0.7 ? await this.#offered(this.#pick(able)) : []
    if (offered.length > 0) return this.#pick(offered)
    const [who, asker] = this.#pick(this.#people)
    return { who, asker, key: this.#pick(this.#keys), action: this.#pick(Object.keys(this.#way.doc.transitions)) }
  }

  async step(): Promise<void> {
    const { entity, status, doc, act } = this.#way
    const { who, asker, key, action } = await this.#choose()
    const transition = doc.transitions[action] as TransitionDoc
    const form = await filled(this.#api, asker, formFields(entity, transition))
    const before = await this.#row(key)
    const answer = await asker.send(act, { ...form, [entity.key]: key, action })
    const after = await this.#row(key)
    expect([200, 400, 403, 404, 409], answer.body).toContain(answer.statusCode)
    if (answer.statusCode !== 200) return expect(after).toEqual(before)
    expect(breach(doc, status, transition, before, after, who), `${action} ${who.username}`).toBeUndefined()
    const may = writable(this.#way, transition)
    // what the server's own part of it writes has tests of its own
    if (!transition.runs) for (const [name, value] of Object.entries(after)) if (!may.has(name)) expect([action, name, value]).toEqual([action, name, before[name]])
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    this.reached.add(String(after[status]))
  }
}

const auditsOf = async (api: Api, entity: string): Promise<number> =>
  Number((await api.db.selectFrom('sys_audit').select(({ fn }) => fn.countAll().as('n')).where('entity', '=', entity).executeTakeFirst())?.['n'])
/** The customer's own: of others nothing but a 404 would be seen. */
const rowsOf = async (api: Api, { entity }: Way): Promise<Row[]> => api.db.selectFrom(entity.name).select([entity.key])
  .$if(entity.byName.has('customerId'), query => query.where('customerId', '=', CUSTOMER)).orderBy(entity.key).execute()

/** Whatever was done with evidence, what it says of itself still holds. */
async function expectWhole(api: Api): Promise<void> {
  const rows = await api.db.selectFrom('evidence').selectAll().where('customerId', '=', CUSTOMER).where('fileHash', 'is not', null).execute()
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect((await verified(api.services, { time: undefined }, row))?.text, String(row['id'])).toContain('一致')
}

export function wanderContract(api: () => Api): void {
  describe('random walks of every other workflow', () => {
    it('by everybody of one customer never leave what the YAML allows, and lose nothing', async () => {
      const random = seeded(7)
      const shown = await accounts()
      const people = (await walkers(api(), CUSTOMER)).flatMap((who): [Walker, Asker][] => {
        const account = shown.find(one => one.username === who.username)
        return account ? [[who, new Asker(api(), account)]] : []
      })
      const walked: Record<string, number> = {}
      for (const way of waysOf(api())) {
        const rows = await rowsOf(api(), way)
        const audits = await auditsOf(api(), way.entity.name)
        const wander = new Wander(api(), way, people, rows.map(row => String(row[way.entity.key])), random)
        for (let step = 0; step < STEPS; step++) await wander.step()
        if (way.entity.name === 'evidence') await expectWhole(api())
        const taken = [...wander.taken.values()].reduce((sum, n) => sum + n, 0)
        walked[way.entity.name] = taken
        const left = new Set((await rowsOf(api(), way)).map(row => row[way.entity.key]))
        expect(rows.filter(row => !left.has(row[way.entity.key])), way.entity.name).toEqual([])
        expect(await auditsOf(api(), way.entity.name) - audits, way.entity.name).toBeGreaterThanOrEqual(taken)
      }
      // of some there is little to do: their people are few, and what is offered wants more than a form
      const taken = Object.values(walked)
      expect(taken.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(150)
      expect(taken.filter(n => n > 0).length).toBeGreaterThan(5)
      expect(walked['evidence']).toBeGreaterThan(5)
    }, 240_000)
  })
}
