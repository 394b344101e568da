import type { Named } from './field/named.ts'

export interface MenuEntryDoc {
  title: string
  icon?: string
  page?: string
  href?: string
  roles?: string[]
  badge?: string
  children?: Named<MenuEntryDoc>
}
export interface MenuDoc {
  menu: Named<MenuEntryDoc>
}
