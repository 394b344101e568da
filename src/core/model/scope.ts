/** Customer and area that a configuration is resolved for. */
export interface Scope {
  /** customer id; absent: no customer's overlays */
  customer?: string
  /**
   * the user's whole area code ('990000', '991100'): the zeros let a layer apply to a city but not to its counties.
   * Absent: no area's overlays
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
  /**
   * further levels, areas and role codes, set when two people's rights are compared: the person counts as having all of
   * them
   */
  alsoAs?: readonly string[]
}

/** '990000' → '99', '991100' → '9911', '991102' and '991102001' stay: the prefix that all areas below share. */
export function areaPrefix(areaCode: string): string {
  if (areaCode.length > 6) return areaCode
  return areaCode.replace(/(00)+$/, '')
}

/** Lengths of area codes by level: province, city, county, town. A town has three digits more, not two. */
const AREA_LENGTHS = [2, 4, 6, 9] as const

/** How long the codes one level below an area are; those of a town are as long as its own. */
export function lengthBelow(areaCode: string): number {
  const { length } = areaPrefix(areaCode)
  return AREA_LENGTHS.find(one => one > length) ?? length
}

/** The scope of a user's configuration; without a user, the base's. */
export function scopeOf(user: UserShape | undefined): Scope {
  if (!user) return {}
  const { customerId, areaCode } = user
  return { ...(customerId ? { customer: customerId } : {}), ...(areaCode ? { area: areaCode } : {}) }
}

/** The scope that a record lies in by its own customer and area, whoever asks for it. */
export const scopeOfRecord = (row: Readonly<Record<string, unknown>>, areaField = 'areaCode'): Scope => ({
  ...(row['customerId'] ? { customer: String(row['customerId']) } : {}),
  ...(row[areaField] ? { area: String(row[areaField]) } : {}),
})
