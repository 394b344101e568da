import { createHash } from 'node:crypto'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a list is known by: whoever has the list can tell that nothing was added or left out. */
export const listHash = (keys: readonly string[]): string => digest(keys.join('\n'))

/**
 * Every key gets a lot that only the seed decides, and the lowest lots are drawn: anybody can draw again with any
 * SHA-256.
 */
export function drawn(seed: string, keys: readonly string[], count: number): string[] {
  const lots = keys.map(key => ({ key, lot: digest(`${seed}:${key}`) }))
  return lots
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key)
}

/** At least one, where there is anything to draw from. */
export const sampleSize = (pool: number, percent: number): number => Math.min(pool, Math.ceil((pool * percent) / 100))
