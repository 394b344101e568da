import { createHash } from 'node:crypto'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Hash of a list of keys: proves that the list was not changed. */
export const listHash = (keys: readonly string[]): string => digest(keys.join('\n'))

/** Draws keys: each gets a lot computed by SHA-256 from seed and key, and the lowest lots win. Anyone can repeat it. */
export function drawn(seed: string, keys: readonly string[], count: number): string[] {
  const lots = keys.map(key => ({ key, lot: digest(`${seed}:${key}`) }))
  return lots
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key)
}

/** At least one, if the pool is not empty. */
export const sampleSize = (pool: number, percent: number): number => Math.min(pool, Math.ceil((pool * percent) / 100))
