import type { Named } from '../named.ts'

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

export interface SectionDoc<F> {
  label: string
  /** stands beside its neighbour */
  half?: boolean
  help?: string
  fields: Named<F>
}
