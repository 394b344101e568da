import type { Counted } from './counted.ts'
import type { State } from './states.ts'

/** What is found of a state. */
export interface Found extends Counted {
  /** what axe says, where it is asked */
  axe?: readonly string[]
}

const isList = ({ name }: State): boolean => /^(clues|shops|subjects|messages|settings|tasks)-/.test(name)
const zoomOf = ({ look }: State): number => look?.zoom ?? 1
const isUsual = (state: State): boolean => state.width === 1366 && zoomOf(state) === 1
const LEAST_ROWS: Record<number, number> = { 1: 12, 1.5: 6, 2: 5 }

interface Measure {
  head: string
  value: (found: Found) => string
  /** whether it falls short of what docs/visual-language.md promises */
  misses: (found: Found, state: State) => boolean
}
export const MEASURES: readonly Measure[] = [
  {
    head: 'cut cells',
    value: ({ cut, cells }) => `${cut}/${cells}`,
    misses: ({ cut }, state) => isUsual(state) && isList(state) && cut > 10,
  },
  {
    head: 'rows',
    value: ({ rows }) => String(rows),
    misses: ({ rows, drawn }, state) =>
      state.width === 1366 && isList(state) && rows < Math.min(drawn, LEAST_ROWS[zoomOf(state)] ?? 0),
  },
  {
    head: 'blue texts',
    value: ({ blue, texts }) => (texts === 0 ? '–' : `${((blue / texts) * 100).toFixed(1)} %`),
    misses: ({ blue, texts }, state) => isUsual(state) && blue > texts * 0.08,
  },
  { head: 'shift', value: ({ shifts }) => shifts.toFixed(3), misses: ({ shifts }) => shifts > 0.02 },
  { head: 'axe', value: ({ axe }) => String(axe?.length ?? '–'), misses: ({ axe }) => (axe?.length ?? 0) > 0 },
]
export const misses = (found: Found, state: State): boolean => MEASURES.some(measure => measure.misses(found, state))
/** A line of the table; what falls short has a sign. */
export const rowOf = (found: Found, state: State): string[] => [
  state.name,
  ...MEASURES.map(({ value, misses: missed }) => (missed(found, state) ? '! ' : '') + value(found)),
]
