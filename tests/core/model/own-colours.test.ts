import { describe, expect, it } from 'vitest'
import { contrast, lowContrast, ownColours, READABLE, readableShade } from '../../../src/core/model/own-colours.ts'
import { dark, light } from '../../../src/core/model/palette.ts'

/** Every colour of a grid of the whole cube. */
const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const ALL = STEPS.flatMap(red => STEPS.flatMap(green => STEPS.map(blue => `#${red}${green}${blue}`)))

describe('colours of a customer', () => {
  it('measures contrast as the guidelines have it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast(light.primary, light.surface)).toBeGreaterThan(READABLE)
  })

  it('leaves what can be read, and names the nearest shade of what cannot', () => {
    expect(lowContrast('primary', '#9c1f2e')).toBeUndefined()
    expect(lowContrast('primary', '#ffff00')).toBeLessThan(1.2)
    for (const colour of ALL)
      for (const name of ['primary', 'header'] as const)
        expect(lowContrast(name, readableShade(name, colour)), `${name} ${colour}`).toBeUndefined()
    expect(readableShade('primary', '#9c1f2e')).toBe('#9c1f2e')
  })

  it('can be read in both themes wherever they stand, whichever they are', () => {
    for (const given of ALL) {
      const primary = readableShade('primary', given)
      const header = readableShade('header', given)
      for (const [theme, own] of Object.entries(ownColours({ primary, header }))) {
        const all = { ...(theme === 'dark' ? dark : light), ...own }
        const pairs = [
          ...[all.surface, all.canvas, all.raised, all.hover, all.primarySoft].map(ground => [all.primary, ground]),
          [all.primaryHover, all.surface],
          [all.onPrimary, all.primaryFill],
          [all.onPrimary, all.primaryFillHover],
          [all.headerText, all.header],
        ]
        for (const [letters = '', ground = ''] of pairs)
          expect(contrast(letters, ground), `${given} ${theme} ${letters} on ${ground}`).toBeGreaterThanOrEqual(
            READABLE,
          )
      }
    }
  })

  it('are ours where the customer has none', () => {
    expect(ownColours({})).toEqual({ light: {}, dark: {} })
    expect(Object.keys(ownColours({ header: '#6d1420' }).light)).toEqual(['header'])
  })
})
