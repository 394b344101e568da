import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { tokensOf, type Tokens } from '../../../src/console/theme/tokens.ts'

/** Colours that letters have, and what they stand on. */
const LETTERS = ['text', 'textWeak', 'textFaint', 'primary', 'success', 'warning', 'error', 'processing'] as const
const GROUNDS = ['surface', 'canvas', 'raised', 'hover', 'primarySoft'] as const

interface Colours {
  Color: new () => { parseString(text: string): void }
  getContrast(ground: unknown, letters: unknown): number
}
const { color } = (axe as unknown as { commons: { color: Colours } }).commons
const parsed = (text: string): unknown => {
  const one = new color.Color()
  one.parseString(text)
  return one
}

const tooPale = (tokens: Tokens): string[] =>
  LETTERS.flatMap(letters =>
    GROUNDS.flatMap(ground => {
      const ratio = color.getContrast(parsed(tokens[ground]), parsed(tokens[letters]))
      return ratio < 4.5 ? [`${letters} on ${ground}: ${ratio.toFixed(2)}`] : []
    }),
  )

describe('letters', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const weak of [false, true])
      it(`are told from all they stand on in ${theme}${weak ? ' for the colour-weak' : ''} (4.5 to 1)`, () => {
        expect(tooPale(tokensOf({ theme, weak }))).toEqual([])
      })
})
