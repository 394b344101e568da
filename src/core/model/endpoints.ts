/** The calls of the API, as endpoints.yaml writes them. */
export const PARAM_KINDS = ['text', 'int', 'flag', 'date', 'datetime', 'texts', 'list', 'map', 'any'] as const
export type ParamKind = (typeof PARAM_KINDS)[number]
/** One argument of a call that has logic of its own; a generic call's are its entity's fields. */
export interface ParamDoc {
  /** text when left out */
  kind?: ParamKind
  required?: boolean
}

/** Numbers of a statistic as a call answers them: one row a group. */
export interface FiguresDoc {
  statistic: string
  measures: string[]
  by?: string[]
  top?: number
  order?: string
  last?: number
}

/** The call of the specification that does what a call of ours does. */
export interface InsteadDoc {
  call: string
  /** its argument for the keys of records, as a list; the key itself goes by its own name without it */
  keys?: string
  /** what is said beside the arguments */
  set?: Record<string, string>
  /** transition → another call that does that one */
  actions?: Record<string, string>
}

/** Dictionaries whose words a call tells, where somebody else's backend has its own. */
export interface WordsDoc {
  of: string[]
  /** its argument for the name of a dictionary */
  argument?: string
}

export type EnvelopeKind = 'resultCode' | 'code'
export interface EndpointDoc {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** relative to the API base, as the specification writes it */
  path: string
  in: 'query' | 'path' | 'body' | 'multipart' | 'none'
  /** its arguments with their kinds, by which they are judged; of a generic call the names alone */
  params?: Record<string, ParamDoc | null | false> | string[]
  /** the body is read too, instead of the query */
  alsoInBody?: boolean
  envelope?: EnvelopeKind
  /** what answers it: list, one, save, delete on `entity`, or the name of a handler; none yet answers 501 */
  handler?: string
  entity?: string
  /** of the handler `statistic`: which numbers it answers */
  figures?: FiguresDoc
  /** open: no token; staff: any signed-in user; page: users who may see a page that makes the call */
  access?: 'open' | 'staff' | 'page'
  /** why a call that is open to everybody is safe, where no page decides who may make it */
  because?: string
  /** calls that this one accompanies: a page that makes one of them may make this too */
  comesWith?: string[]
  /** an entity: pages that offer its records as choices may make this call too */
  choosing?: string
  /**
   * running it twice does no harm, so its answer is not stored under the idempotency key; for calls that may take long
   */
  repeatable?: boolean
  /** it does nothing but change records through the audit trail, so that a batch of it can be undone; saves need not */
  undoable?: boolean
  reads?: string[]
  changes?: string[]
  /** which call does it in front of a backend that speaks the specification alone */
  instead?: InsteadDoc
  /** words that it tells in front of a backend that speaks the specification alone */
  words?: WordsDoc
  /** it changes something and is sent by GET, as the specification has it */
  changesByGet?: boolean
  label: string
}
/** A set of calls that each of its members has; `{name}`, `{label}` and `{entity}` in their texts are the member's. */
export interface FamilyDoc {
  members: Record<string, { label: string; entity?: string } | null | false>
  calls: Record<string, EndpointDoc | null | false>
}
export interface EndpointsDoc {
  endpoints: Record<string, EndpointDoc | null | false>
  families?: Record<string, FamilyDoc | null | false>
}
