/** Whom a configuration is resolved for. */
export interface Scope {
  /** customer id; absent: no customer's overlays */
  customer?: string
  /**
   * whole area code, as the user has it ('990000', '991100'), so that a layer may mean one city and not its counties;
   * absent: no area's overlays
   */
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
  /** levels, areas and codes that the user stands for besides, where somebody is compared with another */
  alsoAs?: readonly string[]
}

/** '990000' → '99', '991100' → '9911', '991102' and '991102001' stay: the prefix that all areas below share. */
export function areaPrefix(areaCode: string): string {
  if (areaCode.length > 6) return areaCode
  return areaCode.replace(/(00)+$/, '')
}

/** The scope that somebody's configuration is resolved for; without one, the base's. */
export function scopeOf(user: UserShape | undefined): Scope {
  if (!user) return {}
  const { customerId, areaCode } = user
  return { ...(customerId ? { customer: customerId } : {}), ...(areaCode ? { area: areaCode } : {}) }
}
