export interface Block {
  path: string
  text: string
}
/** The YAML of a guide that names its file in the first line. */
export const blocksOf = (guide: string): Block[] =>
  [...guide.matchAll(/```yaml\n *# (\S+\.yaml)\n([^`]*)```/g)].map(([, path = '', text = '']) => ({ path, text }))

export type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Several blocks of one file add up, as somebody would write them. */
export function laidOver(below: Tree, above: Tree): Tree {
  const entries = Object.entries(above).map(([key, value]) => {
    const old = below[key]
    return [key, isTree(old) && isTree(value) ? laidOver(old, value) : value]
  })
  return { ...below, ...(Object.fromEntries(entries) as Tree) }
}
