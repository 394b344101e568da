import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Rules of the specification by section, as they were counted when the product was ordered. */
const RULES = readFileSync(join(import.meta.dirname, 'rules.txt'), 'utf8')
  .trim()
  .split('\n')
  .map(line => line.split(' '))
  .map(([section = '', ...ids]) => ({ section, ids }))
const all = RULES.flatMap(({ ids }) => ids)

/** What a test or a group of tests is called: the text that a function follows. */
const TITLE = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?(?:\(|\w+\s*=>|function\b|\w+\))/g
const titlesIn = (text: string): string[] => [...text.matchAll(TITLE)].map(([, , title = '']) => title)
const ID = /\bR\d\.\d\d\b/g

describe('rules of the specification', () => {
  const titles = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.endsWith('rules.test.ts'))
    .flatMap(path => titlesIn(readFileSync(join('tests', path), 'utf8')))
  const proved = new Set(titles.flatMap(title => title.match(ID) ?? []))
  const explained = new Set(readFileSync('docs/assumptions.md', 'utf8').match(ID) ?? [])

  it('are known, each once', () => {
    expect(all.length).toBe(72)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(RULES)(
    'of $section are named by what proves them, or docs/assumptions.md says why nothing does',
    ({ ids }) => {
      expect(ids.filter(id => !proved.has(id) && !explained.has(id))).toEqual([])
    },
  )

  it('are the only ones that a test names', () => {
    expect([...proved].filter(id => !all.includes(id)).sort()).toEqual([])
  })

  it('are read off titles alone', () => {
    const text = [
      "it('R1.01 says so', () => {",
      "const a = 'R1.02'",
      "it.each(['R1.03'])(",
      "  'R1.04 of %s',",
      '  async x => {',
    ].join('\n')
    expect(titlesIn(text).flatMap(title => title.match(ID) ?? [])).toEqual(['R1.01', 'R1.04'])
  })
})
