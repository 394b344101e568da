import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { TransitionDoc, WorkflowDoc } from '../../model/workflow.ts'
import { getEntry, getNode, originAt, toValue } from '../../source/node.ts'
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
  const doc = toValue(document.node) as unknown as WorkflowDoc
  return {
    document,
    machine: machineOf({ ...doc, states: doc.states ?? {}, transitions: doc.transitions ?? {} }, ''),
    at: (...path) => originAt(document.node, path, true),
  }
}

/** The well-formed transitions; the schema check reports the others. */
export const transitionsOf = ({ machine, document }: WorkflowView): [string, TransitionDoc][] =>
  [...machine.transitions].filter(
    ([code]) => getEntry(getNode(document.node, ['transitions', code]), 'from')?.value.type === 'list',
  )
