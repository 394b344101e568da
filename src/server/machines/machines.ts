import { MAY, WHY } from '../../core/contract/api.ts'
import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import { everTakeable, takeable, whyNot, type Actor } from '../../core/workflow/decide.ts'
import { grantedBy, namedIn } from '../../core/workflow/granted.ts'
import { machineOf, type Machine } from '../../core/workflow/machine.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { reasonOf } from './reasons.ts'
import type { SignedIn } from '../access/signed-in.ts'

const known = new WeakMap<ScopedConfiguration, Map<string, Machine | undefined>>()

/** Of an entity what its workflow is found by. */
type Followed = Pick<Entity, 'name' | 'fields'>

const statusOf = ({ fields }: Followed) =>
  fields.find(({ kind, workflow }) => kind === 'status' && workflow !== undefined)

function make(scoped: ScopedConfiguration, entity: Followed): Machine | undefined {
  const status = statusOf(entity)
  const doc = status?.workflow === undefined ? undefined : scoped.workflow(status.workflow)
  // a field may show states of a workflow that the entity itself does not follow
  return status && doc?.entity === entity.name ? machineOf(doc, status.name) : undefined
}

/** The workflow that an entity follows, as a scope sees it. */
export function machineFor(scoped: ScopedConfiguration, entity: Followed): Machine | undefined {
  const machines = known.get(scoped) ?? new Map<string, Machine | undefined>()
  known.set(scoped, machines)
  if (!machines.has(entity.name)) machines.set(entity.name, make(scoped, entity))
  return machines.get(entity.name)
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
  return { user, option: scoped.app.options, ...(granted ? { granted } : {}) }
}
export const actorOf = (call: CallContext, machine?: Machine): Actor =>
  actorFor(call.scoped, signedInUser(call), machine)

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
export function withMay(call: CallContext, entity: Entity, rows: TableRow[]): TableRow[] {
  const machine = call.user && machineFor(call.scoped, entity)
  if (!machine) return rows
  const actor = actorOf(call, machine)
  return rows.map(row => ({ ...row, [MAY]: takeable(machine, row, actor) }))
}

/** Adds to a single record the reason for each transition that is refused. */
export function withWhy(call: CallContext, entity: Entity, row: TableRow): TableRow {
  const machine = call.user && machineFor(call.scoped, entity)
  if (!machine) return row
  const actor = actorOf(call, machine)
  const why = [...machine.transitions.keys()].flatMap(code => {
    const reason = whyNot(machine, code, row, actor)
    return reason ? [[code, reasonOf(machine, code, reason, row)] as const] : []
  })
  return { ...row, [WHY]: Object.fromEntries(why) }
}
