import type { RecordPart, StateDoc, TransitionDoc, WorkflowDoc } from '../model/workflow.ts'

/** A workflow prepared for decisions: for one entity, as one scope sees it. */
export interface Machine {
  doc: WorkflowDoc
  /** field that holds the state */
  status: string
  states: ReadonlyMap<string, StateDoc>
  transitions: ReadonlyMap<string, TransitionDoc>
  /** state that a new record gets */
  initial: string
}

const present = <T>(named: Record<string, T | null | false> | undefined): [string, T][] =>
  Object.entries(named ?? {}).flatMap(([name, value]): [string, T][] => (value ? [[name, value]] : []))

export function machineOf(doc: WorkflowDoc, status: string): Machine {
  const states = new Map(present(doc.states))
  return {
    doc,
    status,
    states,
    transitions: new Map(present(doc.transitions)),
    initial: initialStates(states)[0] ?? '',
  }
}

/** States in which records may begin, ordered by code: those marked `initial`, or the first state if none is. */
export function initialStates(states: ReadonlyMap<string, StateDoc>): string[] {
  const said = [...states].flatMap(([code, state]) => (state.initial === true ? [code] : []))
  return said.length > 0 ? said.sort() : [...states.keys()].slice(0, 1)
}

/** All states that a transition may lead to from a state; without `to` and branches the state stays the same. */
export function targetsOf({ to, branches }: TransitionDoc, from: string): string[] {
  return [...(branches ?? []).map(branch => String(branch.to)), to === undefined ? from : String(to)]
}

export type Row = Readonly<Record<string, unknown>>

export const partOf = ({ doc }: Machine, row: Row, part: RecordPart): string => {
  const field = doc.record?.[part]
  const value = field === undefined ? undefined : row[field]
  return value === undefined || value === null ? '' : String(value)
}

export const stateOf = ({ status }: Machine, row: Row): string => String(row[status] ?? '')
