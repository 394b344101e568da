import type { FieldFacts } from '../../core/contract/configuration.ts'
import { CHOICES, UNITS_BELOW } from './calls.ts'
import { send } from './http.ts'

export interface Choice { value: string; label: string }
type Node = Record<string, unknown> & { children?: Node[] }

const LARGEST = 500

/** R6.04: units level by level: the topmost that one sees, and those directly below them. */
async function unitsByParent(): Promise<Choice[]> {
  const below = (args: object): Promise<Node[]> => send<Node[]>(UNITS_BELOW, { ...args }, { quiet: true })
  const top = await below({})
  const units = await Promise.all(top.map(async unit => ({ ...unit, children: await below({ parentOrgId: unit['orgId'] }) })))
  return flat(units, 'org', 0)
}

/** Everything that a reference may name: a plain list, or a tree laid flat with its depth in the label. */
export async function choicesOf(ref: string, from: FieldFacts['choices'] = 'tree'): Promise<Choice[]> {
  const call = CHOICES[ref]
  if (!call) return []
  if (ref === 'org' && from === 'byParent') return unitsByParent()
  const data = await send<Node[] | { list: Node[] }>(call, call.name.endsWith('.list') ? { pageNo: 1, pageRowNo: LARGEST, pageFlag: 1 } : {}, { quiet: true })
  return flat(Array.isArray(data) ? data : data.list, ref, 0)
}
export const hasChoices = (ref: string | undefined): boolean => ref !== undefined && ref in CHOICES

function flat(nodes: Node[], ref: string, depth: number): Choice[] {
  return nodes.flatMap((node) => {
    const value = String(node[`${ref}Id`] ?? node.id ?? node.uniqueId ?? node.resultId ?? node.illegalId ?? node.taskId ?? '')
    const named = node[`${ref}Name`] ?? node.name ?? node.itemName ?? node.taskName ?? [node.clueNo, node.objectName].filter(Boolean).join(' ')
    const label = '　'.repeat(depth) + String(named || value)
    return [{ value, label }, ...flat(node.children ?? [], ref, depth + 1)]
  })
}
