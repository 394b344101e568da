import type { DemoDoc } from '../../../core/model/documents.ts'

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

/** demo/accounts.yaml as it is read: what holds for the demonstration of all customers. */
export interface DemoGround {
  password: string
  /** how the names of made-up hosts end, whose pages the demonstration shows itself */
  pages?: string
  /** how many of an entity there are for each online shop */
  shares: Record<string, number>
  /** the platform's own */
  accounts: DemoDoc['accounts']
  /** customers whose data is made up first, in this order */
  first: string[]
  /** how filing numbers of a province begin, by the first two digits of its areas */
  icp: Record<string, string>
}

/** The whole demonstration: what holds for all, and what the product and each customer say in their demo.yaml. */
export interface DemoDocument extends Pick<DemoDoc, 'departments'>, Pick<DemoGround, 'password' | 'pages' | 'shares'> {
  roles: Record<string, DemoDoc['roles'][string] & { customer?: string }>
  accounts: Record<string, DemoDoc['accounts'][string] & { customer?: string }>
  staff: (DemoDoc['staff'][number] & Written)[]
  records: ({ area: string; icp: string; eshop: number; website: number; clues?: number } & Written)[]
}
/** What is told where it is wrong. */
interface Written {
  /** path of the demo.yaml that says it */
  file: string
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
