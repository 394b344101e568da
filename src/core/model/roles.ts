import { areaPrefix, type UserShape } from './scope.ts'

/** R6.01, R4.04: a list of roles holds area levels, area codes and role codes; without a list everybody may. */
export function allows(roles: readonly string[] | undefined, user: UserShape): boolean {
  if (!roles) return true
  const own = new Set([String(user.areaLevel), user.areaCode, areaPrefix(user.areaCode), ...user.roles])
  return roles.some(role => own.has(String(role)))
}
