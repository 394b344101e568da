import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../../src/server/files/outline.ts'

const box = (left: number, top: number, right: number, bottom: number): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
]
const land = [box(100, 40, 120, 20), box(110, 6, 111, 5)]
const feature = (rings: [number, number][][], level: string) => ({
  properties: { level },
  geometry: { type: 'MultiPolygon', coordinates: rings.map(ring => [ring]) },
})

describe('the drawing of a map', () => {
  it('has apart what its lines lead around far away, and is as large as the largest pieces of its parts', () => {
    const { width, height, inset } = outlineOf([feature(land, 'province'), feature([box(108, 22, 118, 3)], 'line')])
    const whole = outlineOf([feature(land.slice(0, 1), 'province')])
    expect([width, height]).toEqual([whole.width, whole.height])
    expect(inset!.x).toBeGreaterThan(0)
    expect(inset!.y).toBeLessThan(height)
    expect(inset!.y + inset!.height).toBeGreaterThan(height)
  })

  it('is of all its pieces where no line leads around them, or the line does not go beyond', () => {
    expect(outlineOf([feature(land, 'province')])).not.toHaveProperty('inset')
    expect(outlineOf([feature(land, 'province'), feature([box(105, 30, 110, 25)], 'line')])).not.toHaveProperty('inset')
  })
})
