import type { DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { share } from '../../whole.ts'
import { MARKS, mayTouchIt, PRIVATE, type Planted } from './plant.ts'

export type Args = Record<string, unknown>

/** One's own session, and what no argument can point elsewhere. */
export const EXEMPT = new Set(['auth.login', 'auth.logout', 'file.upload'])
/** Tried with their answers followed up, see the test. */
export const FOLLOWED = new Set(['export.run', 'batch.run', 'selection.freeze'])

const LIST = new Set(['list', 'annual.list', 'operlog.list', 'role.list'])
export const isList = (endpoint: EndpointModel): boolean => LIST.has(endpoint.handler ?? '')

/** Whom a person would attack: a row of the next area, one of another customer in the own area, one of both. */
export function victims(account: DemoAccount, rows: readonly Planted[]): Planted[] {
  const foreign = rows.filter(row => !mayTouchIt(account, row))
  const outside = foreign.find(row => !row.area.startsWith(account.areaCode.slice(0, 2)))
  const near = foreign.find(
    row => row.area.slice(0, 4) === account.areaCode.slice(0, 4) && row.customer === account.customerId,
  )
  const sameArea = foreign.find(row => row.area === account.areaCode)
  return [...new Set([near ?? outside, sameArea])].flatMap(row => row ?? [])
}

/** Every name that an argument may have, aimed at the victim. */
function aimed(name: string, victim: Planted): unknown {
  const known: Args = {
    entity: victim.entity,
    key: victim.key,
    areaCode: victim.area,
    parentOrgId: `org-${victim.area}`,
    code: victim.uscc,
    record: victim.key,
    form: 'x',
    route: 'dataCenter/onlineShop',
    field: 'contactPhone',
    roleId: victim.key,
    del_content: '越权删除',
    menuIds: [],
    jurisdiction: victim.area,
    newPassword: 'Attacker2026',
    oldPassword: 'Wangjian2025',
    auditStatus: '0',
    deadReason: '1',
    opinion: '0',
    isMatching: 1,
    labelIds: [],
    action: 'sl',
    websiteProperty: undefined,
    businessType: undefined,
  }
  return name in known ? known[name] : victim.key
}

/** Only planted rows can give anything away. */
export function plantedOnly(entity: Entity | undefined): Args {
  const field = entity?.fields.find(one => one.search === 'contains' && one.kind === 'text')
  // among them carriers of the dead library, which the lists of the living show where they are asked for
  return { pageRowNo: 1000, ...(field ? { [field.name]: MARKS } : {}), ...(entity?.union ? { isDead: [0, 1] } : {}) }
}

const listArgs = (entity: Entity, victim: Planted): Args[] => {
  const text = entity.fields.find(field => field.search === 'contains' && field.kind === 'text')
  return (
    [
      {},
      { [entity.key]: victim.key },
      { areaCode: victim.area },
      { areaCode: [victim.area, '000000'] },
      { customerId: victim.customer },
      ...(text ? [{ [text.name]: victim.mark }] : []),
      { orderBy: `${entity.title} desc` },
      { uscc_dim: victim.uscc },
      { delFlag: 0, own: '', customer: [] },
      { [entity.key]: `x' or '1'='1` },
    ]
      .filter(args =>
        Object.keys(args).every(key => ['orderBy', 'own', 'customer'].includes(key) || entity.byName.has(key)),
      )
      // the demonstration's rows need not be read each time
      .map(args => ({ ...plantedOnly(entity), ...args }))
  )
}

function changeArgs(
  endpoint: EndpointModel,
  entity: Entity | undefined,
  victim: Planted,
  own: Planted | undefined,
): Args[] {
  if (!entity || !endpoint.handler?.endsWith('save')) return []
  const on = (row: Planted, more: Args): Args => ({ [entity.key]: row.key, ...more })
  const texts = Object.fromEntries(
    entity.fields.filter(field => field.kind === 'text').map(field => [field.name, 'pwned']),
  )
  const moves = own
    ? [{ areaCode: victim.area }, { customerId: victim.customer }, { jurisdictionOrg: `org-${victim.area}x` }].map(
        more => on(own, more),
      )
    : []
  return [on(victim, {}), on(victim, { ...texts, [entity.key]: victim.key }), on(victim, { delFlag: 1 }), ...moves]
}

const grouped = new WeakMap<readonly Planted[], Map<string, Planted[]>>()
/** Thousands of calls ask for the rows of one kind. */
function kindsOf(all: readonly Planted[]): Map<string, Planted[]> {
  const known = grouped.get(all)
  if (known) return known
  const kinds = new Map<string, Planted[]>()
  for (const row of all) kinds.set(row.entity, [...(kinds.get(row.entity) ?? []), row])
  grouped.set(all, kinds)
  return kinds
}

/** So many ways to ask a list for one victim's rows: what they are is the same code for all lists. */
const WAYS = 2

/**
 * All that an account sends to one call to reach rows that are not its own; `brief` for those whose rights another has
 * tried in full. `place`: the call's among all.
 */
export function triesOf(
  endpoint: EndpointModel,
  entity: Entity | undefined,
  account: DemoAccount,
  all: readonly Planted[],
  brief: boolean,
  place: number,
): Args[] {
  const kinds = kindsOf(all)
  const ofKind = entity ? (kinds.get(entity.name) ?? []) : all
  const names = endpoint.names?.includes('entity') ? [...kinds.keys()] : ['website', 'register']
  const targets = entity ? victims(account, ofKind) : names.flatMap(name => victims(account, kinds.get(name) ?? []))
  const own = ofKind.find(row => row.area === account.areaCode && mayTouchIt(account, row))
  const more = (victim: Planted, at: number): Args[] => {
    if (endpoint.changes) return changeArgs(endpoint, entity, victim, own)
    return entity && isList(endpoint) ? share(listArgs(entity, victim), place + at, WAYS) : []
  }
  const aim = (victim: Planted, at: number): Args[] => {
    const named = Object.fromEntries((endpoint.names ?? []).map(name => [name, aimed(name, victim)]))
    const keyed =
      entity && endpoint.changes && !endpoint.names?.length ? { [entity.key]: victim.key, del_content: '越权删除' } : {}
    return [{ ...named, ...keyed }, ...more(victim, at)]
  }
  const strangers = endpoint.names?.includes('id')
    ? [{ id: PRIVATE, name: 'x', route: 'dataCenter/onlineShop', query: {}, url: 'https://x.example', desc: 'x' }]
    : []
  // of a list the nation itself, whom nothing is forbidden, reads all that is planted
  const open = entity && isList(endpoint) ? [plantedOnly(entity)] : []
  if (brief) return [...open, ...targets.slice(0, 1).flatMap(aim), ...strangers, {}].slice(0, 1)
  return [...open, ...targets.flatMap(aim), ...strangers, {}]
}
