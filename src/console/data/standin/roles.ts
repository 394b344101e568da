import type { ConsoleApp } from '../../app/app.ts'
import { fieldsOf, isText } from '../../app/kept.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import { ROLE_LIST } from '../calls/session-calls.ts'
import { send } from '../http/http.ts'
import type { Answer } from './answer.ts'

/**
 * A role and its menu are one record of ours; the specification has a list of roles, the menu of one, and a call that
 * grants it.
 */
export function rolesBy(app: ConsoleApp, { calls }: BackendFacts): Record<string, Answer> {
  const [save, menu, grant] = ['role.save', 'menu.ofRole', 'menu.grant'].map(name => calls[name]?.call)
  if (!save || !menu || !grant) return {}
  return {
    'role.one': async ({ id }) => {
      const [roles, granted] = await Promise.all([
        send<unknown>(app, ROLE_LIST, {}, { quiet: true }),
        send<unknown>(app, menu, { id }, { quiet: true }),
      ])
      const role = rowsIn(roles).find(row => row['id'] === id)
      return role && { ...role, menuIds: idsIn(granted).join(',') }
    },
    // under another name, or it would be answered here again
    'role.save': async ({ menuIds, ...role }) => {
      const saved = await send<unknown>(app, { ...save, name: 'role.saveOrUpdate' }, role)
      const roleId = role['id'] ?? fieldsOf(saved)['id'] ?? saved
      if (menuIds !== undefined) await send(app, grant, { roleId, menuIds })
      return saved
    },
  }
}

const rowsIn = (data: unknown): Record<string, unknown>[] => {
  const rows = Array.isArray(data) ? data : fieldsOf(data)['list']
  return (Array.isArray(rows) ? rows : []).map(fieldsOf)
}

const isNumber = (id: unknown): id is string | number => isText(id) || typeof id === 'number'

/** Numbers of all entries of a menu, of any depth. */
const idsIn = (items: unknown): string[] =>
  rowsIn(items).flatMap(({ id, subMenus }) => [...(isNumber(id) ? [String(id)] : []), ...idsIn(subMenus)])
