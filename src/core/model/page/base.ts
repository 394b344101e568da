import type { Expression, Named } from '../field/named.ts'

export interface PageBase {
  title: string
  extends?: string
  /** only a template for other pages (`extends`): without a route, and it may be incomplete */
  abstract?: boolean
  /** opens without a token */
  open?: boolean
  /** route roles; everyone who reaches it when left out */
  roles?: string[]
  /** over `user` and `option`: where it does not hold, there is no such page */
  visible?: Expression
}

/** The page is reloaded at intervals while a record that it shows is still changing on the server. */
export interface RefreshDoc {
  /** over `row`, a record that is shown */
  when: Expression
  /** seconds */
  every?: number
}
export interface SectionDoc<F> {
  label: string
  /** stands beside its neighbour */
  half?: boolean
  help?: string
  fields: Named<F>
}
