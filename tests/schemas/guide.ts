export interface Block {
  path: string
  text: string
}
/** The YAML of a guide that names its file in the first line. */
export const blocksOf = (guide: string): Block[] =>
  [...guide.matchAll(/```yaml\n *# (\S+\.yaml)\n([^`]*)```/g)].map(([, path = '', text = '']) => ({ path, text }))

/** Blocks without a language: commands, and what they print. */
export const plainBlocksOf = (guide: string): string[] =>
  [...guide.matchAll(/^```\n([^`]*)```$/gm)].map(([, text = '']) => text)

/** Commands that stand in blocks of their own, as their words; those with a word to be replaced are none. */
export const commandsOf = (guide: string): string[][] =>
  plainBlocksOf(guide)
    .flatMap(text => text.split('\n'))
    .filter(line => line.startsWith('npm run ') && !line.includes('<'))
    .map(line =>
      line
        .slice('npm run '.length)
        .split(' ')
        .filter(word => word !== '--'),
    )

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
