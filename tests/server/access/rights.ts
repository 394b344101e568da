import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '../../../src/core/contract/configuration.ts'
import { pageFor } from '../../../src/core/contract/page-rights.ts'
import type { ScopedConfiguration } from '../../../src/core/index.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import type { EndpointModel } from '../../../src/server/db/tables/models.ts'
import { columnsShown } from '../../../src/server/access/list-columns.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import { mayUnmask } from '../../../src/server/access/field-rights.ts'
import { demoAccounts, demoPeople } from '../../../src/supervision/server/demo/accounts.ts'
import { kindsOfPeople, rightsOf } from '../../../src/supervision/server/demo/rights.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { readDemo } from '../../../src/supervision/server/demo/demo-files.ts'
import { ROOT } from '../../folders.ts'
import { Asker } from '../openapi/asker.ts'
import type { Api } from '../support/api.ts'
import { fewAtATime } from '../support/few.ts'
import { share, some } from '../../whole.ts'

const demo = await readDemo(ROOT)
const people = demoPeople(demo)
const kinds = kindsOfPeople(people)
const account = (username: string) => demoAccounts(demo).find(one => one.username === username)!
/** So many lists are asked of whoever has one entry of the menu, of each entry others. */
const LISTS = 12
const NO_RIGHT = '没有权限，请联系管理员'

interface Entry {
  id: string
  page: string
  roles: readonly string[] | undefined
}
const entriesOf = (menu: readonly MenuEntry[]): Entry[] =>
  menu.flatMap(({ id, page, roles, children }) => [...(page ? [{ id, page, roles }] : []), ...entriesOf(children)])

/** Pages that stand in the menu, and by which entry. */
const doorsOf = (scoped: ScopedConfiguration, base: ScopedConfiguration): ReadonlyMap<string, string> =>
  new Map([...entriesOf(base.menu), ...entriesOf(scoped.menu)].map(one => [one.page, one.id]))

/**
 * Said once more, and plainly: what can be come to from a page without walking into one that stands in the menu by
 * itself.
 */
function around(scoped: ScopedConfiguration, doors: ReadonlyMap<string, string>, { id, page }: Entry): Set<string> {
  const found = new Set([page])
  for (const route of found)
    for (const to of scoped.manifest.pages[route]?.links ?? [])
      if (scoped.manifest.pages[to] && (doors.get(to) ?? id) === id) found.add(to)
  return found
}

/** What nobody needs a menu for, and where it leads. */
function freePages({ manifest: { pages } }: ScopedConfiguration): ReadonlySet<string> {
  const own = Object.entries(pages).filter(
    ([, { kind, open }]) => ['system', 'redirect'].includes(kind) || open === true,
  )
  return new Set(own.flatMap(([name, { links }]) => [name, ...links]))
}

export function rightsContract(api: () => Api): void {
  const configuration = () => api().services.configuration()

  describe(`the rights of ${kinds.length} kinds of people`, () => {
    it('R6.01 R8.03 are what the server answers, call by call', async () => {
      const differing: string[] = []
      const table = rightsOf(configuration(), kinds).filter(({ call }) => call.name !== 'auth.logout')
      for (const person of some(kinds, Math.ceil(kinds.length / 5))) {
        const asker = new Asker(api(), account(person.username))
        await fewAtATime(table, async ({ call, holders }) => {
          // refused for its arguments is not refused for want of a right, and touches nothing
          const answer = await asker.send(call, { '!': 'x' })
          const { resultMsg, msg } = String(answer.headers['content-type']).includes('json')
            ? answer.json<{ resultMsg?: string; msg?: string }>()
            : {}
          const refused = answer.statusCode === 403 && (resultMsg ?? msg) === NO_RIGHT
          if (answer.statusCode === 500 || refused === holders.includes(person))
            differing.push(`${person.username} ${call.name} ${answer.statusCode} ${String(resultMsg ?? msg)}`)
        })
        const { statusCode } = await asker.send(table.find(({ call }) => call.name === 'record.reveal')!.call, {
          entity: 'eshop',
          key: 'x',
          field: 'contactPhone',
        })
        if ((statusCode === 403) === mayUnmask(person)) differing.push(`${person.username} record.reveal ${statusCode}`)
      }
      expect(differing).toEqual([])
    })

    it('are open to everybody only where somebody has written why', () => {
      const toAll = configuration()
        .endpoints()
        .filter(({ access }) => access === 'open' || access === 'staff')
      expect(toAll.length).toBeLessThan(66)
      expect(toAll.filter(({ because = '' }) => because.trim() === '').map(({ name }) => name)).toEqual([])
      // rows of the business come with a page: none of these is a generic call
      expect(
        toAll
          .filter(({ handler }) => ['list', 'one', 'save', 'delete'].includes(handler ?? ''))
          .map(({ name }) => name),
      ).toEqual([])
    })
  })

  describe('one entry of the menu alone', () => {
    const scopes = [...new Map(people.map(one => [JSON.stringify(scopeOf(one)), one])).values()].filter(
      ({ areaLevel }) => areaLevel < 4,
    )
    const alone = (person: SignedIn, id: string): SignedIn => ({ ...person, roles: [], menus: [id] })

    it('opens the pages around its own and no other entry’s, in every customer and area', () => {
      const base = configuration().scope({})
      const wrong: string[] = []
      for (const person of scopes) {
        const scoped = configuration().scope(scopeOf(person))
        const [doors, free] = [doorsOf(scoped, base), freePages(scoped)]
        for (const entry of entriesOf(scoped.menu)) {
          const own = around(scoped, doors, entry)
          const { pages } = reachOf(scoped, alone(person, entry.id))
          wrong.push(
            ...[...pages]
              .filter(route => !own.has(route) && !free.has(route))
              .map(route => `${person.username} ${entry.id} → ${route}`),
          )
        }
      }
      expect(wrong).toEqual([])
    })

    it('has the columns of its lists by their call: what no list draws need not be looked up for its links', () => {
      const person = people.find(({ username }) => username === 'huainan_shouxian') as SignedIn
      const shown = columnsShown(configuration().scope(scopeOf(person)), person, 'website.list')
      expect([shown?.has('uscc_dim'), shown?.has('auditBy')]).toEqual([true, false])
      // what asks for a record, or is no call, has no list
      expect(columnsShown(configuration().scope(scopeOf(person)), person, 'website.one')).toBeUndefined()
    })

    it('is drawn without a way to any page that it does not open', () => {
      const dead: string[] = []
      for (const person of scopes.filter(({ customerId }) => ['', '87190', '200052'].includes(customerId))) {
        const scoped = configuration().scope(scopeOf(person))
        for (const entry of entriesOf(scoped.menu)) {
          const { pages } = reachOf(scoped, alone(person, entry.id))
          for (const route of pages) {
            const page = pageFor(scoped.page(route)!, person, to => pages.has(to))
            const ways = [
              ...('actions' in page ? page.actions : []),
              ...('columns' in page ? page.columns : []),
              { page: 'parent' in page ? page.parent : undefined },
            ]
            dead.push(
              ...ways.flatMap(({ page: to }) =>
                to !== undefined && !pages.has(to) ? [`${entry.id} ${route} → ${to}`] : [],
              ),
            )
          }
        }
      }
      expect(dead).toEqual([])
    })

    it('is answered by the server for no list of another entry: not one pair of all', async () => {
      const person = people.find(({ username }) => username === 'huainan_admin')!
      const scoped = configuration().scope(scopeOf(person))
      const entries = entriesOf(scoped.menu).filter(({ page }) => scoped.manifest.pages[page]?.kind === 'list')
      const sourceOf = ({ page }: Entry): string => (scoped.page(page) as { source: { name: string } }).source.name
      const lists = configuration()
        .endpoints()
        // one's own messages are for everybody, with or without their page
        .filter(({ name, access }) => access !== 'staff' && entries.some(entry => sourceOf(entry) === name))
      await api()
        .db.insertInto('role')
        .values({
          id: 'role-alone',
          code: 'alone',
          name: '单项',
          customerId: '87190',
          menuIds: '[]',
          buttons: '["*"]',
          delFlag: 0,
        })
        .execute()
      await api()
        .db.insertInto('user')
        .values({
          id: 'user-alone',
          username: 'alone',
          nickName: '单项',
          areaCode: person.areaCode,
          customerId: '87190',
          orgId: '',
          roleIds: 'role-alone',
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      const asker = new Asker(api(), { ...account('huainan_admin'), username: 'alone' })
      const [answered, outside]: [string[], string[]] = [[], []]
      const doors = doorsOf(scoped, configuration().scope({}))
      let asked = 0
      for (const [at, entry] of entries.entries()) {
        await api()
          .db.updateTable('role')
          .set({ menuIds: JSON.stringify([entry.id]) })
          .where('id', '=', 'role-alone')
          .execute()
        const own = new Set(
          [...around(scoped, doors, entry)].flatMap(route => scoped.manifest.pages[route]?.calls ?? []),
        )
        const shown = lists.filter(({ name }) => name === sourceOf(entry))
        const tried = new Set([...shown, ...share(lists, at, LISTS)])
        asked += tried.size
        await fewAtATime([...tried], async (call: EndpointModel) => {
          const { statusCode } = await asker.send(call, { pageRowNo: 1 })
          if (statusCode === 200) (own.has(call.name) ? answered : outside).push(`${entry.id} ${call.name}`)
        })
        // what the entry itself shows it answers, unless the page is for other levels
        if (!scoped.manifest.pages[entry.page]?.roles && !entry.roles)
          expect([...answered, `${entry.id} message.list`]).toContain(`${entry.id} ${sourceOf(entry)}`)
      }
      expect(outside).toEqual([])
      expect(answered.length).toBeLessThan(asked / 3)
    })
  })
}
