import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { TransitionDoc, WorkflowDoc } from '../../model/workflow.ts'
import { getEntry, getNode, originAt, toValue } from '../../source/node.ts'
import { machineOf, type Machine } from '../../workflow/machine.ts'
import type { MergedDocument } from '../facts/context.ts'

/** A workflow as its rules read it, with the places where things stand. */
export interface WorkflowView {
  document: MergedDocument
  machine: Machine
  /** place of the key at a path, or of the deepest step that exists */
  at(...path: string[]): Origin
}

export function viewOf(document: MergedDocument): WorkflowView {
  const doc = toValue(document.node) as unknown as WorkflowDoc
  return {
    document,
    machine: machineOf({ ...doc, states: doc.states ?? {}, transitions: doc.transitions ?? {} }, ''),
    at: (...path) => originAt(document.node, path, true),
  }
}

/** Transitions whose form is broken are another rule's business. */
export const transitionsOf = ({ machine, document }: WorkflowView): [string, TransitionDoc][] =>
  [...machine.transitions].filter(
    ([code]) => getEntry(getNode(document.node, ['transitions', code]), 'from')?.value.type === 'list',
  )
