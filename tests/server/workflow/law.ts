import type { RecordPart, TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { Api } from '../support/api.ts'
import { accounts } from '../attack/plant.ts'

export type Row = Record<string, unknown>
/** Somebody of the demonstration, by what a workflow's roles may name: levels and role codes. */
export interface Walker {
  username: string
  token: string
  id: string
  orgId: string
  names: Set<string>
}

/** The same walk every time: a failure can be walked again. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The accounts of a customer; with `colleagues` those of the demonstration who stand beside them, too. */
export async function walkers(api: Api, customerId: string, colleagues = false): Promise<Walker[]> {
  const names = new Set((await accounts()).map(({ username }) => username))
  const everybody = await api.db
    .selectFrom('user')
    .select(['id', 'username', 'orgId', 'areaCode', 'roleIds'])
    .where('customerId', '=', customerId)
    .where('enabled', '=', 1)
    .orderBy('username')
    .execute()
  const rows = everybody.filter(row => colleagues || names.has(String(row['username'])))
  return Promise.all(
    rows.map(async row => {
      const areaCode = String(row['areaCode'])
      const level = areaCode.length > 6 ? 4 : areaCode.replace(/(00)+$/, '').length / 2
      const username = String(row['username'])
      const known = new Set([
        String(level),
        ...String(row['roleIds'])
          .split(',')
          .map(role => role.replace('role-', '')),
      ])
      return {
        username,
        token: await api.token(username),
        id: String(row['id']),
        orgId: String(row['orgId']),
        names: known,
      }
    }),
  )
}

const among = (all: unknown, one: string): boolean =>
  String(all ?? '')
    .split(',')
    .includes(one)

/**
 * What a change breaks of the YAML, read once more and otherwise than the server reads it; nothing where all is well.
 */
export function breach(
  doc: WorkflowDoc,
  status: string,
  { from, to, branches, roles, rolesByState, relations }: TransitionDoc,
  before: Row,
  after: Row,
  who: Walker,
): string | undefined {
  const state = String(before[status])
  if (!from.includes(state)) return 'from'
  const targets = [to ?? state, ...(branches ?? []).map(branch => branch.to)]
  // what the server does next by itself may be done before anybody looks
  const next = Object.values(doc.transitions).flatMap(one =>
    one && one.relations?.join() === 'system' && one.from.some(state => targets.includes(state)) ? [one.to] : [],
  )
  if (![...targets, ...next].includes(String(after[status]))) return 'to'
  const wanted = rolesByState?.[state] || roles
  if (wanted && !wanted.some(role => who.names.has(role))) return 'role'
  const part = (name: RecordPart): unknown => before[doc.record?.[name] ?? '']
  const related = {
    holder: among(part('org'), who.orgId) || among(part('user'), who.id),
    sender: among(part('sender'), who.orgId),
    creator: part('creator') === who.id,
    above: true,
    area: true,
    system: false,
  }
  const admin = doc.adminRoles?.some(role => who.names.has(role)) ?? false
  return relations && !admin && !relations.some(relation => related[relation]) ? 'by' : undefined
}
