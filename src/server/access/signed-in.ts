import type { UserShape } from '../../core/model/scope.ts'

/** The signed-in user, as rights, scope and audit need them. */
export interface SignedIn extends UserShape {
  username: string
  roleNames: { code: string; name: string }[]
  orgName: string
  mustChange: boolean
  /** a second factor goes with the password; a role says that it should */
  hasFactor?: true
  wantsFactor?: true
  /** set by whoever knows the customer's options, see duty.ts */
  mustEnrol?: boolean
  /** menu entries that the user's roles grant; absent where none of them says anything */
  menus?: string[]
  /** what the user's roles grant beside menus */
  permissions?: string[]
  /** the same, role by role: a role that names buttons of a workflow grants no others of it */
  buttonsByRole?: string[][]
  /** code of a role → the level that it is meant for, where it says one */
  roleLevels?: Readonly<Record<string, number>>
  /** dictionaries/dataScope: the widest of the user's roles; absent: own level and below */
  dataScope?: DataScope
}

/** 1 own rows, 2 own unit's, 3 own area and below, 4 all of the customer's */
export type DataScope = 1 | 2 | 3 | 4
