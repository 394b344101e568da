import type { MenuItem } from '../../../core/contract/api.ts'
import { ALL_GRANTED, PERMISSIONS, permissionsIn } from '../../../core/model/roles.ts'
import { menuItems } from '../../access/menu.ts'
import { reachOf } from '../../access/reach.ts'
import type { TableRow } from '../../db/database.ts'
import { badRequest } from '../../answer/refusal.ts'
import { buttonKey } from '../../../core/workflow/granted.ts'
import { machineFor } from '../../machines/machines.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'

/** Ids as a list of texts; anything else is refused. */
export function idsOf(given: unknown): string[] {
  if (given === null || given === undefined) return []
  if (!Array.isArray(given) || given.some(id => typeof id !== 'string')) throw badRequest('菜单和按钮应为编号的列表')
  return [...new Set(given as string[])]
}

const allIds = (items: readonly MenuItem[]): string[] => items.flatMap(item => [item.id, ...allIds(item.subMenus)])

export interface Grantable {
  menus: MenuItem[]
  menuIds: string[]
  buttons: string[]
  labels: { key: string; value: string }[]
}

type Label = Grantable['labels'][number]

/**
 * Buttons of all workflows whose transitions roles may grant. Where two workflows share a code, the label names the
 * workflow.
 */
function buttonLabels(call: CallContext): Label[] {
  const machines = [...call.entities().values()].flatMap(entity => machineFor(call.scoped, entity) ?? [])
  const all = machines
    .filter(({ doc }) => doc.grantable === true)
    .flatMap(({ doc, transitions }) => [...transitions].map(([code, { label }]) => ({ doc, code, label })))
  return all.map(({ doc, code, label }) =>
    all.some(other => other.code === code && other.doc !== doc)
      ? { key: buttonKey(doc.workflow, code), value: `${doc.label}：${label}` }
      : { key: code, value: label },
  )
}

/** Users can grant only rights that they have: menu entries, buttons of workflows, seeing masked values, duties. */
export function grantable(call: CallContext): Grantable {
  const menus = menuItems(reachOf(call.scoped, signedInUser(call)).menu)
  const labels = [
    ...buttonLabels(call),
    ...permissionsIn(signedInUser(call).permissions ?? []).map(key => ({ key, value: PERMISSIONS[key] })),
  ]
  return { menus, menuIds: allIds(menus), buttons: labels.map(({ key }) => key), labels }
}

/**
 * A role's menu entries as they are said: all of them by `*`, which is kept as null. Nothing said is nothing granted.
 */
export const saidMenus = (kept: unknown): string[] => (Array.isArray(kept) ? kept.map(String) : [ALL_GRANTED])
export const keptMenus = (said: readonly string[]): string | null =>
  said.includes(ALL_GRANTED) ? null : JSON.stringify(said)

/** Nothing named grants nothing; all is named too (`*`). A part that is absent is not changed. */
export interface Rights {
  menuIds?: string[]
  buttons?: string[]
}

export const rightsIn = (given: Record<string, unknown>): Rights => ({
  ...('menuIds' in given ? { menuIds: idsOf(given['menuIds']) } : {}),
  ...(given['buttons'] === undefined ? {} : { buttons: idsOf(given['buttons']) }),
})

export const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(id => b.includes(id))

function foreign(what: string, wanted: readonly string[], known: readonly string[]): string | undefined {
  const unknown = wanted.filter(id => !known.includes(id))
  return unknown.length === 0 ? undefined : `${what}“${unknown.join('、')}”不存在，或您自己没有`
}

export const OWN_ROLE = '不能修改自己所持角色的权限'

/** Users may not change a role of their own: they could not gain rights by it, but could lock themselves out. */
export const isHeld = (call: CallContext, role: TableRow | undefined): boolean =>
  role !== undefined && signedInUser(call).roles.includes(String(role['code']))

/** Errors of these rights, by field. Rights that the role has already are accepted, whoever granted them. */
export function rightsProblems(
  call: CallContext,
  before: TableRow | undefined,
  rights: Rights,
): Record<string, string> {
  const problems: Record<string, string | undefined> = {}
  const [menuIds, buttons] = [before ? saidMenus(before['menuIds']) : [], idsOf(before?.['buttons'])]
  const changes = {
    menuIds: rights.menuIds !== undefined && !isSameList(menuIds, rights.menuIds),
    buttons: rights.buttons !== undefined && !isSameList(buttons, rights.buttons),
  }
  // whether the whole is more than one's own shows in what its holders could do (managing)
  const [whole, own] = [[ALL_GRANTED], grantable(call)]
  if (rights.menuIds) problems['menuIds'] = foreign('菜单', rights.menuIds, [...whole, ...own.menuIds, ...menuIds])
  if (rights.buttons) problems['buttons'] = foreign('按钮', rights.buttons, [...whole, ...own.buttons, ...buttons])
  for (const name of ['menuIds', 'buttons'] as const)
    if (changes[name] && isHeld(call, before)) problems[name] = OWN_ROLE
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])),
  )
}
