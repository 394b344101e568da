import type { PageBase } from './base.ts'
import type { DashboardPageDoc } from './dashboard.ts'
import type { DetailPageDoc } from './detail.ts'
import type { DocumentPageDoc } from './document.ts'
import type { FormPageDoc } from './form.ts'
import type { ListPageDoc } from './list.ts'

export type * from './action.ts'
export type * from './base.ts'
export type * from './dashboard.ts'
export type * from './detail.ts'
export type * from './document.ts'
export type * from './form.ts'
export type * from './list.ts'

export interface SystemPageDoc extends PageBase {
  kind: 'system'
  view: string
  /** routes that the page links to */
  leads?: string[]
}
export interface RedirectPageDoc extends PageBase {
  kind: 'redirect'
  /** a route, or `menu.first`: the first menu entry that the user may see */
  page: string
}
export type PageDoc =
  | ListPageDoc
  | DetailPageDoc
  | FormPageDoc
  | SystemPageDoc
  | RedirectPageDoc
  | DashboardPageDoc
  | DocumentPageDoc
export type PageKind = PageDoc['kind']
