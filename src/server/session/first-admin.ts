import { ALL_GRANTED, PERMISSIONS } from '../../core/model/roles.ts'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { setOneTimePassword } from './login.ts'
import { oneTimePassword } from './secrets/passwords.ts'

const NATION = '000000'
const ID = 'first-admin'
export const FIRST_ADMIN = 'admin'

/** Creates the first user of an empty server, with a one-time password that is printed once. */
export async function firstAdmin(db: Database): Promise<string | undefined> {
  const password = oneTimePassword()
  return db.transaction().execute(async tx => {
    const made = await tx
      .insertInto('sys_meta')
      .values({ name: ID, value: chinaTime() })
      .onConflict(on => on.doNothing())
      .returning('name')
      .execute()
    const users = await tx.selectFrom('user').select('id').limit(1).execute()
    if (made.length === 0 || users.length > 0) return undefined
    await tx
      .insertInto('role')
      .values({
        id: 'role-999',
        code: '999',
        name: '平台运维',
        level: '0',
        buttons: JSON.stringify([ALL_GRANTED, ...Object.keys(PERMISSIONS)]),
        delFlag: 0,
      })
      .execute()
    await tx
      .insertInto('user')
      .values({
        id: ID,
        username: FIRST_ADMIN,
        nickName: '系统管理员',
        areaCode: NATION,
        customerId: '',
        roleIds: 'role-999',
        enabled: 1,
        delFlag: 0,
      })
      .execute()
    await setOneTimePassword(tx, ID, password)
    return password
  })
}
