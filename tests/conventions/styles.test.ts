import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { codeBelow } from '../../lab/measure/source.ts'
import { checkStyles } from '../../scripts/styles/check.ts'
import { deadSelectors, strayedSheets } from '../../scripts/styles/dead.ts'
import { rawInCode, rawValues } from '../../scripts/styles/raw.ts'
import { parseSheet } from '../../scripts/styles/sheets.ts'
import { undefinedVariables, unusedTokens } from '../../scripts/styles/variables.ts'

const sheet = (text: string, path = 'a/one.css') => parseSheet(path, text)
const source = (text: string, path = 'a/One.tsx') => ({ path, text })
const refused = (declaration: string): boolean => rawValues(sheet(`.one { ${declaration} }`)).length > 0
const refusedInCode = (line: string): boolean => rawInCode(source(line)).length > 0

describe('every measure of the console comes from the table of tokens', () => {
  const report = checkStyles()
  it('in all sheets and code', () => expect(report.refused).toEqual([]))
  it('and a token without a use is known: the scale of prices waits for its picture', () =>
    expect(report.unused.filter(name => !/^(on-)?div-\d$/.test(name))).toEqual([]))
})

describe('a list to choose from', () => {
  it('is the console’s own (Choose, Pick) and not the browser’s, everywhere', () => {
    expect(codeBelow('src').filter(path => readFileSync(path, 'utf8').includes('<select'))).toEqual([])
  })
})

describe('the lint of sheets', () => {
  it.each([
    'padding: 6px',
    'margin: 0 -3px',
    'width: calc(100% - 37px)',
    'width: 6.3em',
    'padding: 1em',
    'width: 12rem',
    'font-size: 9pt',
    'color: #fff',
    'color: white',
    'background: rgb(0 0 0 / 10%)',
    'background: color-mix(in srgb, var(--line) 30%, transparent)',
    'box-shadow: 0 4px 16px var(--line)',
    'transition: opacity 0.1s',
    'animation: late 200ms',
    'transition: opacity var(--m-1) cubic-bezier(0.1, 0.9, 0.3, 1)',
    'z-index: 3',
    'font-weight: 500',
    'border-radius: 4px',
  ])('refuses %s', declaration => expect(refused(declaration)).toBe(true))

  it.each([
    'padding: var(--sp-2) 0 1px',
    'border: 1px solid var(--line)',
    'margin: calc(-1 * var(--sp-3))',
    'width: 12.5em',
    'width: 45vw',
    'width: 210mm',
    'letter-spacing: 0.06em',
    'color: transparent',
    'color: inherit',
    'white-space: nowrap',
    'box-shadow: inset 2px 0 var(--primary)',
    'transition: opacity var(--m-1) var(--ease)',
    'animation-duration: 0s',
    'z-index: var(--z-popup)',
    "content: '12px #fff'",
    'fill: CanvasText',
  ])('takes %s', declaration => expect(refused(declaration)).toBe(false))

  it('takes points on paper, and windows as wide as the breakpoints', () => {
    expect(rawValues(sheet('@media print { .one { font-size: 9pt } }'))).toEqual([])
    expect(rawValues(sheet('@media (max-width: 767px) { .one { color: inherit } }'))).toEqual([])
    expect(rawValues(sheet('@media (max-width: 820px) { .one { color: inherit } }'))).toHaveLength(1)
  })

  it('says where', () => expect(rawValues(sheet('.a {}\n.b {\n  color: #000;\n}'))).toMatchObject([{ line: 3 }]))
})

describe('the lint of code', () => {
  it.each([
    "const INK = '#808080'",
    "fill='#fff'",
    'style={{ top: 48 }}',
    '<Modal width={520}>',
    "const small = '12px sans-serif'",
    "const shade = 'rgb(0 0 0 / 10%)'",
    'style={{ zIndex: 3 }}',
  ])('refuses %s', line => expect(refusedInCode(line)).toBe(true))

  it.each([
    'height: `${size}px`',
    '<Chart width={width}>',
    "href='#main'",
    '// 12px, #ffffff',
    "style={{ top: SIZE['h-header'] }}",
    '<path strokeWidth={2} />',
  ])('takes %s', line => expect(refusedInCode(line)).toBe(false))
})

describe('variables', () => {
  const sheets = [sheet('.a { --row: 1; color: var(--text); height: var(--row); box-shadow: var(--shadow) }')]
  const sources = [source("style={{ '--lines': 3 }} `--calendar-${name}`")]
  it('are defined, by the table, a sheet or code', () => {
    expect(undefinedVariables(sheets, sources, ['text']).map(({ text }) => text)).toEqual([
      '--shadow is defined nowhere',
    ])
    const set = [sheet('.a { width: var(--lines); color: var(--calendar-today); fill: var(--calendars) }')]
    expect(undefinedVariables(set, sources, [])).toMatchObject([{ text: '--calendars is defined nowhere' }])
  })
  it('of the table are told where nothing takes them', () =>
    expect(
      unusedTokens(sheets, [source("SIZE['w-code']"), source('RADIUS.hit')], ['text', 'w-code', 'hit', 'line']),
    ).toEqual(['line']))
})

describe('rules', () => {
  it('match something: what no source mentions is dead', () => {
    const sheets = [sheet('.used, .gone .used {} .tone-error {} .c3 {} .cat {} .ant-btn {} .one:not(.gone) {}')]
    const sources = [source('className={`used one tone-${tone} c${i + 1}`}')]
    expect(deadSelectors(sheets, sources).map(({ text }) => text)).toEqual([
      '.gone .used matches nothing',
      '.cat matches nothing',
    ])
  })
  it('lie beside the components that they are about', () => {
    const sources = [source("import './one.css'; import '../b/two.css'; 'one two'", 'a/One.tsx')]
    const sheets = [
      sheet('.one {} .two {} .far {}', 'a/one.css'),
      sheet('.two {}', 'b/two.css'),
      sheet('', 'a/three.css'),
    ]
    expect(strayedSheets(sheets, sources)).toEqual([
      { path: 'b/two.css', line: 1, text: 'most of its rules are about components of other folders' },
      { path: 'a/three.css', line: 1, text: 'nothing imports it' },
    ])
  })
})
