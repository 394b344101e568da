import { areaPrefix, type UserShape } from './scope.ts'

/**
 * What stands for a level or an area in a list of roles: a role's own code never does, whatever somebody calls a role.
 */
export const isPlace = (name: string): boolean => /^[0-4]$|^\d{2}$|^\d{4}$|^\d{6}$|^\d{9}$|^\d{12}$/.test(name)

/** All that a list of roles may know a person by: level, area, and the codes of the roles. */
export const knownAs = ({ areaLevel, areaCode, roles, alsoAs = [] }: UserShape): string[] => [
  String(areaLevel),
  areaCode,
  areaPrefix(areaCode),
  ...roles.filter(code => !isPlace(code)),
  ...alsoAs,
]

/** R6.01, R4.04: a list of roles holds area levels, area codes and role codes; without a list everybody may. */
export function allows(roles: readonly string[] | undefined, user: UserShape): boolean {
  if (!roles) return true
  const own = new Set(knownAs(user))
  return roles.some(role => own.has(String(role)))
}
