import { distance } from 'fastest-levenshtein'

/** The known name that a mistyped one most probably meant; undefined when none is near enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(3, Math.floor(name.length / 3)))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of known) {
    const d = distance(name.toLowerCase(), candidate.toLowerCase())
    if (d < bestDistance && candidate !== name) [best, bestDistance] = [candidate, d]
  }
  return best
}
