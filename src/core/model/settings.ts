import type { ColoursDoc } from './own-colours.ts'

/** Settings of the whole system, a customer, an area or a language. schemas/meta describes them key by key. */

export interface AppDoc {
  title: string
  /** of the YAML language that the folder is written in */
  version?: number
  /** route of a page of the base → its route in this product */
  routes?: Record<string, string>
  /** a name for several roles, wherever roles stand */
  roleGroups?: Record<string, string[]>
  /** name of the product's code (src/products.ts); absent: the configuration runs on the engine alone */
  product?: string
  /** `{areaName}` stands for the customer's area name */
  customerTitle?: string
  systemName?: string
  /** name of a picture beside the file */
  logo?: string
  colours?: ColoursDoc
  hosts?: Record<string, string>
  /** origins of sites that dashboards may show in a frame */
  frames?: string[]
  languages: string[]
  language: string
  header: { sidebarLogo: boolean }
  footer: { text?: string; shown: boolean }
  /** `{nickName}` and `{time}` stand for the user and now */
  watermark?: { shown: boolean; text: string }
  /** role name, role code or area level → an address, or the chapters of its operation manual */
  manuals?: Record<string, string | string[]>
  /** settings of the product's code: group → key → value */
  settings?: Record<string, Record<string, string | number | boolean>>
  /** days after which unused data is deleted, for the whole system */
  sweep?: Partial<Record<'uploads' | 'leftovers' | 'exports' | 'drafts' | 'selections' | 'jobs' | 'traces', number>>
  /** how repeated wrong sign-ins are slowed down; times in seconds */
  signIn?: {
    tries?: number
    wait?: number
    longestWait?: number
    spread?: number
    spreadWait?: number
    perAddress?: number
    window?: number
  }
  api: { base: string; fileBase: string; clientId: string; clientSecret: string; tenant: string }
  constants: Record<string, number | string | number[]>
}

export interface CustomerDoc {
  customer: string
  name: string
  tenant?: string
  /** prefixes of the area codes it covers */
  areas: string[]
  options?: Record<string, boolean | string | number>
}
/** `demo.yaml` of a customer or, without one, of the product: who tries it, and how many records are made up where. */
export interface DemoDoc {
  customer?: string
  roles: Record<string, { name: string; level: string; dataScope: string; buttons?: string[] }>
  departments: Record<string, Record<string, string>>
  accounts: Record<string, { area: string; name: string; roles: string[]; department?: string }>
  staff: { like: string; areas: string[]; department?: string }[]
  records: { area: string; counts: Record<string, number> }[]
}
export interface AreaDoc {
  area: string
  name: string
  note?: string
}
/** A chapter of the operation manual; a section is one task. Words in 「」 are written on the screen. */
export interface ManualDoc {
  manual: string
  title: string
  sections: Record<string, ManualSectionDoc | false>
}
export interface ManualSectionDoc {
  title: string
  page?: string
  /** transitions, as `workflow.transition` */
  buttons?: string[]
  roles?: string[]
  text?: string
  steps?: string[]
  notes?: string[]
}
/** Chinese text → text of the language */
export interface LocaleDoc {
  locale: string
  texts: Record<string, string>
}
