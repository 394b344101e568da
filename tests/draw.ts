import { seeded } from '../scripts/bench/random-sets.ts'

/** Everywhere but in CI, which has a quarter of an hour: it draws of what takes long and proves the same of many. */
export const isWhole = process.env['CI'] === undefined

/** What a run draws is drawn again with `DRAW=…`, which `npm test` prints. */
const SEED = Number(process.env['DRAW'] ?? Math.floor(Math.random() * 1e6))

const numberOf = (text: string): number => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, SEED)

/** So many of them, in their order, in CI; all of them elsewhere. `of`: what they are. */
export function drawn<T>(all: readonly T[], many: number, of: string): T[] {
  if (isWhole) return [...all]
  const random = seeded(numberOf(of))
  const [...taken] = all.map((_, at) => ({ at, by: random() })).sort((a, b) => a.by - b.by)
  return taken
    .slice(0, many)
    .sort((a, b) => a.at - b.at)
    .map(({ at }) => all[at] as T)
}
