import type { AskedFieldDoc, Expression, Named, Tone, Value } from './documents.ts'

/** How a person stands to a record: one of these must hold. */
export type Relation = 'holder' | 'sender' | 'creator' | 'above' | 'system'
/** Which days a time limit counts: those that are worked, or all. */
export type DayCount = 'working' | 'calendar'
export interface StateDoc {
  label: string
  tone?: Tone
  badge?: string
  /** new records may start here */
  initial?: boolean
  closed?: boolean
  /** working days that a record may stay in it */
  days?: number
  /** time that a record spends in it is not counted against its time limit */
  pauses?: boolean
}
export interface TransitionDoc {
  label: string
  from: string[]
  to?: string
  /** the first that holds says where to, else `to` */
  branches?: { when: Expression; to: string }[]
  roles?: string[]
  /** state → roles, instead of `roles` in that state */
  rolesByState?: Named<string[]>
  relations?: Relation[]
  /** the system takes it so many days after a record came into its state */
  after?: number
  /** the system takes it so many days after the record's time limit */
  afterDue?: number
  when?: Expression
  /** what whoever presses is told when `when` does not hold */
  otherwise?: string
  confirm?: string
  form?: Named<AskedFieldDoc>
  /** whose turn it is afterwards */
  assign?: { org?: Value; user?: Value; anywhere?: boolean }
  set?: Named<Value>
  /**
   * `since`: the moment that counting begins: now, the time limit as it was, or an expression; `limit`: which time limit
   * is set, the record's or that of the state which it comes into
   */
  due?: { days: number | Expression; since?: 'now' | 'due' | Expression; count?: DayCount; limit?: 'due' | 'stateDue' }
  /** entity → what a new record of it holds beside what the form says */
  creates?: Named<{ when?: Expression; set?: Named<Value> }>
  notify?: 'holder' | 'sender' | 'creator' | 'nobody'
  /** it is a call for saving or deleting that does it: allowed from these states and to these people alone */
  via?: 'save' | 'delete'
  /** what only the product's code can do, in the same transaction */
  effect?: string
  danger?: boolean
}
/** Fields of the record that a workflow reads and writes. */
export type RecordPart =
  'org' | 'user' | 'sender' | 'creator' | 'area' | 'due' | 'stateDue' | 'entered' | 'overdue' | 'closed'
/**
 * Who shares the work by what it is about: whoever has one of the roles has the records with its values, and those
 * without any.
 */
export interface DivisionDoc {
  field: string
  /** role → values of the field */
  roles: Named<string[]>
}
export interface WorkflowDoc {
  workflow: string
  label: string
  /** absent: nothing follows it yet */
  entity?: string
  record?: Partial<Record<RecordPart, string>>
  /** roles that act for any unit */
  adminRoles?: string[]
  when?: Expression
  division?: DivisionDoc
  route?: { entity: string; key: string }
  /** messages tell each transition's receiver, and who has a record that is overdue (of another kind, if named) */
  message?: { entity: string; kind: string; overdue?: string }
  /** a role may name the buttons that it gives; one that names some gives no others */
  grantable?: boolean
  states: Named<StateDoc>
  transitions: Named<TransitionDoc>
}
