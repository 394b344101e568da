import type { MenuItem, UserInfo } from '../../core/contract/api.ts'
import { allows, DUTIES } from '../../core/model/roles.ts'
import type { UserShape } from '../../core/model/scope.ts'
import { areaLevel } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'

type Unknown = Record<string, unknown>
const record = (value: unknown): Unknown => (typeof value === 'object' && value !== null ? (value as Unknown) : {})
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Reads the backend's userinfo defensively: missing parts become empty. */
export function userInfoOf(data: unknown): UserInfo {
  const user = record(data)
  const customer = record(user['sysCustomer'])
  const org = record(user['sysOrg'])
  const area = record(user['sysArea'])
  const areaCode = text(area['areaCode']) || text(user['areaCode'])
  const level = text(area['areaLevel']) || text(user['userLevel'])
  const roles = Array.isArray(user['sysRoles']) ? user['sysRoles'].map(record) : []
  const customerId = text(user['customerId']) || text(customer['customerId'])
  return {
    id: text(user['id']),
    username: text(user['username']),
    nickName: text(user['nickName']) || text(user['username']),
    customerId,
    areaCode,
    sysCustomer: { customerId, areaName: text(customer['areaName']) },
    sysOrg: { orgId: text(org['orgId']), orgName: text(org['orgName']) },
    sysRoles: roles.map(role => ({ code: text(role['code']), name: text(role['name']) })),
    sysArea: {
      areaCode,
      areaName: text(area['areaName']),
      areaLevel: level === '' ? areaLevel(areaCode) : Number(level),
    },
    userLevel: level === '' ? areaLevel(areaCode) : Number(level),
  }
}

export function signedInOf(info: UserInfo): SignedIn {
  return {
    id: info.id,
    username: info.username,
    nickName: info.nickName,
    customerId: info.customerId,
    areaCode: info.areaCode,
    areaLevel: info.sysArea.areaLevel,
    roles: info.sysRoles.map(role => role.code),
    roleNames: info.sysRoles,
    orgId: info.sysOrg.orgId,
    orgName: info.sysOrg.orgName,
    mustChange: false,
    // which duties somebody has is the backend's to know: its menu says it, and its answers
    permissions: [...DUTIES],
  }
}

/** The backend's menu; an entry whose roles leave this person out is hidden and empty (R4.04). */
export function menuOf(data: unknown, user: UserShape): MenuItem[] {
  if (!Array.isArray(data)) return []
  return data.map(record).map(item => {
    const meta = record(item['meta'])
    const url = text(item['url']) || text(item['path'])
    const name = text(item['name'])
    const roles = Array.isArray(meta['roles']) ? meta['roles'].map(text) : undefined
    const isOpen = allows(roles, user)
    return {
      id: text(item['id']) || name,
      name,
      url,
      path: text(item['path']) || url,
      css: text(item['css']),
      hidden: item['hidden'] === true || !isOpen,
      meta: {
        title: text(meta['title']) || name,
        ...(roles ? { roles } : {}),
        ...(meta['badge'] ? { badge: text(meta['badge']) } : {}),
      },
      subMenus: isOpen ? menuOf(item['subMenus'] ?? item['children'], user) : [],
    }
  })
}
