import { audit } from '../../call/audit.ts'
import { badRequest, forbidden, Refusal } from '../../answer/refusal.ts'
import { requiredArg, textArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { grantable, idsOf, isHeld, keptMenus, OWN_ROLE, rightsIn, rightsProblems, saidMenus } from './role-menus.ts'
import { managingRole, ownRole } from './roles.ts'

/** What may be granted to a role, and what is granted; `*` grants all, of the menu what its users' level sees. */
const ofRole: Handler = async call => {
  const role = await ownRole(call, requiredArg(call, 'id'))
  const { menus, labels } = grantable(call)
  return {
    id: role['id'],
    menus,
    menuIds: saidMenus(role['menuIds']),
    buttons: idsOf(role['buttons']),
    allButtons: labels,
  }
}

async function grantMenus(call: CallContext): Promise<null> {
  const id = textArg(call, 'roleId') || requiredArg(call, 'id')
  const role = await ownRole(call, id)
  if (isHeld(call, role)) throw forbidden(OWN_ROLE)
  if (!('menuIds' in call.args)) throw badRequest('缺少参数：menuIds')
  const rights = rightsIn(call.args)
  const problems = rightsProblems(call, role, rights)
  const messages = Object.values(problems)
  if (messages.length > 0) throw new Refusal(400, messages.join('；'), problems)
  const after = {
    menuIds: keptMenus(rights.menuIds ?? []),
    ...(rights.buttons ? { buttons: JSON.stringify(rights.buttons) } : {}),
  }
  await call.db.transaction().execute(tx =>
    managingRole(call, tx, id, async () => {
      await tx.updateTable('role').set(after).where('id', '=', id).execute()
      await audit(tx, call, {
        action: call.endpoint.name,
        entity: 'role',
        objectId: id,
        before: { menuIds: role['menuIds'], buttons: role['buttons'] },
        after: { ...rights },
      })
    }),
  )
  return null
}

export const granted: Handlers = { 'menu.ofRole': ofRole, 'menu.grant': grantMenus }
