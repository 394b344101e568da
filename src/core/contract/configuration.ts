import type { MenuEntryDoc } from '../model/menu.ts'
import type { AppDoc } from '../model/settings.ts'
import type { PageKind } from '../model/documents.ts'
import type { OwnColours } from '../model/palette.ts'
import type { MenuItem, UserInfo } from './api.ts'
import type { BackendFacts } from './backend.ts'
import type { Page } from './pages.ts'

/**
 * The compiled configuration: what the server serves and the console draws. Pages are content-addressed
 * JSON blobs with all entity facts filled in; nothing in here refers back to YAML but `origin`.
 */
export type * from './course.ts'
export type * from './page-parts.ts'
export type * from './pages.ts'
export type * from './sheets.ts'

/**
 * Pages on which users manage their own account: three built-in views (one is the manual), the list of sign-ins, and
 * that of messages.
 */
export type AccountView = 'password' | 'security' | 'manual' | 'sessions' | 'messages'

export interface PageEntry {
  /** hash of the page's blob */
  hash: string
  kind: PageKind
  title: string
  /** set on pages that the console itself opens (password, sign-ins): it finds them by view, not by route */
  view?: AccountView
  open?: boolean
  /** a list some of whose tabs the start page shows as things to do */
  todo?: true
  roles?: string[]
  /** over `user` and `option`: where it does not hold, there is no such page; for the server alone */
  visible?: string
  /** names of the endpoints it calls */
  calls: string[]
  /** routes it links to */
  links: string[]
  /** entities whose records the page's filters and forms offer as choices */
  chooses?: string[]
  /** `entity.field`: by which of their fields they are filtered there */
  choosesBy?: string[]
}
/** Where the records of an entity are shown, so that whatever names one can lead to it. */
export interface RecordPlaces {
  /** the field with its key, which is also the argument of its page's address */
  key: string
  /** detail pages, the preferred one first; a browser gets the first within reach */
  pages: string[]
  /** lists, the preferred one first; the server alone needs them */
  lists?: string[]
  /** value of `union.kind`, for fields that name records of several entities */
  kind?: string
  /** its key is a credit code: fields of that kind name its records */
  code?: true
}
export interface MenuEntry extends Omit<MenuEntryDoc, 'children'> {
  name: string
  /** its path in the tree as it is written, wherever it is shown: what roles are granted */
  id: string
  /**
   * route of the base's page, where an overlay gives the menu entry another one: links to the base's page are shown
   * under this entry
   */
  insteadOf?: string
  children: MenuEntry[]
}
/** What app.yaml says, and what its customer adds. */
export interface AppFacts extends Omit<AppDoc, 'manuals' | 'logo' | 'colours'> {
  /** file name below /config/logo */
  logo?: string
  /** the customer's tokens of both themes */
  colours?: OwnColours
  /** role name, role code or area level → an address, or the hash of a manual of ours */
  manuals?: Record<string, string | { hash: string }>
  hosts: Record<string, string>
  options: Record<string, boolean | string | number>
}
/** What staff do with the console, in the order of reading. */
export interface Manual {
  chapters: ManualChapter[]
}
export interface ManualChapter {
  name: string
  title: string
  sections: ManualSection[]
}
/** One task. Words in 「」 are written on the screen. */
export interface ManualSection {
  name: string
  title: string
  /** where it is done; whoever has no such page does not read it */
  page?: string
  /** entity → transitions: whoever may take none of them does not read it */
  buttons?: Record<string, string[]>
  /** for these alone */
  roles?: string[]
  text?: string
  steps?: string[]
  notes?: string[]
}
/** What one scope may have: page route (without slash) → its entry. Sent to browsers without calls and links. */
export interface Manifest {
  version: string
  pages: Record<string, PageEntry>
  app: AppFacts
  /** entity → where its records are shown; an older server does not say */
  records?: Record<string, RecordPlaces>
  /** language → hash of its texts blob */
  locales: Record<string, string>
}

/** Script and key of a provider of online maps; both stand in every browser that is signed in. */
export interface MapService {
  script: string
  key: string
}

/** Answer to the console's first request after sign-in: everything needed to draw the shell and the current page. */
export interface Boot {
  manifest: Manifest
  credentials?: Credentials
  /**
   * calls that the specification changes by GET are accepted by POST: true of our server, false of an existing backend
   */
  changesByPost?: true
  /**
   * the server answers calls beyond the specification (views, drafts, jobs), which an existing backend does not have
   */
  own?: true
  /** the server stands before a backend that speaks the specification alone: what takes our own's place */
  backend?: BackendFacts
  /** the online map that is configured; without it there is our own */
  mapService?: MapService
  /** version of our own maps, which their addresses carry so that browsers may keep them */
  maps?: string
  user: UserInfo
  menu: MenuItem[]
  /**
   * entity → transitions that its records may offer this user; absent in front of an existing backend, which does not
   * tell
   */
  buttons?: Record<string, string[]>
  /** permissions that this user has and may give (PERMISSIONS); absent in front of an existing backend */
  permissions?: string[]
  /** the page named in the request, if the user may open it */
  page?: Page
  /** texts of the language asked for, when it is not the default one */
  texts?: Record<string, string>
}
/**
 * Where sign-in sends name and password. The specification uses the query, but proxies write query strings to their
 * logs.
 */
export type Credentials = 'body' | 'query'
/** Before login: titles and the open pages only. */
export interface PublicBoot {
  manifest: Manifest
  credentials: Credentials
}
