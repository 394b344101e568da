import { initialStates, targetsOf } from '../../workflow/machine.ts'
import type { Rule } from '../facts/rule.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

export const workflowReachable: Rule = {
  code: 'workflow-reachable',
  about: { zh: '流程的每个状态都到得了', en: 'Every state of a workflow can be reached' },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('workflow')) {
      const view = viewOf(document)
      const reached = reachedStates(view)
      for (const [code, { label }] of view.machine.states) {
        if (reached.has(code)) continue
        report({
          origin: view.at('states', code),
          zh: `状态 ${code}“${label}”无法到达：它不是 initial，也没有转移从到得了的状态通向它`,
          en:
            `Nothing leads to the state ${code} "${label}": it is not initial, and no transition from a state `
            + `that can be reached leads there`,
        })
      }
    }
  },
}

function reachedStates(view: WorkflowView): Set<string> {
  const waiting = initialStates(view.machine.states)
  const reached = new Set<string>()
  const transitions = transitionsOf(view)
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (reached.has(state)) continue
    reached.add(state)
    for (const [, transition] of transitions) {
      if (transition.from.map(String).includes(state)) waiting.push(...targetsOf(transition, state))
    }
  }
  return reached
}
