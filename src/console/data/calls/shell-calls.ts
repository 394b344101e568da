import type { Call } from '../../../core/contract/configuration.ts'

/** Calls of the user's own pages, as the specification has them. */
export const PASSWORD: Call = {
  name: 'user.password',
  method: 'PUT',
  path: '/api-user/users/password',
  args: 'body',
  envelope: 'code',
}
