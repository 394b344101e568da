// made by npm run calls: edit schemas/endpoints.yaml or scripts/calls/calls.ts, not this
import type { Call } from '../../../core/contract/configuration.ts'

/** Signing in and out, and what is asked of any backend. */

export const AUTH_LOGIN: Call = {
  name: 'auth.login',
  method: 'POST',
  path: '/api-auth/oauth/user/token',
  args: 'query',
  envelope: 'resultCode',
}
export const AUTH_LOGOUT: Call = {
  name: 'auth.logout',
  method: 'GET',
  path: '/api-auth/oauth/remove/token',
  args: 'query',
  envelope: 'resultCode',
  changes: ['session'],
}
export const AUTH_USERINFO: Call = {
  name: 'auth.userinfo',
  method: 'GET',
  path: '/api-auth/oauth/userinfo',
  args: 'none',
  envelope: 'resultCode',
}
export const MENU_CURRENT: Call = {
  name: 'menu.current',
  method: 'GET',
  path: '/api-user/menus/current',
  args: 'query',
  envelope: 'resultCode',
}
export const USER_PASSWORD: Call = {
  name: 'user.password',
  method: 'PUT',
  path: '/api-user/users/password',
  args: 'body',
  envelope: 'code',
  changes: ['user'],
}
export const AREA_LIST: Call = {
  name: 'area.list',
  method: 'POST',
  path: '/api/pub/area/list',
  args: 'body',
  envelope: 'resultCode',
}
export const FILE_UPLOAD: Call = {
  name: 'file.upload',
  method: 'POST',
  path: '/api/file/uploads',
  args: 'multipart',
  envelope: 'resultCode',
}
export const ORG_BY_PARENT: Call = {
  name: 'org.byParent',
  method: 'GET',
  path: '/api-user/sysorg/getListByParentOrgId',
  args: 'query',
  envelope: 'resultCode',
}
export const ORG_TREE: Call = {
  name: 'org.tree',
  method: 'GET',
  path: '/api-user/sysorg/getTreeData',
  args: 'query',
  envelope: 'resultCode',
}
export const ROLE_LIST: Call = {
  name: 'role.list',
  method: 'GET',
  path: '/api-user/roles',
  args: 'query',
  envelope: 'resultCode',
}
