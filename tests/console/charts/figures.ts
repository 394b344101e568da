import type { DimensionFacts, FigureRow, Figures, MeasureFacts } from '../../../src/core/contract/statistics.ts'
import type { PictureProps } from '../../../src/console/charts/pictures.ts'

export const CLUES: MeasureFacts = { name: 'clues', label: '线索数', kind: 'count', unit: '件' }
export const RATE: MeasureFacts = { name: 'rate', label: '办结率', kind: 'share', digits: 1, better: 'up' }
export const PLATFORM: DimensionFacts = { name: 'platform', label: '平台', kind: 'text' }
export const MONTH: DimensionFacts = { name: 'month', label: '月份', kind: 'time', grain: 'month' }
export const STATE: DimensionFacts = { name: 'state', label: '状态', kind: 'dict', dict: 'state' }

export const group = (label: string, values: FigureRow['values'], more: Partial<FigureRow> = {}): FigureRow => ({
  keys: [label],
  labels: [label],
  values,
  filters: { platform: label },
  ...more,
})

/** Figures by one dimension; the total is counted by itself and is no sum. */
export const figuresOf = (rows: FigureRow[], more: Partial<Figures> = {}): Figures => ({
  asOf: '2026-11-22 10:00:00',
  measures: ['clues'],
  by: ['platform'],
  rows,
  total: { keys: [], labels: [], values: [999], filters: {} },
  list: { page: '/clues', filters: { kept: 1 } },
  filters: { clues: {} },
  ...more,
})

export const propsOf = (figures: Figures, more: Partial<PictureProps> = {}): PictureProps => ({
  figures,
  measures: [CLUES, RATE],
  dimensions: [PLATFORM, MONTH, STATE],
  entries: () => undefined,
  width: 600,
  height: 240,
  options: {},
  onOpen: () => undefined,
  ...more,
})

/** The same numbers every time: xorshift, from 0 up to 1. */
export function randomOf(seed: number): () => number {
  let state = seed || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
