import type { MenuEntryDoc } from '../model/menu.ts'
import type { AppDoc } from '../model/settings.ts'
import type { PageKind } from '../model/documents.ts'
import type { MenuItem, UserInfo } from './api.ts'
import type { Page } from './pages.ts'

/**
 * The compiled configuration: what the server serves and the console draws. Pages are content-addressed
 * JSON blobs with all entity facts filled in; nothing in here refers back to YAML but `origin`.
 */
export type * from './page-parts.ts'
export type * from './pages.ts'

/** Pages with which users look after their own account: two of the console's own views, and the list of sign-ins. */
export type AccountView = 'password' | 'security' | 'sessions'

export interface PageEntry {
  /** hash of the page's blob */
  hash: string
  kind: PageKind
  title: string
  /** of the pages that the console itself leads to: what they are, whatever their route */
  view?: AccountView
  open?: boolean
  roles?: string[]
  /** names of the endpoints it calls */
  calls: string[]
  /** routes it links to */
  links: string[]
  /** entities that its filters and forms let one choose a record of */
  chooses?: string[]
}
export interface MenuEntry extends Omit<MenuEntryDoc, 'planned' | 'children'> {
  name: string
  /** the base's page, where an overlay gives the entry another: links that lead to it lead behind this entry */
  insteadOf?: string
  children: MenuEntry[]
}
/** What app.yaml says, and what its customer adds. */
export interface AppFacts extends AppDoc {
  hosts: Record<string, string>
  options: Record<string, boolean | string | number>
}
/** What one scope may have: page route (without slash) → its entry. Sent to browsers without calls and links. */
export interface Manifest {
  version: string
  pages: Record<string, PageEntry>
  app: AppFacts
  /** language → hash of its texts blob */
  locales: Record<string, string>
}

/** First answer to a signed-in console: everything it needs to draw the shell, and the page it stands on. */
export interface Boot {
  manifest: Manifest
  credentials?: Credentials
  /** what the specification changes by GET is taken by POST: so does our server, and no backend that stands alone */
  changesByPost?: true
  /** the server answers the console's own calls too, which an existing backend does not know */
  own?: true
  user: UserInfo
  menu: MenuItem[]
  /** entity → the steps of its workflow that some record may give the user; not known of an existing backend */
  buttons?: Record<string, string[]>
  /** the page named in the request, when the user may see it */
  page?: Page
  /** texts of the language asked for, when it is not the default one */
  texts?: Record<string, string>
}
/** Where the token call takes name and password: the specification has them in the query, which proxies like to log. */
export type Credentials = 'body' | 'query'
/** Before login: titles and the open pages only. */
export interface PublicBoot {
  manifest: Manifest
  credentials: Credentials
}
