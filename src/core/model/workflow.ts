import type { AskedFieldDoc, Expression, Named, Tone, Value } from './documents.ts'

/** Relation of a person to a record; a transition lists those of which at least one must hold. */
export type Relation = 'holder' | 'sender' | 'creator' | 'above' | 'area' | 'system'
/** Which days a time limit counts: working days, or all. */
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
  /** the record's time limit does not run while it is in this state */
  pauses?: boolean
  /** `false`: nothing is due in it */
  due?: boolean
}
export interface TransitionDoc {
  label: string
  from: string[]
  to?: string
  /** the first branch whose condition holds decides the next state; `to` if none does */
  branches?: { when: Expression; to: string }[]
  roles?: string[]
  /** state → roles, instead of `roles` in that state */
  rolesByState?: Named<string[]>
  relations?: Relation[]
  /** who took one of these transitions of the record, or is named in one of these fields, does not take this one */
  notBy?: string[]
  /** the system takes it so many days after a record came into its state */
  after?: number
  /** the system takes it so many days after the record's time limit */
  afterDue?: number
  when?: Expression
  /** message to the user when `when` or `notBy` does not hold */
  otherwise?: string
  /** what must have been done before: where it has not, the button is shown and locked, with the reason */
  requires?: { when: Expression; otherwise: string }[]
  confirm?: string
  form?: Named<AskedFieldDoc>
  /** whose turn it is afterwards */
  /** `able`: only a unit in which somebody can go on with the record; `away`: not one's own unit */
  assign?: { org?: Value; user?: Value; anywhere?: boolean; able?: boolean; away?: boolean }
  set?: Named<Value>
  /**
   * `since`: the moment that counting begins: now, the limit as it was, or an expression; `limit`: which time limit
   * is set, the record's or that of the state which it comes into
   */
  due?: { days: number | Expression; since?: 'now' | 'due' | Expression; count?: DayCount; limit?: 'due' | 'stateDue' }
  /** day of the record → so many days after a day: its last day, moved off days on which nobody works */
  limits?: Named<{ days: number | Expression; since: Expression; count?: DayCount }>
  /** entity → what a new record of it holds beside what the form says */
  creates?: Named<{ when?: Expression; set?: Named<Value> }>
  notify?: 'holder' | 'sender' | 'creator' | 'nobody'
  /** it is a call for saving, for deleting or of its own that does it: from these states and by these people alone */
  via?: 'save' | 'delete' | 'call'
  /** what only the product's code can do, in the same transaction */
  effect?: string
  danger?: boolean
  /** a detail page of the record, to be read in the dialog */
  beside?: { page: string }
  /** transition that usually comes next: its dialog offers to go on with it at once */
  next?: string
}
/** Fields of the record that a workflow reads and writes. */
export type RecordPart =
  | 'org'
  | 'user'
  | 'sender'
  | 'creator'
  | 'area'
  | 'due'
  | 'stateDue'
  | 'entered'
  | 'overdue'
  | 'closed'
/**
 * Divides records among roles by the value of a field: a person with such a role works on the records with the role's
 * values and on those without a value.
 */
export interface DivisionDoc {
  field: string
  /** role → values of the field */
  roles: Named<string[]>
}
export interface WorkflowDoc {
  workflow: string
  label: string
  /** absent: no entity uses this workflow yet */
  entity?: string
  record?: Partial<Record<RecordPart, string>>
  /** roles that act for any unit */
  adminRoles?: string[]
  when?: Expression
  /**
   * whose a new record is that says nothing of it: the maker's unit, or the nearest above it in which somebody can go
   * on with it
   */
  start?: 'own' | 'able'
  division?: DivisionDoc
  route?: { entity: string; key: string }
  /** messages to the receiver of each transition, and to the holder of an overdue record (of another kind, if named) */
  message?: { entity: string; kind: string; overdue?: string }
  /** roles may list the transitions they allow; a role that lists some allows no others */
  grantable?: boolean
  states: Named<StateDoc>
  /** what transitions that create a record of an entity write into it where they say nothing else */
  creates?: Named<{ set?: Named<Value> }>
  transitions: Named<TransitionDoc>
}

/** Of a workflow what decides whether somebody may take a step. */
export interface DecisionFacts {
  doc: WorkflowDoc
  /** field that holds the state */
  status: string
  /** fields that conditions read, which a row need not bring */
  reads: string[]
}
