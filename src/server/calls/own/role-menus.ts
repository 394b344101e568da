import type { MenuItem } from '../../../core/contract/api.ts'
import { menuItems } from '../../access/menu.ts'
import { reachOf } from '../../access/reach.ts'
import { audit } from '../../audit.ts'
import { badRequest } from '../../http/refusal.ts'
import { signedInUser, type CallContext } from '../context.ts'

/** Ids as a list of texts; anything else is refused. */
export function idsOf(given: unknown): string[] {
  if (given === null || given === undefined) return []
  if (!Array.isArray(given) || given.some(id => typeof id !== 'string')) throw badRequest('菜单和按钮应为编号的列表')
  return [...new Set(given as string[])]
}

const allIds = (items: readonly MenuItem[]): string[] => items.flatMap(item => [item.id, ...allIds(item.subMenus)])

const CLUE = 'clue'
export interface Grantable { menus: MenuItem[]; menuIds: string[]; buttons: string[]; labels: { key: string; value: string }[] }

/** Nobody grants what they do not have: the menu is the granter's own, the buttons are those of the clue workflow. */
export function grantable(call: CallContext): Grantable {
  const menus = menuItems(reachOf(call.scoped, signedInUser(call)).menu)
  const labels = Object.entries(call.scoped.workflow(CLUE)?.transitions ?? {}).flatMap(([key, one]) => (one ? [{ key, value: one.label }] : []))
  return { menus, menuIds: allIds(menus), buttons: labels.map(({ key }) => key), labels }
}

/** Written with the role, and told in the audit trail. */
export async function grant(call: CallContext, id: string, menuIds: unknown, buttons: unknown): Promise<void> {
  const may = grantable(call)
  const wanted = { menuIds: menuIds === null ? null : idsOf(menuIds), buttons: buttons === undefined ? undefined : idsOf(buttons) }
  const foreign = [...(wanted.menuIds ?? []).filter(one => !may.menuIds.includes(one)), ...(wanted.buttons ?? []).filter(one => !may.buttons.includes(one))]
  if (foreign.length > 0) throw badRequest(`您自己没有的菜单或按钮不能授予：${foreign.join('、')}`)
  await call.db.transaction().execute(async (tx) => {
    const before = await tx.selectFrom('role').select(['menuIds', 'buttons']).where('id', '=', id).executeTakeFirst()
    const after = {
      menuIds: wanted.menuIds === null ? null : JSON.stringify(wanted.menuIds),
      ...(wanted.buttons ? { buttons: JSON.stringify(wanted.buttons) } : {}),
    }
    await tx.updateTable('role').set(after).where('id', '=', id).execute()
    await audit(tx, call, { action: call.endpoint.name, entity: 'role', objectId: id, before, after: { ...wanted } })
  })
}
