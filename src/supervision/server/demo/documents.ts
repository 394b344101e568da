/** Laws in brief (article → what it says), cases, reports in the media: demo/knowledge.yaml as it is read. */
export interface DemoKnowledge {
  laws: {
    name: string
    level: string
    no: string
    by: string
    issued: string
    from: string
    state?: string
    field: string
    articles: Record<string, string>
  }[]
  media: Record<'title' | 'medium' | 'type' | 'mood' | 'field' | 'words', string>[]
  demonstrations: { name: string; place: string; state: string; ago: number; lesson: string }[]
  typicalCases: Record<
    'title' | 'kind' | 'category' | 'field' | 'fact' | 'focus' | 'law' | 'result' | 'lesson',
    string
  >[]
}

/** demo/accounts.yaml as it is read. */
export interface DemoDocument {
  password: string
  /** how the names of made-up hosts end, whose pages the demonstration shows itself */
  pages?: string
  roles: Record<string, { name: string; level: string; dataScope: string; buttons?: string[] }>
  departments: Record<string, Record<string, string>>
  accounts: Record<string, { area: string; customer?: string; name: string; roles: string[]; department?: string }>
  /** units besides those of accounts, whose staff have the rights of an account */
  staff: { like: string; areas: string[]; department?: string }[]
  /** how many of an entity there are for each online shop */
  shares: Record<string, number>
  records: { area: string; icp: string; eshop: number; website: number; clues?: number }[]
}

/** One page of demo/evidence/pages.yaml. */
export interface DemoPage {
  /** the kind of product whose clues it goes with; '' all others */
  for: string
  title: string
  price: string
  sold: string
  facts: Record<string, string>
  claims: string[]
}

/** Stands in a photographed page for the address that its evidence names. */
export const PAGE_ADDRESS = 'https://page.example/'
/** What a browser left of a page, by extension. */
export type Photographs = Readonly<Record<'png' | 'pdf' | 'mhtml', Uint8Array>>
export interface DemoEvidence {
  pages: { page: DemoPage; photographs: Photographs }[]
  /** account → how many pieces it has taken */
  taken: Record<string, number>
}
