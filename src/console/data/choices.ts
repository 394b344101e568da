import { CHOICES } from './calls.ts'
import { send } from './http.ts'

export interface Choice { value: string; label: string }
type Node = Record<string, unknown> & { children?: Node[] }

const LARGEST = 500

/** Everything that a reference may name: a plain list, or a tree laid flat with its depth in the label. */
export async function choicesOf(ref: string): Promise<Choice[]> {
  const call = CHOICES[ref]
  if (!call) return []
  const data = await send<Node[] | { list: Node[] }>(call, call.name.endsWith('.list') ? { pageNo: 1, pageRowNo: LARGEST, pageFlag: 1 } : {}, { quiet: true })
  return flat(Array.isArray(data) ? data : data.list, ref, 0)
}
export const hasChoices = (ref: string | undefined): boolean => ref !== undefined && ref in CHOICES

function flat(nodes: Node[], ref: string, depth: number): Choice[] {
  return nodes.flatMap((node) => {
    const value = String(node[`${ref}Id`] ?? node.id ?? node.uniqueId ?? node.resultId ?? node.illegalId ?? '')
    const named = node[`${ref}Name`] ?? node.name ?? node.itemName ?? [node.clueNo, node.objectName].filter(Boolean).join(' ')
    const label = '　'.repeat(depth) + String(named || value)
    return [{ value, label }, ...flat(node.children ?? [], ref, depth + 1)]
  })
}
