/** Whom a configuration is resolved for. */
export interface Scope {
  /** customer id; absent: no customer's overlays */
  customer?: string
  /** area code without padding zeros at pairs ('35', '3404', '340402'); absent: no area's overlays */
  area?: string
}

/** What expressions and permissions know of the signed-in user. */
export interface UserShape {
  id: string
  nickName: string
  customerId: string
  areaCode: string
  /** 0 nation, 1 province, 2 city, 3 county, 4 town */
  areaLevel: number
  /** codes of the user's roles */
  roles: string[]
  orgId: string
}

/** '340000' → '34', '340400' → '3404', '340402' stays, '340402001' stays: the prefix that all areas below share. */
export function areaPrefix(areaCode: string): string {
  if (areaCode.length > 6) return areaCode
  return areaCode.replace(/(00)+$/, '')
}
