import type { DictionaryEntries } from '../../../core/contract/configuration.ts'

/** Number of colours that can be told apart. */
export const COLOURS = 8
const TONES = ['success', 'processing', 'warning', 'error', 'default']

/**
 * Class of each series or category: colours by meaning where every one has a tone of its own, else one after the
 * other. `chosen`: key → tone, as the YAML says it.
 */
export function classesOf(
  keys: readonly string[],
  entries: DictionaryEntries | undefined,
  chosen: Record<string, unknown> = {},
): string[] {
  const tones = keys.map(key => toneOf(bare(key), entries, chosen))
  const isTold = keys.length > 1 && tones.every(tone => tone !== undefined) && new Set(tones).size === keys.length
  return keys.map((_, i) => (isTold ? `tone-${tones[i]}` : `c${(i % COLOURS) + 1}`))
}
const bare = (key: string): string => key.replace(/^(key|rest):/, '')

function toneOf(
  key: string,
  entries: DictionaryEntries | undefined,
  chosen: Record<string, unknown>,
): string | undefined {
  const own = chosen[key]
  const tone = typeof own === 'string' ? own : entries?.find(([one]) => one === key)?.[2]
  return tone !== undefined && TONES.includes(tone) ? tone : undefined
}
