import type { AskedFieldDoc, Expression, Named, Tone } from './documents.ts'

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
  rolesFrom?: Named<string[]>
  by?: Relation[]
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
  hand?: { org?: Expression; user?: Expression; anywhere?: boolean }
  set?: Named<Expression>
  /**
   * `since`: the moment that counting begins, instead of `from`; `of`: the time limit of the record, or of the state
   * that it is in
   */
  due?: { days: Expression; from?: 'now' | 'due'; since?: Expression; count?: DayCount; of?: 'record' | 'step' }
  /** entity → what a new record of it holds beside what the form says */
  creates?: Named<{ when?: Expression; set?: Named<Expression> }>
  notify?: 'holder' | 'sender' | 'creator' | 'nobody'
  /** it is a call for saving or deleting that does it: allowed from these states and to these people alone */
  does?: 'save' | 'delete'
  /** what only the product's code can do, in the same transaction */
  runs?: string
  danger?: boolean
}
/** Fields of the record that a workflow reads and writes. */
export type RecordPart =
  'org' | 'user' | 'sender' | 'creator' | 'area' | 'due' | 'step' | 'since' | 'overdue' | 'closed'
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
  admins?: string[]
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
