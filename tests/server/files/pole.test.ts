import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../../src/server/files/outline.ts'
import { poleOf } from '../../../src/server/files/pole.ts'

type Ring = [number, number][]
const box = (left: number, top: number, right: number, bottom: number): Ring => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
]

describe('where a name stands on an area', () => {
  it('is the middle of a square, with half of its side around it', () => {
    expect(poleOf([box(0, 0, 100, 100)])).toEqual({ x: 50, y: 50, r: 50 })
  })

  it('is inside a hook, where the middle of its box is not', () => {
    const hook: Ring = [
      [0, 0],
      [20, 0],
      [20, 160],
      [200, 160],
      [200, 200],
      [0, 200],
      [0, 0],
    ]
    const pole = poleOf([hook])!
    // in the thicker of both arms
    expect(Math.abs(pole.y - 180)).toBeLessThanOrEqual(1)
    expect(Math.abs(pole.r - 20)).toBeLessThanOrEqual(1)
  })

  it('is on the largest of several islands, and never in a hole', () => {
    expect(poleOf([box(0, 0, 20, 20), box(100, 0, 200, 100)])).toMatchObject({ x: 150, y: 50, r: 50 })
    const ringed = poleOf([box(0, 0, 100, 100), box(10, 10, 90, 70)])!
    expect(ringed.y).toBeGreaterThan(70)
    expect(ringed.r).toBe(15)
  })

  it('is the dot itself of what is too small to have an inside', () => {
    expect(poleOf([])).toBeUndefined()
    const feature = (coordinates: Ring[]) => ({ geometry: { type: 'Polygon', coordinates } })
    const { parts } = outlineOf([feature([box(110, 30, 120, 40)]), feature([box(111, 31, 111.0001, 31.0001)])])
    expect(parts[1]).toMatchObject({ r: 0 })
    expect(parts[1]!.d).toMatch(/^M.+h2v2h-2z$/)
  })
})
