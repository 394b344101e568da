import type { AtRule, Declaration } from 'postcss'
import { BREAKPOINTS } from '../../src/console/theme/scale.ts'
import { isOnPaper, lineOf, type Finding, type Sheet, type Source } from './sheets.ts'

const NAMED =
  /\b(aqua|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|tan|teal|tomato|violet|wheat|white|yellow)\b/i
const COLOURED = /^(color|background|border|outline|fill|stroke|box-shadow|text-shadow|accent-color|caret-color)/
const WIDTH = /^((min-|max-)?width|flex|flex-basis|grid-template-columns|text-indent|letter-spacing)$/

interface Rule {
  /** what to write instead */
  instead: string
  isBroken(value: string, property: string, declaration: Declaration): boolean
}

const lengths = (value: string, unit: string): number[] =>
  [...value.matchAll(new RegExp(`(?<![\\w.-])-?(\\d*\\.?\\d+)${unit}(?![\\w%])`, 'g'))].map(([, length]) =>
    Number(length),
  )

/** Each holds one declaration; values are without strings and addresses. */
const RULES: Rule[] = [
  {
    instead: 'a token of theme/scale.ts; of pixels only 0, 1 and 2',
    isBroken: value => lengths(value, 'px').some(length => ![0, 1, 2].includes(length)),
  },
  {
    instead: 'em in whole or half characters, for widths of what holds words, or a token',
    isBroken: (value, property) =>
      lengths(value, 'em').some(
        length => !WIDTH.test(property) || (property !== 'letter-spacing' && !Number.isInteger(2 * length)),
      ),
  },
  { instead: 'em or a token', isBroken: value => /\d(rem|ch|ex|in|cm|pc|lh|rlh|Q)(?![\w%])/.test(value) },
  {
    instead: 'a token: millimetres and points are for paper',
    isBroken: (value, _property, declaration) => lengths(value, 'pt').length > 0 && !isOnPaper(declaration),
  },
  {
    instead: 'a colour of core/model/palette.ts',
    isBroken: (value, property) =>
      /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\(/i.test(value)
      || (COLOURED.test(property) && NAMED.test(value.replace(/var\([^)]*\)/g, ''))),
  },
  {
    instead: 'var(--m-…) and var(--ease)',
    isBroken: value => [...lengths(value, 'm?s')].some(time => time !== 0) || value.includes('cubic-bezier('),
  },
  {
    instead: 'var(--z-…)',
    isBroken: (value, property) => property === 'z-index' && !/^(auto|0|(calc\(-1 \* )?var\(--z-)/.test(value),
  },
  {
    instead: 'one of the two weights, 400 and 600',
    isBroken: (value, property) => property === 'font-weight' && !/^(400|600|inherit)$/.test(value),
  },
]

const bare = (value: string): string => value.replace(/url\([^)]*\)|'[^']*'|"[^"]*"/g, '')

/** Declarations of a sheet that say a measure themselves instead of taking it from the table of tokens. */
export function rawValues({ path, root }: Sheet): Finding[] {
  const found: Finding[] = []
  root.walkDecls(declaration => {
    const { prop, value } = declaration
    for (const { instead, isBroken } of RULES)
      if (isBroken(bare(value), prop, declaration))
        found.push({ path, line: lineOf(declaration), text: `${prop}: ${value} – ${instead}` })
  })
  root.walkAtRules(/^(media|container)$/, rule => {
    if (!areKnown(rule)) found.push({ path, line: lineOf(rule), text: `@${rule.name} ${rule.params} – BREAKPOINTS` })
  })
  return found
}

/** A window is as wide as a breakpoint, or one pixel less; a container has widths of its own. */
const areKnown = ({ name, params }: AtRule): boolean =>
  name === 'container'
  || lengths(params, 'px').every(width => BREAKPOINTS.some(point => width === point || width === point - 1))

/** Measures in code: colours and pixels in texts, numbers as sizes of elements. */
const IN_CODE = [
  /['"`][^'"`\n]*(?<![\w&])#[\da-f]{6}\b/i,
  /['"`]#[\da-f]{3}['"`]/i,
  /['"`][^'"`\n]*\brgba?\(/,
  /['"`][^'"`\n]*(?<![\w.}])(?!0px|1px|2px)\d+(\.\d+)?px\b/,
  /\bstyle=\{\{[^}]*:\s*-?(?!0\b|1\b|2\b)\d/,
  /\b(width|height|size|fontSize|gap)=\{(?!0\}|1\}|2\})\d/,
  /\bzIndex:\s*\d/,
]

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line)

/** Lines of a source that say a measure themselves. */
export const rawInCode = ({ path, text }: Source): Finding[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      !isComment(line) && IN_CODE.some(pattern => pattern.test(line)) ? [{ path, line: i + 1, text: line.trim() }] : [],
    )
