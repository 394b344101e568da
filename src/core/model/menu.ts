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
  /** first level: above it and its like stands this word */
  heading?: string
  /** first level: shown among the entries of this group, granted under its own name as before */
  within?: string
  children?: Named<MenuEntryDoc>
}
export interface MenuDoc {
  menu: Named<MenuEntryDoc>
}
