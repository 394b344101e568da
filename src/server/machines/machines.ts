import { LOCKED, MAY, WHY } from '../../core/contract/api.ts'
import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import { everTakeable, locked, takeable, whyNot, type Actor } from '../../core/workflow/decide.ts'
import { grantedBy, namedIn } from '../../core/workflow/granted.ts'
import { machineOf, type Machine } from '../../core/workflow/machine.ts'
import { scopeOf, scopeOfRecord } from '../../core/model/scope.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import type { Entity } from '../db/tables/models.ts'
import { reasonOf } from './reasons.ts'
import { knowing, knowingOne } from './taken.ts'
import type { SignedIn } from '../access/signed-in.ts'

const known = new WeakMap<ScopedConfiguration, Map<string, Machine | undefined>>()

/** Of an entity what its workflow is found by. */
type Following = Pick<Entity, 'name' | 'fields'>

const statusOf = ({ fields }: Following) =>
  fields.find(({ kind, workflow }) => kind === 'status' && workflow !== undefined)

function make(scoped: ScopedConfiguration, entity: Following): Machine | undefined {
  const status = statusOf(entity)
  const doc = status?.workflow === undefined ? undefined : scoped.workflow(status.workflow)
  // a field may show states of a workflow that the entity itself does not follow
  return status && doc?.entity === entity.name ? machineOf(doc, status.name) : undefined
}

/** The workflow that an entity follows, as a scope sees it. */
export function machineFor(scoped: ScopedConfiguration, entity: Following): Machine | undefined {
  const machines = known.get(scoped) ?? new Map<string, Machine | undefined>()
  known.set(scoped, machines)
  if (!machines.has(entity.name)) machines.set(entity.name, make(scoped, entity))
  return machines.get(entity.name)
}

/**
 * The configuration that decides about a record: that of the customer and the area that it lies in, whoever acts.
 * Records that say neither are decided about as the person's own scope has it.
 */
export function scopedOf(call: CallContext, { byName, areaField }: Entity, row: TableRow): ScopedConfiguration {
  const { customer, area } = scopeOf(call.user)
  const own = scopeOfRecord(row, areaField)
  return call.configuration().scope({
    ...(byName.has('customerId') || customer === undefined ? {} : { customer }),
    ...(areaField !== undefined || area === undefined ? {} : { area }),
    ...own,
  })
}

/** A record's workflow, and the person as it sees them. */
export interface Followed {
  scoped: ScopedConfiguration
  machine: Machine
  actor: Actor
}

/** The workflow that a record follows, as its own customer and area have it; undefined if it follows none. */
export const followedBy = (call: CallContext, entity: Entity, row: TableRow): Followed | undefined =>
  follower(call, entity)(row)

/** The same for many records, of which most lie in one scope: what the person may there is worked out once. */
function follower(call: CallContext, entity: Entity): (row: TableRow) => Followed | undefined {
  const known = new Map<ScopedConfiguration, Followed | undefined>()
  return row => {
    const scoped = scopedOf(call, entity, row)
    if (!known.has(scoped)) {
      const machine = machineFor(scoped, entity)
      known.set(scoped, machine && { scoped, machine, actor: actorFor(scoped, signedInUser(call), machine) })
    }
    return known.get(scoped)
  }
}

/**
 * The workflow that an entity follows as any scope sees it, each that differs once: for work that looks at rows of all,
 * and then judges each by the scope that it lies in.
 */
export function machinesOf(configuration: Configuration, entity: Entity): Machine[] {
  const status = statusOf(entity)
  const docs = status?.workflow === undefined ? [] : configuration.workflows(status.workflow)
  return docs.flatMap(doc => (status && doc.entity === entity.name ? [machineOf(doc, status.name)] : []))
}

/**
 * Transitions that the other person's roles name and one's own do not: together with a role whose code the transition
 * asks for, such a name would allow it.
 */
export function namedBeyond(machine: Machine, own: SignedIn, other: SignedIn): string[] {
  const granted = grantedBy(own.buttonsByRole ?? [], machine)
  if (!granted) return []
  return (other.buttonsByRole ?? []).flatMap(buttons => namedIn(buttons, machine)).filter(code => !granted.has(code))
}

/** A person as workflows see them. */
export function actorFor(scoped: ScopedConfiguration, user: SignedIn, machine?: Machine): Actor {
  const granted = machine && grantedBy(user.buttonsByRole ?? [], machine)
  return { user, option: scoped.app.options, today: chinaTime().slice(0, 10), ...(granted ? { granted } : {}) }
}

/** Entity → transitions that this person could take on some record. */
export function buttonsOf(
  scoped: ScopedConfiguration,
  user: SignedIn,
  entities: Iterable<Entity>,
): Record<string, string[]> {
  return Object.fromEntries(
    [...entities].flatMap(entity => {
      const machine = machineFor(scoped, entity)
      return machine ? [[entity.name, everTakeable(machine, actorFor(scoped, user, machine))] as const] : []
    }),
  )
}

/** Adds to each row the transitions that the server would accept; the console shows exactly these as buttons. */
export async function withMay(call: CallContext, entity: Entity, rows: TableRow[]): Promise<TableRow[]> {
  if (!call.user || !statusOf(entity)) return rows
  const followed = rows.map(follower(call, entity))
  const each = [...new Set(followed)].filter(one => one !== undefined)
  const known = await knowing(call.db, entity, rows, each)
  const asking = new Map(each.map((one, i) => [one, known[i]]))
  return rows.map((row, i) => {
    const own = followed[i]
    const found = own && asking.get(own)
    return found ? { ...row, [MAY]: takeable(found.machine, row, found.actor) } : row
  })
}

/** Adds to a single record the reason for each transition that is refused. */
export async function withWhy(call: CallContext, entity: Entity, row: TableRow): Promise<TableRow> {
  const followed = await knowingOne(call.db, entity, row, call.user && followedBy(call, entity, row))
  if (!followed) return row
  const { machine, actor } = followed
  const why = [...machine.transitions.keys()].flatMap(code => {
    const reason = whyNot(machine, code, row, actor)
    return reason ? [[code, reasonOf(machine, code, reason, row)] as const] : []
  })
  return { ...row, [WHY]: Object.fromEntries(why), [LOCKED]: locked(machine, row, actor) }
}
