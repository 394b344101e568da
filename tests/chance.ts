import { seeded } from '../scripts/bench/random-sets.ts'

/** What a test draws is the same each time, and something else with `SEED=…`. */
export const chance = (): (() => number) => seeded(Number(process.env['SEED'] ?? 203_484))
