import type { Handler } from './context.ts'
import { remove } from './generic/delete.ts'
import { list } from './generic/list.ts'
import { one } from './generic/record.ts'
import { save } from './generic/save.ts'
import { auth } from './own/auth.ts'
import { lookups } from './own/lookups.ts'
import { users } from './own/users.ts'

/** What answers a call, by the `does` of endpoints.yaml. The first four read everything they need from the entity. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  list,
  one,
  save,
  delete: remove,
  ...auth,
  ...users,
  ...lookups,
}
