import type { Duty } from './roles.ts'
import type { Named } from './field/named.ts'

export interface MenuEntryDoc {
  title: string
  icon?: string
  page?: string
  href?: string
  roles?: string[]
  badge?: string
  /** only for whom a role names this duty */
  duty?: Duty
  children?: Named<MenuEntryDoc>
}
export interface MenuDoc {
  menu: Named<MenuEntryDoc>
}
