import type { Named } from '../field/named.ts'
import type { PageBase, SectionDoc } from './base.ts'
import type { DetailFieldDoc } from './detail.ts'

/** A paper: what it says of one record, to be printed and signed. */
export interface DocumentPageDoc extends PageBase {
  kind: 'document'
  source: string
  entity: string
  parent?: string
  /** argument of the page's address that is sent to the source; the entity's key when left out */
  argument?: string
  /** said before the sections; {field} is filled in */
  statement?: string
  sections: Named<SectionDoc<DetailFieldDoc>>
  /** who signs at the end */
  signatures?: string[]
  qr?: QrDoc
}
/** A square code that leads to an open page. */
export interface QrDoc {
  label: string
  /** route; it gets the code as `code` */
  page: string
  /** other open pages that the same code opens */
  also?: string[]
  /** makes the code; without it the document shows the one that it was opened by */
  call?: string
}
