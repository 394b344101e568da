import type { FieldDoc } from './field/fields.ts'
import { areaPrefix, type UserShape } from './scope.ts'

/**
 * Whether a name in a list of roles is an area level or an area code. Such names never match role codes: otherwise a
 * role created with the code "0" would have the rights of the national level.
 */
export const isPlace = (name: string): boolean => /^[0-4]$|^\d{2}$|^\d{4}$|^\d{6}$|^\d{9}$|^\d{12}$/.test(name)

/** What a role grants as a whole, among its menu entries or its buttons; nothing named grants nothing. */
export const ALL_GRANTED = '*'

/**
 * What administrators do, each a right that a role names among its buttons and that `*` does not include: accounts and
 * units, roles, and the logs in which all of it can be read.
 */
export const DUTIES = ['accounts', 'roles', 'logs'] as const
export type Duty = (typeof DUTIES)[number]

/** The duties among what roles name. */
export const dutiesIn = (buttons: readonly string[]): Duty[] => DUTIES.filter(duty => buttons.includes(duty))

/** To see masked values in full, one at a time, each written to the audit trail. */
export const UNMASK = 'unmask'

/** What a role names among its buttons beside transitions, and `*` does not include: what it is called. */
export const PERMISSIONS: Readonly<Record<typeof UNMASK | Duty, string>> = {
  unmask: '显示敏感信息',
  accounts: '管理用户和单位',
  roles: '管理角色',
  logs: '查看系统日志',
}

/** Those of them that somebody has, and may give therefore. */
export const permissionsIn = (named: readonly string[]): (keyof typeof PERMISSIONS)[] =>
  (Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]).filter(one => named.includes(one))

/** All names by which a list of roles may include this person: level, area, and role codes. */
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

/** Whether this person may change a field's value; nobody may where only the server writes it. */
export const mayChange = (
  { readOnly, editRoles }: Pick<FieldDoc, 'readOnly' | 'editRoles'>,
  user: UserShape,
): boolean => readOnly !== true && allows(editRoles, user)
