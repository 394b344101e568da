// made by npm run calls: edit endpoints.yaml of base/ or schemas/, or scripts/calls/calls.ts, not this
import { call } from './call.ts'

/** Calls for sessions, which every backend has. */

export const AUTH_LOGIN = call('auth.login', 'POST', '/api-auth/oauth/user/token', 'query')
export const AUTH_LOGOUT = call('auth.logout', 'GET', '/api-auth/oauth/remove/token', 'query', 'resultCode', [
  'session',
])
export const AUTH_USERINFO = call('auth.userinfo', 'GET', '/api-auth/oauth/userinfo', 'none')
export const MENU_CURRENT = call('menu.current', 'GET', '/api-user/menus/current', 'query')
export const USER_PASSWORD = call('user.password', 'PUT', '/api-user/users/password', 'body', 'code', ['user'])
export const AREA_LIST = call('area.list', 'POST', '/api/pub/area/list', 'body')
export const FILE_UPLOAD = call('file.upload', 'POST', '/api/file/uploads', 'multipart')
export const ORG_BY_PARENT = call('org.byParent', 'GET', '/api-user/sysorg/getListByParentOrgId', 'query')
export const ORG_TREE = call('org.tree', 'GET', '/api-user/sysorg/getTreeData', 'query')
export const ROLE_LIST = call('role.list', 'GET', '/api-user/roles', 'query')
