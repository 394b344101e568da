import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import { waysOf, type Way } from '../../../src/core/compile/page-ways.ts'
import { paramsOf } from '../../../src/core/compile/models.ts'
import { pageFor } from '../../../src/core/contract/page-rights.ts'
import { compileExpression, memberPaths } from '../../../src/core/expression/index.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { mayMake, reachOf } from '../../../src/server/access/reach.ts'
import { inScope, rowScope } from '../../../src/server/access/row-scope.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import { waysFor } from '../../../src/server/access/ways.ts'
import type { TableRow } from '../../../src/server/db/database.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { every } from '../../../src/server/records/read/plan-list.ts'
import { withoutEmpty } from '../../../src/server/records/read/record.ts'
import { userByName } from '../../../src/server/session/user.ts'
import { accounts } from '../attack/plant.ts'
import { Asker } from '../openapi/asker.ts'
import type { Api } from '../support/api.ts'
import { isWhole } from '../../whole.ts'
import { ended } from '../support/wait.ts'

const PEOPLE = ['huainan_admin', 'huainan_tianjiaan', 'fj_fuzhou', 'fj_gulou', 'gz_guiyang', 'admin', 'huainan_datong']
/** What others than a button judge: rows that stand in no table of their entity, and what an answer works out. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'role.save': 'whom one may manage is worked out by the answer, and judged by the call',
  'role.delete': 'the same',
  'user.save': 'the same',
  'session.end': 'sessions of one’s own, of another table',
  'customer.open': 'customers are folders of the configuration',
  'message.open': 'the stored name is never empty where the answer has none',
}

/** Among so many rows of an entity one is looked for that a button is not offered for. */
const LOOKED_AT = isWhole ? 1000 : 100

interface Person {
  asker: Asker
  user: SignedIn
}
interface Button extends Person {
  endpoint: EndpointModel
  entity: Entity
  ways: readonly Way[]
}

/** Calls with another way to them: a form makes them once it has saved, or they look at records of another kind. */
const FREE = ['directional.run', 'label.apply', 'suspectedAllocation.saveBatch']
/** Calls whose conditions are those of a button that begins a new record. */
const BEGINS = new Set([
  'assign.insert',
  'case.save',
  'collectTask.save',
  'directional.save',
  'evidence.capture',
  'illegalResult.report',
  'licenseApply.save',
  'taskRandom.save',
  'taskSpecial.save',
  'taskSpecial.yxzSave',
])

/** Somebody else's change, right before the next transaction begins. */
function changedBefore(api: Api, change: () => Promise<unknown>): { isDone: () => boolean; restore: () => void } {
  let isDone = false
  const usual = api.services.db.transaction.bind(api.services.db)
  const spy = vi.spyOn(api.services.db, 'transaction').mockImplementation(() => {
    const transaction = usual()
    const execute = transaction.execute.bind(transaction)
    return Object.assign(transaction, {
      execute: async (work: Parameters<typeof execute>[0]) => {
        if (!isDone) {
          isDone = true
          await change()
        }
        return execute(work)
      },
    })
  })
  return { isDone: () => isDone, restore: () => spy.mockRestore() }
}

const isConditional = ({ visible, disabled }: Way): boolean => visible !== undefined || disabled !== undefined

/** Values to try in a field until a condition fails. */
const OTHERS = [null, '0', '1', '2', '9', 'user-nobody', 'org-nowhere', '999999'] as const

export function offeredContract(api: () => Api): void {
  const configuration = () => api().services.configuration()
  const endpointNamed = (name: string): EndpointModel =>
    configuration()
      .endpoints()
      .find(one => one.name === name)!

  const people = async (): Promise<Person[]> => {
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

  /** Calls of buttons that have conditions on all ways to them, as this person's pages have them. */
  function conditional(person: Person): Button[] {
    const { user } = person
    const scoped = configuration().scope(scopeOf(user))
    const { pages } = reachOf(scoped, user)
    const named = [...pages].flatMap(route => {
      const page = scoped.page(route)
      return page
        ? waysOf(
            pageFor(page, user, other => pages.has(other)),
            other => scoped.page(other),
          )
        : []
    })
    const calls = new Set(named.filter(isConditional).map(one => one.call))
    return [...calls].flatMap(name => {
      const endpoint = endpointNamed(name)
      const entity = api()
        .services.entities()
        .get(endpoint.entity ?? '')!
      const ways = waysFor(scoped, user, endpoint)
      const own = ways.filter(way => way.entity === entity.name && way.keys.length > 0)
      // a button without a condition beside it, or none about a record of this kind
      if (own.length > 0 && own.every(isConditional)) return [{ ...person, endpoint, entity, ways }]
      free.add(name)
      return []
    })
  }

  const free = new Set<string>()
  /** A button above a list, or one at a record of another kind that says nothing of this one's key. */
  const beginsNew = ({ entity, keys, names }: Way, endpoint: EndpointModel): boolean => {
    const own = api()
      .services.entities()
      .get(endpoint.entity ?? '')
    return entity === own?.name ? keys.length === 0 : !names.includes(own?.key ?? '')
  }
  const isOfPerson = ({ visible }: Way): boolean =>
    visible !== undefined && memberPaths(visible).every(([root]) => root !== 'row')
  const holds = ({ user }: Person, { visible = '=true' }: Way, row: TableRow): boolean =>
    compileExpression(visible)({
      user,
      option: configuration().scope(scopeOf(user)).app.options,
      row: withoutEmpty({ ...row, manageable: 1, editable: 1 }),
    }) === true

  const ownWays = ({ entity, ways }: Button): Way[] =>
    ways.filter(way => way.entity === entity.name && way.keys.length > 0)
  /** Rows of the person's own reach, their own first. */
  async function inReach({ entity, user }: Button, key?: string): Promise<TableRow[]> {
    const scope = rowScope(user, configuration().customers(), configuration().scope(scopeOf(user)))
    const named = key === undefined ? [] : [sql<boolean>`${sql.ref(entity.key)} = ${key}`]
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)}
      where ${every([...inScope(entity, scope), ...named])}
      order by ${sql.ref(entity.key)} limit ${LOOKED_AT}`.execute(api().db)
    return rows.toSorted((a, b) => Number(b[entity.key] === user.id) - Number(a[entity.key] === user.id))
  }

  /** One of these rows, changed until it fits; `before` as it stood. */
  async function rowWhere(
    button: Button,
    all: readonly TableRow[],
    fits: (row: TableRow) => boolean,
  ): Promise<{ key: string; before: TableRow } | undefined> {
    const { entity, user } = button
    const named = ownWays(button).flatMap(({ visible = '' }) => (visible === '' ? [] : memberPaths(visible)))
    const names = new Set(named.map(([, name = '']) => name))
    const tries: TableRow[] = [
      {},
      ...[...names]
        .filter(name => entity.byName.has(name) && name !== entity.key)
        .flatMap(name => [...OTHERS, user.id, user.orgId].map(value => ({ [name]: value }))),
    ]
    // a value of another kind stands in no record
    const isSuch = (row: TableRow): boolean => {
      try {
        return fits(row)
      } catch {
        return false
      }
    }
    for (const before of all) {
      const key = String(before[entity.key])
      for (const change of tries) {
        if (!isSuch({ ...before, ...change })) continue
        if ((await changed(entity, key, change)) && (await inReach(button, key)).length > 0) return { key, before }
        await changed(entity, key, Object.fromEntries(Object.keys(change).map(name => [name, before[name]])))
      }
    }
    return undefined
  }
  const isOffered = (button: Button, row: TableRow): boolean => ownWays(button).some(way => holds(button, way, row))
  /** Changed until none of the buttons is offered for it. */
  const unfit = async (button: Button, key?: string) =>
    rowWhere(button, await inReach(button, key), row => !isOffered(button, row))
  /** Changed until one of them is: whose a record of the demonstration is depends on the day. */
  const fit = async (button: Button) => rowWhere(button, await inReach(button), row => isOffered(button, row))

  const changed = async (entity: Entity, key: string, change: TableRow): Promise<boolean> =>
    Object.keys(change).length === 0
    || (await api()
      .db.updateTable(entity.name)
      .set(change)
      .where(entity.key, '=', key)
      .execute()
      .then(
        () => true,
        () => false,
      ))
  const rowOf = async (entity: Entity, key: string): Promise<TableRow> =>
    (await api().db.selectFrom(entity.name).selectAll().where(entity.key, '=', key).executeTakeFirst()) ?? {}

  /** What the button sends, or the form behind it: values as they stand. */
  const sentBy = ({ entity }: Button, way: Way, key: string, row: TableRow): Row => ({
    ...Object.fromEntries(
      (way.sends ?? []).flatMap(name => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]])),
    ),
    ...Object.fromEntries(way.keys.map(name => [name, key])),
    ...(way.keys.length === 0 ? { [entity.key]: key } : {}),
    del_content: '不再使用',
  })

  /** What the button sends, with something for each argument that its call demands. */
  const argsOf = ({ endpoint }: Button, { del_content: reason, ...sent }: Row): Row => {
    const missing = (endpoint.params ? paramsOf(endpoint) : []).filter(
      ({ name, required }) => required && !(name in sent),
    )
    const args = { ...sent, ...Object.fromEntries(missing.map(({ name }) => [name, '1'])) }
    return endpoint.names?.includes('del_content') ? { ...args, del_content: reason } : args
  }

  /** Whether a batch of this one row changes it, or says that it did. */
  async function passesInBatch({ endpoint, entity }: Button, args: Row, key: string, token: string): Promise<boolean> {
    if (!endpoint.changes || endpoint.in === 'multipart') return false
    const { [entity.key]: _, ...shared } = args
    const { status, body } = await api().ask<{ id: string }>('POST', '/api-console/batches', token, {
      call: endpoint.name,
      args: shared,
      keys: [key],
    })
    if (status !== 200) return false
    return (await ended(api(), token, '/api-console/batches', String(body.data?.id))).ok > 0
  }

  /** Presses it nevertheless, alone and in a batch; says what came of it where it was not refused. */
  async function lostBy(button: Button, way: Way, key: string, token: string): Promise<string[]> {
    const { endpoint, entity, asker, user } = button
    const row = await rowOf(entity, key)
    const isWritten = async (): Promise<boolean> => JSON.stringify(await rowOf(entity, key)) !== JSON.stringify(row)
    const args = argsOf(button, sentBy(button, way, key, row))
    const { statusCode, body } = await asker.send(endpoint, args)
    const said = `${endpoint.name} of ${user.username} on ${key}: ${statusCode} ${body.slice(0, 200)}`
    const lost = statusCode === 403 && /不能对“.*”进行“/.test(body) ? [] : [said]
    if (await isWritten()) lost.push(`${said}: written`)
    // what no button says keeps it from being asked for none
    const stray = await asker.send(endpoint, { ...args, action: args['action'] ?? 'nothing' })
    if (stray.statusCode < 400 || (await isWritten())) lost.push(`${said}: with an action, ${stray.statusCode}`)
    const isBatched = await passesInBatch(button, args, key, token)
    return isBatched || (await isWritten()) ? [...lost, `${said}: in a batch`] : lost
  }

  describe('a button that a page does not show', () => {
    it('is refused by the server in words, alone and in a batch, and writes nothing', async () => {
      const tried = new Set<string>()
      const all = new Set<string>()
      const lost: string[] = []
      for (const person of await people()) {
        const token = await api().token(person.user.username)
        for (const button of conditional(person)) {
          const { endpoint, entity, ways } = button
          all.add(endpoint.name)
          if (tried.has(endpoint.name) || endpoint.name in ELSEWHERE) continue
          const way = ways.find(one => one.entity === entity.name && one.keys.length > 0)
          const found = way && (await unfit(button))
          if (!found) continue
          tried.add(endpoint.name)
          lost.push(...(await lostBy(button, way, found.key, token)))
          await changed(entity, found.key, found.before)
        }
      }
      expect(lost).toEqual([])
      // each has another button without a condition, or a page makes it by itself
      expect([...free].filter(name => !all.has(name) && !BEGINS.has(name)).sort()).toEqual(FREE)
      const untried = [...all].filter(name => !tried.has(name) && !(name in ELSEWHERE))
      expect(untried).toEqual([])
    })

    it('is refused too where somebody else changes the record after it was pressed, before it is written', async () => {
      const tried = new Set<string>()
      const lost: string[] = []
      for (const person of await people()) {
        for (const button of conditional(person)) {
          const { endpoint, entity, asker } = button
          if (tried.has(endpoint.name) || endpoint.name in ELSEWHERE || entity.view) continue
          const offered = await fit(button)
          if (!offered) continue
          const { key, before: original } = offered
          const before = await rowOf(entity, key)
          const found = await unfit(button, key)
          const way = ownWays(button).find(one => holds(person, one, before))
          if (!found || !way) {
            await changed(entity, key, original)
            continue
          }
          const unlike = await rowOf(entity, key)
          const args = argsOf(button, sentBy(button, way, key, before))
          await changed(entity, key, before)
          const meanwhile = changedBefore(api(), () => changed(entity, key, unlike))
          const { statusCode, body } = await asker.send(endpoint, args).finally(meanwhile.restore)
          // what is refused before it writes anything asks for no record
          if (meanwhile.isDone()) {
            tried.add(endpoint.name)
            const isRefused = statusCode === 403 && /不能对“.*”进行“/.test(body)
            const isLeft = JSON.stringify(await rowOf(entity, key)) === JSON.stringify(unlike)
            if (!isRefused || !isLeft) lost.push(`${endpoint.name} ${key}: ${statusCode} ${body.slice(0, 200)}`)
          }
          await changed(entity, key, original)
        }
      }
      expect(lost).toEqual([])
      expect([...tried]).toEqual(
        expect.arrayContaining(['complaint.save', 'evidence.verify', 'platformDuty.delete', 'website.bury']),
      )
    })

    it('begins no new record where its condition is about the person', async () => {
      const refused = new Set<string>()
      for (const person of await people()) {
        const scoped = configuration().scope(scopeOf(person.user))
        for (const endpoint of configuration().endpoints()) {
          if (refused.has(endpoint.name) || !mayMake(scoped, person.user, endpoint)) continue
          const ways = waysFor(scoped, person.user, endpoint).filter(way => beginsNew(way, endpoint))
          const isShut = ways.length > 0 && ways.every(way => isOfPerson(way) && !holds(person, way, {}))
          if (!isShut) continue
          refused.add(endpoint.name)
          const answer = await person.asker.send(endpoint, {})
          expect([endpoint.name, answer.statusCode, answer.body]).toEqual([
            endpoint.name,
            403,
            expect.stringMatching(/不能对.*进行“/),
          ])
        }
      }
      expect([...refused]).toEqual(expect.arrayContaining(['case.save', 'licenseApply.save']))
    })
  })
}
