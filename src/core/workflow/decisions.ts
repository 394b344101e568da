import { memberPaths } from '../expression/index.ts'
import type { DecisionFacts, TransitionDoc, WorkflowDoc } from '../model/workflow.ts'
import { takeable, type Actor } from './decide.ts'
import { machineOf, type Machine, type Row } from './machine.ts'

const slim = ({
  label,
  from,
  to,
  roles,
  rolesByState,
  relations,
  notBy,
  when,
  otherwise,
  requires,
}: TransitionDoc): TransitionDoc => ({
  label,
  from,
  ...(to === undefined ? {} : { to }),
  ...(roles ? { roles } : {}),
  ...(rolesByState ? { rolesByState } : {}),
  ...(relations ? { relations } : {}),
  ...(notBy ? { notBy } : {}),
  ...(when === undefined ? {} : { when }),
  ...(otherwise === undefined ? {} : { otherwise }),
  ...(requires ? { requires } : {}),
})

/** Of a workflow what decides whether somebody may take a step: no forms, and nothing of what a step writes. */
export function decisionFacts({ doc, status, transitions }: Machine): DecisionFacts {
  const steps = Object.fromEntries([...transitions].map(([code, step]) => [code, slim(step)]))
  const { workflow, label, record, adminRoles, when, states } = doc
  const left: WorkflowDoc = {
    workflow,
    label,
    ...(record ? { record } : {}),
    ...(adminRoles ? { adminRoles } : {}),
    ...(when === undefined ? {} : { when }),
    states,
    transitions: steps,
  }
  const gates = [...transitions.values()].flatMap(step => [step.when, ...(step.requires ?? []).map(one => one.when)])
  const conditions = [when, ...gates].filter(one => one !== undefined)
  const paths = conditions.flatMap(memberPaths)
  const reads = paths.flatMap(([root, name]) => (root === 'row' && name !== undefined ? [name] : []))
  return { doc: left, status, reads: [...new Set(reads)] }
}

/** Tells of a row which transitions its reader may take. */
export type Decide = (row: Row) => string[]

/** What a row does not bring has no value, as in a record of ours. */
export function deciderOf({ doc, status, reads }: DecisionFacts, actor: Actor): Decide {
  const machine = machineOf(doc, status)
  const nothing = Object.fromEntries(reads.map(name => [name, null]))
  return row => takeable(machine, { ...nothing, ...row }, actor)
}
