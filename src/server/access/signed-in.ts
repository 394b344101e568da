import type { UserShape } from '../../core/model/scope.ts'
import type { Wrote } from '../db/written.ts'

/** The signed-in user, as rights, scope and audit need them. */
export interface SignedIn extends UserShape {
  username: string
  roleNames: { code: string; name: string }[]
  orgName: string
  mustChange: boolean
  /** the account has a second factor */
  hasFactor?: true
  /** one of the user's roles requires a second factor */
  wantsFactor?: true
  /** what a replica must have for this user to read there all that they have written; see db/replicas */
  wrote?: Wrote
  /** set by duty.ts, which knows the customer's options */
  mustEnrol?: boolean
  /** menu entries that the user's roles grant; absent if no role limits the menu */
  menus?: string[]
  /** permissions that the user's roles grant, besides menus */
  permissions?: string[]
  /** the same for each role: a role that names buttons of a workflow grants no others of it */
  buttonsByRole?: string[][]
  /** role code → area level that the role is meant for, if it states one */
  roleLevels?: Readonly<Record<string, number>>
  /** widest data scope of the user's roles (dictionaries/dataScope); absent: own level and below */
  dataScope?: DataScope
}

/** 1 own rows, 2 own unit's, 3 own area and below, 4 all of the customer's */
export type DataScope = 1 | 2 | 3 | 4
