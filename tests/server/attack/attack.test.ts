import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaPrefix } from '../../../src/core/model/scope.ts'
import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import type { EndpointModel } from '../../../src/server/db/tables/models.ts'
import { Browser, equip } from '../../supervision/server/evidence/taking.ts'
import { Attacker } from './attacker.ts'
import { accounts, mayTouchIt, plant, privateThings, standing, type Planted, type Standing } from './plant.ts'
import { EXEMPT, FOLLOWED, isList, triesOf, victims } from './tries.ts'
import { startApi, type Api } from '../support/api.ts'
import { QUICKER } from '../support/both.ts'
import { fewAtATime } from '../support/few.ts'
import { isWhole, some } from '../../whole.ts'

const people = await accounts()
/** The register of subjects knows no area; it knows customers. */
const inRegister = ({ customerId }: DemoAccount, call: string, row: Planted): boolean =>
  call === 'business.byUscc' && (customerId === '' || ['', customerId].includes(row.customer))

/**
 * Labels, libraries and the knowledge base belong to a customer as a whole and are read in all its areas; that none of
 * another area is changed is held nevertheless.
 */
const SHARED_KINDS = new Set([
  'model',
  'modelVersion',
  'label',
  'subLibrary',
  'illegalItem',
  'illegalFeature',
  'law',
  'lawArticle',
  'caseStudy',
  'demonstration',
])
/** A run of a model tells which one was run, and a member of a customer may run each of the customer's. */
const NAMED_BY = ['modelRun.list', 'modelRun.one']
const SHARED = new Set([
  'export.file',
  ...NAMED_BY,
  // what refuses to change one tells which
  ...[...SHARED_KINDS].flatMap(kind => ['list', 'one', 'save', 'delete'].map(call => `${kind}.${call}`)),
])
const sharedInCustomer = ({ customerId }: DemoAccount, call: string, row: Planted): boolean =>
  SHARED.has(call) && SHARED_KINDS.has(row.entity) && (customerId === '' || ['', customerId].includes(row.customer))

/**
 * Rows are decided by level and by the reach of the roles: one account of each kind sends all arguments, every other
 * one aims each call once.
 */
const rightsOf = ({ areaLevel, customerId, roles }: DemoAccount): string =>
  `${areaLevel} ${customerId === ''} ${roles.includes('special')}`
const leaders = new Map(people.map(one => [rightsOf(one), one.username] as const).reverse())
/**
 * One of each kind of rights tries everything; in `npm test` two of these, who share the calls out between them and aim
 * each of the other's once. The rights of all others are those of one of them. `ATTACK=all` lets all of them try.
 */
const leading = new Set(some([...leaders.values()], 2))
const tryingNow = people.filter(one => process.env['ATTACK'] === 'all' || leading.has(one.username))

// what decides is the same SQL, which the contracts hold to be one on both
describe(`every call × every account on ${QUICKER}`, () => {
  let api: Api
  let all: Planted[]
  let before: Map<Planted, Standing>
  let mine: string
  const tried = new Map<string, number>()
  beforeAll(async () => {
    // without the thousands of the demonstration: only planted rows can give anything away
    api = await startApi(QUICKER, { records: [] })
    equip(api, new Browser())
    all = await plant(api, people)
    before = await standing(api, all)
    mine = await privateThings(api)
  })
  afterAll(() => api?.close())

  const built = (): EndpointModel[] =>
    api.services
      .configuration()
      .endpoints()
      .filter(one => one.handler && !EXEMPT.has(one.name))

  async function attack(account: DemoAccount): Promise<Attacker> {
    const one = new Attacker(api, account, all, name => tried.set(name, (tried.get(name) ?? 0) + 1))
    await one.signIn()
    const brief = leaders.get(rightsOf(account)) !== account.username
    const turn = tryingNow.indexOf(account)
    const isOwn = (place: number): boolean => isWhole || place % tryingNow.length === turn
    for (const [place, endpoint] of built()
      .filter(({ name }) => !FOLLOWED.has(name))
      .entries()) {
      const entity = api.services.entities().get(endpoint.entity ?? '')
      const [first = {}, ...others] = triesOf(endpoint, entity, account, all, brief || !isOwn(place), place)
      // whom the call itself is refused need not try all its arguments
      const refused = await one.isRefused(endpoint, first)
      await fewAtATime(others.slice(refused ? -1 : 0), args => one.ask(endpoint, args))
    }
    for (const file of victims(
      account,
      all.filter(row => row.file),
    ))
      await one.download(file)
    await one.followUp(built(), brief, people.indexOf(account), isOwn)
    // what an account has begun works on in its name, also while the next one tries its luck
    await expect.poll(unfinished).toBe(0)
    return one
  }

  async function unfinished(): Promise<number> {
    const { n } = await api.db
      .selectFrom('sys_job')
      .select(db => db.fn.countAll().as('n'))
      .where('finished', '=', 0)
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  /** Rows of others are as they were, byte by byte; one's own are still where they were. */
  function stands(account: DemoAccount, before: Map<Planted, Standing>, now: Map<Planted, Standing>): void {
    const kept = (row: Planted): string | undefined =>
      mayTouchIt(account, row) ? now.get(row)?.place : now.get(row)?.whole
    const was = (row: Planted): string | undefined =>
      mayTouchIt(account, row) ? before.get(row)?.place : before.get(row)?.whole
    expect(
      [...before.keys()]
        .filter(row => kept(row) !== was(row))
        .map(row => `${row.entity} ${row.key} ${was(row)} → ${kept(row)}`),
      `changed by ${account.username}`,
    ).toEqual([])
  }

  it.each(tryingNow.map(account => [account.username, account] as const))(
    '%s reaches no row of another area or customer',
    async (_, account) => {
      const one = await attack(account)
      // taken before anything is judged: what fails for one is not told again of all later ones
      const earlier = before
      before = await standing(api, all, earlier)
      stands(account, earlier, before)
      expect(await privateThings(api)).toBe(mine)
      const shown = one.seen.filter(
        ({ call, row }) =>
          !mayTouchIt(account, row) && !inRegister(account, call, row) && !sharedInCustomer(account, call, row),
      )
      expect([
        ...new Set(shown.map(({ call, row }) => `${call} shows ${row.entity} of ${row.area} of ${row.customer}`)),
      ]).toEqual([])
      expect(one.faults).toEqual([])
      // the attack has eyes: where the account may list a kind of thing, it has found its own
      for (const endpoint of built().filter(isList)) {
        // what is closed belongs to whom it names, and the planted rows name nobody who is here
        const isClosed = api.services.entities().get(endpoint.entity ?? '')?.owned?.closed === true
        const own =
          !isClosed
          && all.some(
            row => row.entity === endpoint.entity && row.area === account.areaCode && mayTouchIt(account, row),
          )
        if (
          own
          && one.allowed.has(endpoint.name)
          && !account.roles.some(role => ['town_staff', 'special'].includes(role))
        )
          expect(
            one.found(endpoint.name),
            `${endpoint.name} shows ${account.username} nothing of theirs`,
          ).toBeGreaterThan(0)
      }
    },
  )

  it('has tried every call that is built, as every account of this run', () => {
    expect(
      built()
        .filter(({ name }) => (tried.get(name) ?? 0) < tryingNow.length)
        .map(({ name }) => name),
    ).toEqual([])
    expect(
      [...EXEMPT].filter(
        name =>
          !api.services
            .configuration()
            .endpoints()
            .some(one => one.name === name),
      ),
    ).toEqual([])
    expect(people.filter(one => !leaders.has(rightsOf(one)))).toEqual([])
    expect(new Set(people.map(({ areaCode }) => areaPrefix(areaCode).length)).size).toBeGreaterThan(3)
  })
})
