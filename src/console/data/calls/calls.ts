import type { Call } from '../../../core/contract/configuration.ts'

/** The few calls that the console itself makes, whatever the pages are: session and areas. */
const call = (name: string, method: Call['method'], path: string, args: Call['args']): Call => ({
  name,
  method,
  path,
  args,
  envelope: 'resultCode',
})

export const LOGIN = call('auth.login', 'POST', '/api-auth/oauth/user/token', 'query')
export const LOGOUT: Call = {
  ...call('auth.logout', 'GET', '/api-auth/oauth/remove/token', 'query'),
  changes: ['session'],
}
export const AREAS = call('area.list', 'POST', '/api/pub/area/list', 'body')
export const UPLOAD = call('file.uploads', 'POST', '/api/file/uploads', 'multipart')
export const UNITS_BELOW = call('org.byParent', 'GET', '/api-user/sysorg/getListByParentOrgId', 'query')
/** Where the choices of a reference come from; an entity that is not here is typed in by its key. */
export const CHOICES: Record<string, Call> = {
  org: call('org.tree', 'GET', '/api-user/sysorg/getTreeData', 'query'),
  role: call('role.list', 'GET', '/api-user/roles', 'query'),
}
