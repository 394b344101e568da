import { describe, expect, it } from 'vitest'
import { contrast } from '../../../src/core/model/own-colours.ts'
import { FIXED, lettersOn, tokensOf, type Tokens } from '../../../src/console/theme/tokens.ts'
import { WALL } from '../../../src/console/theme/wall.ts'

type Name = keyof Tokens
/** Colours that letters have, and what they stand on. */
const LETTERS = ['text', 'textWeak', 'textFaint', 'primary', 'success', 'warning', 'error', 'processing'] as const
const GROUNDS = ['surface', 'canvas', 'raised', 'hover', 'primarySoft'] as const
const PAIRS: [Name, Name][] = [
  ...LETTERS.flatMap(letters => GROUNDS.map((ground): [Name, Name] => [letters, ground])),
  ['primaryHover', 'surface'],
  ['text', 'found'],
  ['onPrimary', 'primaryFill'],
  ['onPrimary', 'primaryFillHover'],
  ['onBadge', 'badge'],
  ['onBadge', 'badgeSoft'],
  ['headerText', 'header'],
  ['errorInk', 'errorSoft'],
  ['warningInk', 'warningSoft'],
  ['successInk', 'successSoft'],
  ['infoInk', 'infoSoft'],
  ['neutralInk', 'neutralSoft'],
]
/** Edges of what is typed into, on what they stand on. */
const EDGES: [Name, Name][] = [
  ['control', 'surface'],
  ['control', 'canvas'],
  ['control', 'raised'],
]

const tooPale = (tokens: Tokens, pairs: [Name, Name][], least: number): string[] =>
  pairs.flatMap(([letters, ground]) => {
    const ratio = contrast(tokens[letters], tokens[ground])
    return ratio < least ? [`${letters} on ${ground}: ${ratio.toFixed(2)}`] : []
  })

describe('letters', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const weak of [false, true]) {
      const tokens = tokensOf({ theme, weak })
      const who = `${theme}${weak ? ' for the colour-weak' : ''}`
      it(`are told from all they stand on in ${who} (4.5 to 1)`, () => expect(tooPale(tokens, PAIRS, 4.5)).toEqual([]))
      it(`stand in fields whose edge is seen in ${who} (3 to 1)`, () => expect(tooPale(tokens, EDGES, 3)).toEqual([]))
    }
  for (const [light, wall] of Object.entries(WALL))
    it(`are told from all of the ground of a wall in ${light} (4.5 to 1)`, () => {
      for (const letters of [wall.text, wall.textWeak, wall.success, wall.warning, wall.error])
        for (const ground of [wall.edge, wall.middle, wall.ground])
          expect(contrast(letters, ground), `${letters} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      for (const bar of [wall.bar, wall.barDeep, wall.other])
        for (const ground of [wall.edge, wall.ground])
          expect(contrast(bar, ground), `${bar} on ${ground}`).toBeGreaterThanOrEqual(2.5)
      for (const step of wall.steps) expect(contrast(lettersOn(step), step)).toBeGreaterThanOrEqual(4.5)
    })
  it('are told from paper', () => {
    expect(contrast(FIXED['ink-weak'], FIXED.paper)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(FIXED.ink, FIXED['paper-soft'])).toBeGreaterThanOrEqual(4.5)
  })
})
