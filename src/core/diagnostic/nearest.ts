import { distance } from 'fastest-levenshtein'

/** The known name that a mistyped one most probably meant; undefined when none is near enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length / 3)))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of known) {
    const d = typingDistance(name.toLowerCase(), candidate.toLowerCase())
    if (d < bestDistance && candidate !== name) [best, bestDistance] = [candidate, d]
  }
  return best
}

/**
 * Edit distance in which a swap of two neighbouring letters counts as one edit, because it is the commonest typing
 * mistake.
 */
function typingDistance(a: string, b: string): number {
  const edits = distance(a, b)
  if (edits !== 2 || a.length !== b.length) return edits
  const i = [...a].findIndex((char, at) => char !== b[at])
  return a[i] === b[i + 1] && a[i + 1] === b[i] ? 1 : edits
}
