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
  /** 1: totalRecord and totals are exact, however many rows match; without it counting stops at 10,000 */
  exactTotal?: 1
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
  /** tells records of the same name apart */
  note?: string
  /** depth in the tree, 0 at the top */
  depth?: number
}
export interface ChoiceAnswer {
  list: ChoiceRow[]
  /** more records exist than are listed; searching by a text finds them */
  more: boolean
}
export type Row = Record<string, unknown>
/** Key in a row of an entity with a workflow: codes of the transitions that the server would accept from this user. */
export const MAY = '$may'
/**
 * Key in a row: names of the fields that name records which this user cannot open, because they are gone or out of
 * reach.
 */
export const SHUT = '$shut'
/** Key in a single record: transition → what is lacking for it; its button is shown, and locked. */
export const LOCKED = '$locked'
/** Key in a single record: transition → the reason, in words, for which the server would refuse it. */
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
  /** signed in with a one-time password: every other call is refused until it is changed */
  mustChangePassword?: boolean
  /** a second factor is required but not set up: every other call is refused until it is */
  mustEnrol?: boolean
}

/** `data.reason` of the 403 that a one-time password gets. */
export const MUST_CHANGE_PASSWORD = 'must-change-password'
/** `data.reason` of the 403 that a user gets who must set up a second factor first. */
export const MUST_ENROL = 'must-enrol-second-factor'
/** `data.reason` of the 400 when name and password are right but the account also needs a code of the second factor. */
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
  /** `heading`: what stands above it and its like, on the first level */
  meta: { title: string; roles?: string[]; badge?: string; heading?: string }
  subMenus: MenuItem[]
}

export interface AreaNode {
  areaCode: string
  areaName: string
  areaLevel: number
  /** absent: not loaded yet, or none */
  children?: AreaNode[]
  isLeaf?: boolean
}

/** Key in a row under which the server puts the readable name of an area or reference: areaCode → areaName. */
export function labelKey(field: string): string {
  if (field.endsWith('Ids')) return field.replace(/Ids$/, 'Names')
  return field.replace(/(Code|Id)$/, '') + 'Name'
}

/** Key in a record: names of the masked fields that this user may ask to see in full. */
export const REVEALABLE = '$revealable'

/**
 * A range filter is sent as start and end, which both belong to it. `Below` does not: with it neighbouring bands share
 * no row and lose none.
 */
export const rangeKeys = (field: string): [start: string, end: string, below: string] => [
  `${field}Start`,
  `${field}End`,
  `${field}Below`,
]

/** A leading /api/ goes to the /api-im/ service (specification section 7). */
export const rewritePath = (path: string): string => path.replace(/^\/api\//, '/api-im/')

/**
 * The specification changes some things by GET, which any link or image could trigger in a signed-in browser (CSRF).
 * Our server takes those calls by POST as well, with their arguments in the body; by GET only with the client's
 * headers, which links and images cannot send (R7.03).
 */
export const changesByGet = ({
  method,
  changes = [],
}: {
  method: string
  changes?: readonly string[] | undefined
}): boolean => method === 'GET' && changes.length > 0

/**
 * Idempotency key: a number that the client makes for each submission. The server does what it has done under that
 * number only once.
 */
export const SUBMISSION_HEADER = 'idempotency-key'
/** Calls that are not saves of a record but must not run twice when they are sent twice. */
const BEGUN_ONCE: ReadonlySet<string> = new Set([
  'batch.run',
  'batch.undo',
  'export.run',
  'import.check',
  'import.run',
  'views.save',
  'networkTool.save',
])
/**
 * `data.reason` of a 503 where the connection to the database broke before it said whether the change is kept. Sent
 * again under the same key it is looked up, and not done twice.
 */
export const OUTCOME_UNKNOWN = 'outcome-unknown'
export const isDoneOnce = ({ name, changes = [] }: { name: string; changes?: readonly string[] }): boolean =>
  changes.length > 0 || BEGUN_ONCE.has(name)

/** Every answer of the server names the configuration version of the caller's scope in this header. */
export const CONFIG_HEADER = 'x-config-version'

/** Most texts that a list may be filtered by at once: one of these, not a part of one. */
export const MOST_VALUES = 1000
