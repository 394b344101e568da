import { whyNot } from '../../core/workflow/decide.ts'
import { partOf, stateOf, type Machine } from '../../core/workflow/machine.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { sharesOf } from '../access/shares.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import { signedInUser, type CallContext, type Saving } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { actorFor, machineFor, scopedOf } from './machines.ts'
import { knowingOne } from './taken.ts'
import { livePeople } from '../session/user.ts'

/** A chain of units above one another is no longer than this. */
const MOST_ABOVE = 10

type Place = Pick<Saving, 'call' | 'tx' | 'entity'>

/** Whether a person can take the record on: send it back or give it up is not enough. */
async function canGoOn({ call, tx, entity }: Place, person: SignedIn, row: TableRow): Promise<boolean> {
  const scoped = scopedOf(call, entity, row)
  const machine = machineFor(scoped, entity)
  if (!machine || !isOwnShare(call, entity, person, row)) return false
  const asking = { machine, actor: actorFor(scoped, person, machine) }
  const { actor } = (await knowingOne(tx, entity, row, asking)) ?? asking
  return [...machine.transitions].some(
    ([code, { to, branches, via, danger }]) =>
      (to !== undefined || branches !== undefined)
      && via === undefined
      && danger !== true
      && whyNot(machine, code, row, actor) === undefined,
  )
}

/** Where the work is divided, whoever has another part does not even see the record. */
function isOwnShare(call: CallContext, entity: Entity, person: SignedIn, row: TableRow): boolean {
  const share = sharesOf(call.configuration().scope(scopeOf(person)), person)?.get(entity.name)
  const value = share && row[share.field]
  return !share || value === null || value === undefined || value === '' || share.values.includes(String(value))
}

async function hasAble(place: Place, org: string, row: TableRow): Promise<boolean> {
  const people = org === '' ? [] : await livePeople(place.tx, { orgs: [org] })
  for (const person of people) if (await canGoOn(place, person, row)) return true
  return false
}

/** Refuses to hand a record to units in which nobody could go on with it: it would stand there for ever. */
export async function refuseUnable(
  place: Saving,
  machine: Machine,
  row: TableRow,
  field: string | undefined,
): Promise<void> {
  const { tx, entity } = place
  for (const org of partOf(machine, row, 'org').split(',')) {
    if (await hasAble(place, org, row)) continue
    const unit = await tx.selectFrom('org').select('orgName').where('orgId', '=', org).executeTakeFirst()
    const state = machine.states.get(stateOf(machine, row))?.label ?? ''
    const name = String(unit?.['orgName'] ?? org)
    const problem = `“${name}”没有人能办理“${state}”的${entity.label}（没有在用的账号，或其角色无权），请另选单位`
    throw new Refusal(400, problem, field === undefined ? undefined : { [field]: problem })
  }
}

/**
 * With which unit a new record begins, where its workflow says so (`start`) and nobody else has: the maker's own, or
 * the nearest above it in which somebody can go on with it. Refused where there is none.
 */
export async function startingUnit(place: Place, row: TableRow): Promise<TableRow> {
  const { call, tx, entity } = place
  const machine = machineFor(scopedOf(call, entity, row), entity)
  const { start, record } = machine?.doc ?? {}
  const field = record?.org
  if (start === undefined || field === undefined || !['', null, undefined].includes(row[field] as never)) return {}
  let org = signedInUser(call).orgId
  if (start === 'own') return org === '' ? {} : { [field]: org }
  for (let i = 0; i < MOST_ABOVE && org !== ''; i++) {
    if (await hasAble(place, org, { ...row, [field]: org })) return { [field]: org }
    const unit = await tx.selectFrom('org').select('parentId').where('orgId', '=', org).executeTakeFirst()
    org = String(unit?.['parentId'] ?? '')
  }
  throw badRequest(`本单位和上级单位都没有人能接着办理，不能新建${entity.label}`)
}
