import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formsOf } from '../../../../src/core/compile/page-forms.ts'
import type { FormPage } from '../../../../src/core/contract/configuration.ts'
import { mayMake } from '../../../../src/server/access/reach.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import type { SignedIn } from '../../../../src/server/access/signed-in.ts'
import { findInScope } from '../../../../src/server/records/read/record.ts'
import { rowScope } from '../../../../src/server/access/row-scope.ts'
import type { TableRow } from '../../../../src/server/db/database.ts'
import type { EndpointModel, Entity } from '../../../../src/server/db/tables/models.ts'
import { machineFor } from '../../../../src/server/machines/machines.ts'
import { userByName } from '../../../../src/server/session/user.ts'
import { accounts } from '../../attack/plant.ts'
import { Asker } from '../../openapi/asker.ts'
import type { Api } from '../../support/api.ts'

const PEOPLE = ['huainan_admin', 'fj_fuzhou', 'admin', 'huainan_tianjiaan', 'fj_gulou']
/** Steps of a workflow that have a form page of their own: they change what is there by the workflow alone. */
const STEPS = new Set(['clue.handle', 'directional.examine', 'directional.review'])

interface Person {
  asker: Asker
  user: SignedIn
}
interface Tried extends Person {
  endpoint: EndpointModel
  entity: Entity
  key: string
}

/** What is there stays as it is, whoever sends its key to a call that is not meant to change it. */
export function begunContract(api: () => Api): void {
  const configuration = () => api().services.configuration()
  const entityOf = (endpoint: EndpointModel): Entity =>
    api()
      .services.entities()
      .get(endpoint.entity ?? '')!

  async function people(): Promise<Person[]> {
    const all = await accounts()
    return Promise.all(
      PEOPLE.map(async name => ({
        asker: new Asker(
          api(),
          all.find(({ username }) => username === name)!,
        ),
        user: (await userByName(api().db, name))!,
      })),
    )
  }

  function formPages({ user }: Person): FormPage[] {
    const scoped = configuration().scope(scopeOf(user))
    return Object.keys(scoped.manifest.pages).flatMap(route => {
      const page = scoped.page(route)
      return page?.kind === 'form' ? [page] : []
    })
  }

  /** The calls that form pages make, each by the first who may make it and sees a record of its kind. */
  async function calls(isWanted: (forms: FormPage[]) => boolean): Promise<Tried[]> {
    const found = new Map<string, Tried>()
    for (const person of await people()) {
      const scoped = configuration().scope(scopeOf(person.user))
      const pages = formPages(person)
      for (const endpoint of configuration().endpoints()) {
        const own = pages.filter(page => page.call.name === endpoint.name)
        if (own.length === 0 || found.has(endpoint.name) || STEPS.has(endpoint.handler ?? '') || !isWanted(own))
          continue
        const entity = entityOf(endpoint)
        if (!mayMake(scoped, person.user, endpoint)) continue
        const key = await keySeenBy(person, entity)
        if (key !== undefined) found.set(endpoint.name, { ...person, endpoint, entity, key })
      }
    }
    return [...found.values()]
  }

  const scopeFor = ({ user }: Person) =>
    rowScope(user, configuration().customers(), configuration().scope(scopeOf(user)))

  async function keySeenBy(person: Person, entity: Entity): Promise<string | undefined> {
    const rows = await api().db.selectFrom(entity.name).select(entity.key).orderBy(entity.key).limit(300).execute()
    for (const row of rows) {
      const key = String(row[entity.key])
      if (await findInScope(api().db, scopeFor(person), entity, key)) return key
    }
    return undefined
  }

  const rowOf = async ({ entity, key }: Tried): Promise<TableRow> =>
    (await api().db.selectFrom(entity.name).selectAll().where(entity.key, '=', key).executeTakeFirst()) ?? {}

  /** All that the call's forms ask for, another text where one is typed. */
  function changed({ endpoint, entity, user, key }: Tried, row: TableRow): TableRow {
    const scoped = configuration().scope(scopeOf(user))
    const names = Object.keys(scoped.manifest.pages).flatMap(route => {
      const page = scoped.page(route)
      return page?.kind === 'form' && page.call.name === endpoint.name
        ? formsOf(page).flatMap(({ fields }) => fields.map(({ name }) => name))
        : []
    })
    const values = names.flatMap(name => {
      const field = entity.byName.get(name)
      if (!field || row[name] === null) return []
      return [[name, field.kind === 'text' && !field.ref && field.pattern === undefined ? '另一个说法' : row[name]]]
    })
    return { ...Object.fromEntries(values), [entity.key]: key }
  }

  describe('what is there', () => {
    it('is changed by no call whose forms only add, whoever sends its key', async () => {
      const adding = await calls(forms => forms.every(({ source }) => source === undefined))
      expect(adding.map(({ endpoint }) => endpoint.name)).toContain('evidence.capture')
      for (const tried of adding) {
        const before = await rowOf(tried)
        await tried.asker.send(tried.endpoint, changed(tried, before))
        expect(await rowOf(tried), tried.endpoint.name).toEqual(before)
      }
    })

    it('is saved only in the states in which its workflow lets it be, the first where it says nothing', async () => {
      const following = (await calls(forms => forms.some(({ source }) => source !== undefined))).filter(
        ({ entity, user }) => machineFor(configuration().scope(scopeOf(user)), entity),
      )
      expect(following.map(({ endpoint }) => endpoint.name)).toEqual(
        expect.arrayContaining(['mediaFocus.save', 'case.save', 'report.save']),
      )
      for (const tried of following) {
        const machine = machineFor(configuration().scope(scopeOf(tried.user)), tried.entity)!
        const save = [...machine.transitions.values()].find(({ via }) => via === 'save')
        const open = save
          ? save.from.map(String)
          : [...machine.states].flatMap(([code, { initial }]) => (initial ? code : []))
        const whole = await rowOf(tried)
        for (const state of [...machine.states.keys()].filter(code => !open.includes(code))) {
          await api()
            .db.updateTable(tried.entity.name)
            .set({ [machine.status]: state })
            .where(tried.entity.key, '=', tried.key)
            .execute()
          const before = await rowOf(tried)
          const answer = await tried.asker.send(tried.endpoint, changed(tried, before))
          const said = `${tried.endpoint.name} in ${state}: ${answer.body.slice(0, 200)}`
          expect(answer.statusCode, said).not.toBe(200)
          expect(await rowOf(tried), said).toEqual(before)
        }
        await sql`update ${sql.table(tried.entity.name)} set ${sql.ref(machine.status)} = ${whole[machine.status]}
          where ${sql.ref(tried.entity.key)} = ${tried.key}`.execute(api().db)
      }
    })
  })
}
