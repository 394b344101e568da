import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { TransitionDoc, WorkflowDoc } from '../../model/workflow.ts'
import { originAt, toValue } from '../../source/node.ts'
import { machineOf, type Machine } from '../../workflow/machine.ts'
import type { MergedDocument } from '../facts/context.ts'

/** A workflow prepared for its rules, with the origins of its parts. */
export interface WorkflowView {
  document: MergedDocument
  machine: Machine
  /** origin of the key at a path, or of its deepest existing step */
  at(...path: string[]): Origin
}

export function viewOf(document: MergedDocument): WorkflowView {
  const { transitions = {}, ...doc } = toValue(document.node) as unknown as WorkflowDoc
  // without a start nobody can take one: required-missing tells of it
  const begun = Object.entries(transitions).filter(([, one]) =>
    Array.isArray((one as Partial<TransitionDoc> | null)?.from),
  )
  return {
    document,
    machine: machineOf({ ...doc, states: doc.states ?? {}, transitions: Object.fromEntries(begun) }, ''),
    at: (...path) => originAt(document.node, path, true),
  }
}

/** The well-formed transitions; the schema check reports the others. */
export const transitionsOf = ({ machine }: WorkflowView): [string, TransitionDoc][] => [...machine.transitions]
