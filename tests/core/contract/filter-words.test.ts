import { describe, expect, it } from 'vitest'
import {
  bothOf,
  chooses,
  EMPTY,
  exactly,
  hasWords,
  noneOfThese,
  NOT,
  oneOfThese,
  ONLY,
  readWords,
  wordProblem,
  writeWords,
} from '../../../src/core/contract/filter-words.ts'

const CHOICE = { kind: 'dict' } as const
const AREA = { kind: 'area' } as const
const TEXT = { kind: 'text' } as const

/** The same figures whenever the test runs. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % sides
  }
}

describe('words in a filter’s value', () => {
  it('are made for groups, and read from a list or a comma-joined text', () => {
    expect([oneOfThese('1'), oneOfThese(''), oneOfThese('1', '')]).toEqual([['1'], [EMPTY], ['1', EMPTY]])
    expect([noneOfThese('1', '2'), noneOfThese('', '1'), noneOfThese()]).toEqual([
      [NOT, '1', '2'],
      [NOT, '1', EMPTY],
      [],
    ])
    expect(exactly('340400')).toEqual([ONLY, '340400'])
    const mixed = '340400,$not,340402,$only,340400'
    expect(writeWords(readWords(AREA, mixed)).join(',')).toBe(mixed)
    expect(readWords(AREA, mixed.split(','))).toEqual(readWords(AREA, mixed))
  })

  it('are no words within a text, which may hold commas', () => {
    expect(hasWords(TEXT, '甲,$not,乙')).toBe(false)
    expect(hasWords(TEXT, EMPTY)).toBe(true)
    expect(hasWords(TEXT, [NOT, '甲,乙'])).toBe(true)
    expect(readWords(TEXT, [NOT, '甲,乙']).except?.keys).toEqual(['甲,乙'])
    expect(hasWords(CHOICE, ' 1 , $empty ')).toBe(true)
    for (const nothing of ['', ',', [], null, undefined]) expect(readWords(CHOICE, nothing)).toEqual({})
  })

  it('part the keys: what a group holds, the others do not', () => {
    const keys = ['', '1', '2', '3', '4']
    for (const named of [['1'], ['', '2'], ['3', '4', ''], keys]) {
      const groups = [...named.map(key => oneOfThese(key)), noneOfThese(...named)]
      for (const key of keys) expect(groups.filter(value => chooses(CHOICE, value, key))).toHaveLength(1)
    }
    const groups = [exactly('340400'), ['340402'], ['340403'], ['340400', NOT, '340402', '340403', ONLY, '340400']]
    for (const code of ['340400', '340402', '340402003', '340403', '340422001'])
      expect(groups.filter(value => chooses(AREA, value, code))).toHaveLength(1)
    expect(chooses(AREA, groups[3], '340422001')).toBe(true)
  })

  it.each([
    [CHOICE, '$emtpy', '$emtpy', 'unknown'],
    [CHOICE, [ONLY, '1'], ONLY, 'kind'],
    [TEXT, [ONLY, '1'], ONLY, 'kind'],
    [{ kind: 'money' }, [NOT, '1'], NOT, 'kind'],
    [{ kind: 'file' }, EMPTY, EMPTY, 'kind'],
    [CHOICE, NOT, NOT, 'nothing'],
    [CHOICE, ['1', NOT], NOT, 'nothing'],
    [AREA, '$only', ONLY, 'nothing'],
    [AREA, '$only,$not,1', ONLY, 'nothing'],
  ] as const)('of %o are refused in %o', (field, value, word, why) => {
    expect(wordProblem(field, value)).toEqual({ word, why })
  })

  it.each([
    [CHOICE, '1,$empty'],
    [{ kind: 'dict', multiple: true }, [NOT, '1', EMPTY]],
    [{ kind: 'money' }, EMPTY],
    [{ kind: 'date' }, [NOT, EMPTY]],
    [AREA, [NOT, ONLY, '340400']],
    [TEXT, ['$99的店', NOT, '甲']],
  ] as const)('of %o are right in %o', (field, value) => {
    expect(wordProblem(field, value)).toBeUndefined()
  })

  it('of a text begin with their mark by chance, unless somebody wrote them on purpose', () => {
    expect(wordProblem(TEXT, '$99')).toBeUndefined()
    expect(wordProblem(TEXT, '$99', true)).toEqual({ word: '$99', why: 'unknown' })
  })

  it.each([
    ['choices', CHOICE, ['', '1', '2', '3']],
    ['areas', AREA, ['', '340000', '340400', '340402', '340402003', '340403', '350000', '350100']],
  ] as const)('of two filters by %s together choose what both choose', (_what, field, keys) => {
    const roll = dice(11)
    const some = (): string[] => keys.filter(() => roll(3) === 0)
    const drawn = (): string[] => {
      const [among, except] = [some(), some()]
      const only = field === AREA ? some().filter(key => key !== '') : []
      const shape = roll(4)
      if (shape === 0) return noneOfThese(...except)
      const said = oneOfThese(...among)
      return [
        ...said,
        ...(only.length > 0 && roll(2) === 0 ? [ONLY, ...only] : []),
        ...(shape === 1 ? noneOfThese(...except) : []),
      ]
    }
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [drawn(), drawn()]
      const both = bothOf(field, a, b)
      const chosen = keys.filter(key => chooses(field, a, key) && chooses(field, b, key))
      const what = JSON.stringify([a, b, both])
      if (both === false) expect(chosen, what).toEqual([])
      else
        expect(
          keys.filter(key => chooses(field, both, key)),
          what,
        ).toEqual(chosen)
    }
  })

  it('of two filters together are said by no value of a field with several, nor with a part of a text', () => {
    const several = { kind: 'dict', multiple: true } as const
    expect(bothOf(several, '1', '2')).toBeUndefined()
    expect(bothOf(several, '1', [NOT, '2'])).toEqual(['1', NOT, '2'])
    expect(bothOf(several, '1', '1')).toEqual(['1'])
    expect(bothOf(TEXT, '药房', ['大药房'])).toBeUndefined()
    expect(bothOf(TEXT, ['药房'], EMPTY)).toBe(false)
  })
})
