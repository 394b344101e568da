/** What the whole system, a customer, an area or a language says once. Described key by key in schemas/meta. */

export interface AppDoc {
  title: string
  /** whose code the configuration goes with; none where it is a product by itself */
  product?: string
  /** `{areaName}` stands for the customer's area name */
  customerTitle?: string
  systemName?: string
  hosts?: Record<string, string>
  languages: string[]
  language: string
  header: { sidebarLogo: boolean }
  footer: { text?: string; shown: boolean }
  /** `{nickName}` and `{time}` stand for the user and now */
  watermark?: { shown: boolean; text: string }
  /** role name → address of its operation manual */
  manuals?: Record<string, string>
  /** what the product's code reads: group → key → value */
  settings?: Record<string, Record<string, string | number | boolean>>
  /** days after which what nobody needs any more is swept away, for the whole system */
  sweep?: Partial<Record<'uploads' | 'leftovers' | 'exports' | 'drafts' | 'selections' | 'jobs' | 'traces', number>>
  /** how wrong sign-ins are slowed; times in seconds */
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
export interface AreaDoc {
  area: string
  name: string
  note?: string
}
/** Chinese text → text of the language */
export interface LocaleDoc {
  locale: string
  texts: Record<string, string>
}
