import { describe, expect, it } from 'vitest'
import { contrast } from '../../../src/core/model/own-colours.ts'
import { CATEGORIES, DIVERGENCE, OTHER, SEQUENCE } from '../../../src/console/theme/chartColours.ts'
import { tokensOf, variablesOf } from '../../../src/console/theme/tokens.ts'
import { distance, SIGHTS, type Sight } from './vision.ts'

const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other): [T, T] => [one, other]))
const tooNear = (colours: readonly (readonly [string, string])[], least: number, sights = SIGHTS): string[] =>
  colours.flatMap(([one, other]) =>
    sights.flatMap(sight => {
      const apart = distance(one, other, sight)
      return apart < least ? [`${one} ${other} ${sight}: ${apart.toFixed(1)}`] : []
    }),
  )
const next = (colours: readonly string[]): [string, string][] =>
  colours.slice(1).map((colour, i) => [colours[i] ?? '', colour])

describe('distances of colours', () => {
  it('are measured as published: the same is 0, black and white 100, red and green near for the red-blind', () => {
    expect(distance('#1659c7', '#1659c7', 'protan')).toBe(0)
    expect(distance('#000000', '#ffffff', 'normal')).toBeCloseTo(100, 3)
    const near = (sight: Sight) => distance('#c02a2a', '#5c6b00', sight)
    expect(near('normal')).toBeGreaterThan(15)
    expect(near('deutan')).toBeLessThan(10)
  })
})

describe.each(['light', 'dark'] as const)('colours of charts in %s', theme => {
  const { surface } = tokensOf({ theme, weak: false })
  it('are told apart by everybody, each from each', () => expect(tooNear(pairsOf(CATEGORIES[theme]), 10)).toEqual([]))
  it('are seen on their ground, the rest too (3 to 1)', () =>
    expect([...CATEGORIES[theme], OTHER[theme]].filter(colour => contrast(colour, surface) < 3)).toEqual([]))
  it('have steps that everybody tells from the next', () => {
    expect(tooNear(next(SEQUENCE[theme]), 9)).toEqual([])
    expect(tooNear(next(DIVERGENCE[theme]), 13)).toEqual([])
  })
  it('have letters on them that are read', () => {
    const all = variablesOf({ theme, density: 'default', weak: false })
    const pale = Object.keys(all).filter(
      name => /^(step|div)-\d$/.test(name) && contrast(all[name]!, all[`on-${name}`]!) < 4.5,
    )
    expect(pale).toEqual([])
  })
})
