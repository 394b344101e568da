import { describe, expect, it } from 'vitest'
import type { BoardWidget } from '../../../../src/core/contract/configuration.ts'
import { figureRows } from '../../../../src/console/pages/dashboard/figureRows.ts'

const widget = (text: string, at: number): BoardWidget => {
  const [kind = '', width, height] = text.split(' ')
  return { name: `w${at}`, widget: kind, width: Number(width), height: Number(height) } as BoardWidget
}
const rowsOf = (...texts: string[]) => {
  const { rows, others } = figureRows(texts.map(widget))
  return [rows.map(row => row.map(({ name }) => name)), others.map(({ name }) => name)]
}

describe('figures at the top of a board', () => {
  it('are one card for each row that they fill', () => {
    expect(rowsOf('kpi 6 2', 'kpi 6 2', 'map 6 9', 'kpi 6 2')).toEqual([[['w0', 'w1']], ['w2', 'w3']])
    expect(rowsOf('kpi 3 2', 'kpi 3 2', 'kpi 6 2', 'kpi 4 3', 'kpi 8 3')).toEqual([
      [
        ['w0', 'w1', 'w2'],
        ['w3', 'w4'],
      ],
      [],
    ])
  })

  it.each([
    ['kpi 6 2', 'map 6 2'],
    ['kpi 4 2', 'kpi 4 2', 'bar 4 2'],
    ['kpi 6 2', 'kpi 6 3'],
    ['kpi 6 2', 'kpi 8 2'],
    ['kpi 12 2', 'bar 12 4'],
    ['kpi 6 2'],
  ])('stay apart where they fill no row alone: %s', (...texts) => {
    expect(rowsOf(...texts)[0]).toEqual([])
  })
})
