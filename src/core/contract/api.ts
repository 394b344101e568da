/** What console and server say to each other beside the configuration. */

export interface Envelope<T> {
  resultCode?: string
  resultMsg?: string
  /** calls of the user service use code and msg instead; 1 is success */
  code?: number
  msg?: string
  data?: T
  /** field → message, where a save was refused */
  errors?: Record<string, string>
}
export const OK = '0'

/** Body (or query) of every list call, beside one key a filter. */
export interface ListRequest {
  pageNo: number
  pageRowNo: number
  /** 1: paged */
  pageFlag: 1
  /** `field` or `field desc`, comma-joined */
  orderBy?: string
  [filter: string]: unknown
}
export interface ListAnswer<R = Row> {
  totalRecord: number
  /** the total is this number or more: counting stopped there */
  capped?: boolean
  /** field → sum over all rows that match, for the fields that have a total */
  totals?: Record<string, number>
  list: R[]
}
/** A record that a reference may name. */
export interface ChoiceRow {
  key: string
  label: string
  /** what tells it from others of its name */
  note?: string
  /** how far below the topmost it stands */
  depth?: number
}
export interface ChoiceAnswer {
  list: ChoiceRow[]
  /** there are others, which a text would find */
  more: boolean
}
export type Row = Record<string, unknown>
/**
 * Key in a row of an entity that follows a workflow: codes of the transitions that the server would take of this user.
 */
export const MAY = '$may'
/** Key in a record that is shown by itself: transition → why the server would not take it, in words. */
export const WHY = '$why'

export interface UserInfo {
  id: string
  username: string
  nickName: string
  customerId: string
  sysCustomer: { customerId: string; areaName: string }
  sysOrg: { orgId: string; orgName: string }
  sysRoles: { code: string; name: string }[]
  sysArea: { areaCode: string; areaName: string; areaLevel: number }
  areaCode: string
  userLevel: number
  /** signed in with a one-time password: nothing else is open before it is changed */
  mustChangePassword?: boolean
  /** a second factor is required and not set up: nothing else is open before it is */
  mustEnrol?: boolean
}

/** `data.reason` of the 403 that a one-time password gets. */
export const MUST_CHANGE_PASSWORD = 'must-change-password'
/** The same, of whoever has to set up a second factor first. */
export const MUST_ENROL = 'must-enrol-second-factor'
/** `data.reason` of the 400 to name and password alone where a code of the second factor belongs to them. */
export const CODE_NEEDED = 'code-needed'

export interface MenuItem {
  id: string
  name: string
  /** route with its slash, an http(s) address, or '' for a group */
  url: string
  path: string
  /** icon name */
  css: string
  hidden: boolean
  meta: { title: string; roles?: string[]; badge?: string }
  subMenus: MenuItem[]
}

export interface AreaNode {
  areaCode: string
  areaName: string
  areaLevel: number
  /** absent: not known to have any */
  children?: AreaNode[]
  isLeaf?: boolean
}

/** Key in a row under which the server puts the readable name of an area or reference: areaCode → areaName. */
export function labelKey(field: string): string {
  if (field.endsWith('Ids')) return field.replace(/Ids$/, 'Names')
  return field.replace(/(Code|Id)$/, '') + 'Name'
}

/** Key in a record under which the server names the masked fields that the caller may be shown. */
export const REVEALABLE = '$revealable'

/** Range filters travel as two keys. */
export const rangeKeys = (field: string): [string, string] => [`${field}Start`, `${field}End`]

/** A leading /api/ goes to the /api-im/ service (specification section 7). */
export const rewritePath = (path: string): string => path.replace(/^\/api\//, '/api-im/')

/**
 * The specification sends some calls by GET that change something, which any link or picture could send, too. Our
 * server takes them by POST as well, with their arguments in the body, and by GET only from whoever names the client in
 * headers (R7.03).
 */
export const changesByGet = ({
  method,
  changes = [],
}: {
  method: string
  changes?: readonly string[] | undefined
}): boolean => method === 'GET' && changes.length > 0

/** A number of the sender's own: what comes twice under it is done once. */
export const SUBMISSION_HEADER = 'idempotency-key'
/** Things that no page shows, and that are not to be begun twice all the same. */
const BEGUN_ONCE: ReadonlySet<string> = new Set(['batch.run', 'export.run', 'views.save', 'networkTool.save'])
export const isDoneOnce = ({ name, changes = [] }: { name: string; changes?: readonly string[] }): boolean =>
  changes.length > 0 || BEGUN_ONCE.has(name)

/** Every answer of the server names the configuration version of the caller's scope in this header. */
export const CONFIG_HEADER = 'x-config-version'
