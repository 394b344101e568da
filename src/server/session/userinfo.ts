import type { UserInfo } from '../../core/contract/api.ts'
import type { Regions } from '../access/regions.ts'
import type { Configuration } from '../../core/index.ts'
import type { SignedIn } from '../access/signed-in.ts'

/** The area that a customer covers; if several, the customer's own name. */
function customerAreaName(configuration: Configuration, regions: Regions, user: SignedIn): string {
  const customer = configuration.customers().find(one => one.customer === user.customerId)
  if (!customer) return regions.nameOf(user.areaCode)
  const [only, ...others] = customer.areas
  const name = only && others.length === 0 ? regions.nameOf(only.padEnd(6, '0')) : ''
  return name || customer.name
}

export function userInfo(configuration: Configuration, regions: Regions, user: SignedIn): UserInfo {
  const { id, username, nickName, customerId, areaCode, areaLevel } = user
  return {
    id,
    username,
    nickName,
    customerId,
    areaCode,
    sysCustomer: { customerId, areaName: customerAreaName(configuration, regions, user) },
    sysOrg: { orgId: user.orgId, orgName: user.orgName },
    sysRoles: user.roleNames,
    sysArea: { areaCode, areaName: regions.nameOf(areaCode), areaLevel },
    userLevel: areaLevel,
    mustChangePassword: user.mustChange,
    ...(user.mustEnrol ? { mustEnrol: true } : {}),
  }
}
