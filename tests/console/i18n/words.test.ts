import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { headOf, setTexts } from '../../../src/console/i18n/t.ts'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesOf(path) : /\.tsx?$/.test(path) ? [path] : []
  })
const english = (file: string): string[] =>
  Object.keys((parse(readFileSync(file, 'utf8')) as { texts: Record<string, string> }).texts)

/** t('…') and t(a ? '…' : '…'): every literal that is in the call. */
function spoken(source: string): string[] {
  return [...source.matchAll(/\bt\(((?:[^()'`]|'[^']*')*?)[),]/g)].flatMap(call =>
    [...(call[1] ?? '').matchAll(/'([^']*)'/g)].map(text => text[1] ?? ''),
  )
}

describe('R1.04 the console speaks English completely', () => {
  it('has an entry for every text that it says', () => {
    const known = new Set(
      ['base/locales', 'schemas/locales'].flatMap(folder =>
        readdirSync(folder)
          .filter(file => /^en(\.|$)/.test(file))
          .flatMap(file => english(join(folder, file))),
      ),
    )
    const missing = [...filesOf('src/console'), ...filesOf('src/supervision/console')].flatMap(file =>
      spoken(readFileSync(file, 'utf8'))
        .filter(text => /\p{Script=Han}/u.test(text) && !known.has(text))
        .map(text => `${file}: ${text}`),
    )
    expect([...new Set(missing)]).toEqual([])
  })
})

describe('the head of a column', () => {
  afterEach(() => setTexts(undefined))

  it('says the unit of its numbers, apart from a label in letters', () => {
    expect(headOf({ label: '金额', unit: '元' })).toBe('金额(元)')
    setTexts({ 金额: 'Amount', 元: 'yuan' })
    expect(headOf({ label: '金额', unit: '元' })).toBe('Amount (yuan)')
    expect(headOf({ label: '金额' })).toBe('Amount')
    // what is counted without a word
    setTexts({ 线索数: 'Clues', 件: '' })
    expect(headOf({ label: '线索数', unit: '件' })).toBe('Clues')
  })
})
