import { describe, expect, it } from 'vitest'
import { chance } from '../../chance.ts'
import { withheldOf, type Cell, type Line } from '../../../src/core/statistics/withheld.ts'

const LEAST = 5
const random = chance()
const cells = (...rows: number[]): Cell[] => rows.map(count => ({ rows: count }))
const sumOf = (some: readonly Cell[]): number => some.reduce((all, { rows }) => all + rows, 0)
const told = (...rows: number[]): (number | null)[] => {
  const line = cells(...rows)
  const held = withheldOf([{ cells: line }], LEAST)
  return line.map(cell => (held.has(cell) ? null : cell.rows))
}

describe('groups that are too small to be told', () => {
  it('are none where each is big enough or empty', () => {
    expect(told(5, 0, 9)).toEqual([5, 0, 9])
    expect(told()).toEqual([])
  })

  it('take the smallest other one with them, so that the total less the others does not give them away', () => {
    expect(told(3, 20, 7, 0)).toEqual([null, 20, null, 0])
  })

  it('stand alone where they have enough rows together', () => {
    expect(told(3, 4, 20)).toEqual([null, null, 20])
    expect(told(1, 2, 20, 30)).toEqual([null, null, null, 30])
  })

  it('take the sum with them where nothing else is left', () => {
    const line = cells(3, 0)
    const sum = { rows: 3 }
    expect(withheldOf([{ cells: line, sum }], LEAST)).toEqual(new Set([line[0], sum]))
  })

  it('are never found by taking what is told from what is told, in lines and columns of random tables', () => {
    for (let i = 0; i < 500; i++) {
      const [width, height] = [2 + (i % 4), 2 + (i % 3)]
      const table = Array.from({ length: height }, () =>
        cells(...Array.from({ length: width }, () => Math.floor(random() * 4) * Math.floor(random() * 9))),
      )
      const across = table.map(line => ({ rows: sumOf(line) }))
      const columns = Array.from({ length: width }, (_, x) => table.map(line => line[x]!))
      const down = columns.map(column => ({ rows: sumOf(column) }))
      const all = { rows: sumOf(across) }
      const lines: Line<Cell>[] = [
        ...table.map((line, y) => ({ cells: line, sum: across[y] })),
        ...columns.map((column, x) => ({ cells: column, sum: down[x] })),
        { cells: across, sum: all },
        { cells: down, sum: all },
      ]
      const held = withheldOf(lines, LEAST)
      for (const { cells: line, sum } of lines) {
        const gone = line.filter(cell => held.has(cell))
        for (const { rows } of line.filter(cell => !held.has(cell))) expect(rows === 0 || rows >= LEAST).toBe(true)
        if (gone.length === 0) expect(sum && held.has(sum) && sumOf(line) > 0).not.toBe(true)
        else if (!sum || !held.has(sum))
          expect(gone.length > 1 && sumOf(gone) >= LEAST, JSON.stringify(line)).toBe(true)
      }
    }
  })
})
