import type { Handlers } from '../../call/context.ts'
import { auth } from './auth.ts'
import { customers } from './customers.ts'
import { granted } from './granted.ts'
import { loginLog } from './login-log.ts'
import { orgs } from './orgs.ts'
import { roles } from './roles.ts'
import { secondFactors } from './second-factors.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

export const accountsCalls: Handlers = {
  ...auth,
  ...customers,
  ...granted,
  ...loginLog,
  ...orgs,
  ...roles,
  ...secondFactors,
  ...sessions,
  ...users,
}
