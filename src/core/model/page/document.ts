import type { Named } from '../field/named.ts'
import type { PageBase, SectionDoc } from './base.ts'
import type { DetailFieldDoc } from './detail.ts'

/** A printed document about one record, to be signed by hand. */
export interface DocumentPageDoc extends PageBase {
  kind: 'document'
  source: string
  entity: string
  parent?: string
  /** argument of the page's address that is sent to the source; the entity's key when left out */
  argument?: string
  /** what is asked of who opens the page without its argument */
  ask?: AskDoc
  /** text before the sections; {field} is replaced by the record's value */
  statement?: string
  sections: Named<SectionDoc<DetailFieldDoc>>
  /** captions of the lines for signatures, at the end */
  signatures?: string[]
  qr?: QrDoc
}
/** A field for the argument, such as a code that stands on paper, and what the page is for. */
export interface AskDoc {
  label: string
  text: string
}
/** A QR code with a link to a page that opens without sign-in. */
export interface QrDoc {
  label: string
  /** route; it gets the code as `code` */
  page: string
  /** other open pages that the same code opens */
  also?: string[]
  /** call that creates the code; without it the code that the document was opened with is shown */
  call?: string
}
