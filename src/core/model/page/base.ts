import type { Expression, Named } from '../field/named.ts'

export interface PageBase {
  title: string
  extends?: string
  /** only a ground for other pages: it has no route and may be incomplete */
  abstract?: boolean
  /** opens without a token */
  open?: boolean
  /** route roles; everyone who reaches it when left out */
  roles?: string[]
}

/** What goes on by itself is read again while it does. */
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
