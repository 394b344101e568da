import type { Checked } from '../core/index.ts'
import { distinctScopes } from '../core/overlay/scopes.ts'
import { getEntry, isFalse, type Node } from '../core/source/node.ts'

/** Number of menu entries in any scope whose page is marked as planned. */
export function countPlanned({ project, resolver }: Checked): number {
  const found = new Set<string>()
  for (const scope of distinctScopes(project))
    collect(getEntry(resolver.resolve('menu', scope)?.node, 'menu')?.value, '', false, found)
  return found.size
}

function collect(entries: Node | undefined, path: string, above: boolean, found: Set<string>): void {
  if (entries?.type !== 'map') return
  for (const [name, { value }] of entries.entries) {
    if (isFalse(value)) continue
    const planned = getEntry(value, 'planned')?.value
    const isPlanned = above || (planned?.type === 'scalar' && planned.value === true)
    const children = getEntry(value, 'children')?.value
    if (isPlanned && !children) found.add(`${path}/${name}`)
    collect(children, `${path}/${name}`, isPlanned, found)
  }
}
