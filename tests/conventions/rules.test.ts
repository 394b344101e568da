import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ID, RULES, testFiles, titlesIn } from './rules.ts'

const all = RULES.flatMap(({ ids }) => ids)

/** A test that never runs proves nothing, and one beside which all others are left out hides them. */
const LEFT_OUT = /(?<!return )\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|only|fails)\b|\b(?:skip|todo|only): true\b/

describe('rules of the specification', () => {
  const files = testFiles()
  const titles = files.flatMap(({ text }) => titlesIn(text))
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

  it('are proved by tests that run', () => {
    expect(files.filter(({ text }) => LEFT_OUT.test(text)).map(({ path }) => path)).toEqual([])
    const left = [
      "it.skip('R1.01', () => {",
      'describe.todo(',
      "it.skip.each([1])('R1.01', x =>",
      "it('R1.01', { skip: true },",
    ]
    expect(left.filter(text => !LEFT_OUT.test(text))).toEqual([])
    expect(LEFT_OUT.test("it.skipIf(noPostgres)('R1.01', () => {")).toBe(false)
  })

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
