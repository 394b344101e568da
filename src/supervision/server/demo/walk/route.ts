import { targetsOf, type Machine } from '../../../../core/workflow/machine.ts'
import type { TransitionDoc } from '../../../../core/model/workflow.ts'

/** A button to press, and the state that it shall lead to. */
export interface Leg {
  code: string
  to: string
}

const isSystems = ({ relations }: TransitionDoc): boolean => relations?.every(one => one === 'system') === true

const known = new WeakMap<Machine, Map<string, readonly Leg[] | undefined>>()

/** The shortest way from a state to another, button by button, the system's own included. */
export function legsTo(machine: Machine, from: string, to: string): readonly Leg[] | undefined {
  const ways = known.get(machine) ?? new Map<string, readonly Leg[] | undefined>()
  known.set(machine, ways)
  const name = `${from} ${to}`
  if (!ways.has(name)) ways.set(name, search(machine, from, to))
  return ways.get(name)
}

function search(machine: Machine, from: string, to: string): Leg[] | undefined {
  if (from === to) return []
  const seen = new Set([from])
  let edge: { state: string; legs: Leg[] }[] = [{ state: from, legs: [] }]
  while (edge.length > 0) {
    const next: typeof edge = []
    for (const { state, legs } of edge) {
      for (const [code, transition] of machine.transitions) {
        if (!transition.from.map(String).includes(state)) continue
        if (isSystems(transition) && transition.after === undefined) continue
        for (const target of targetsOf(transition, state)) {
          const way = [...legs, { code, to: target }]
          if (target === to) return way
          if (seen.has(target)) continue
          seen.add(target)
          next.push({ state: target, legs: way })
        }
      }
    }
    edge = next
  }
  return undefined
}
