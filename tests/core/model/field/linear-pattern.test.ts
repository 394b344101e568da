import { describe, expect, it } from 'vitest'
import { linearPattern } from '../../../../src/core/model/field/linear-pattern.ts'

/** Patterns of the kinds that people write, and texts near to what they are for. */
const PATTERNS = [
  '^[一-鿿](ICP备\\d{6,10}号(-\\d+)?|ICP证\\d+号|B2-\\d{8})$',
  '^([0-9A-Za-z一-鿿]([0-9A-Za-z一-鿿-]*[0-9A-Za-z一-鿿])?\\.)+[A-Za-z一-鿿]{2,}$',
  '^[^,，]+$',
  '^\\S+$',
  '\\s',
  '^[\\s\\d]+$',
  '[^\\s，]{3}',
  '\\u56fd药|\\bab\\b',
  '^(#[0-9A-Fa-f]{3}|rgba?\\([0-9., ]+\\))$',
]
const PARTS = [
  '皖',
  'ICP备',
  'B2-',
  '12345678',
  '号',
  '-1',
  'a',
  'ab',
  '.',
  'cn',
  ',',
  '，',
  ' ',
  '\u3000',
  '\u00a0',
  '\n',
]
const MORE = ['', '国药', '#fff', 'rgb(1, 2)', '😀', '\ufeff']
const TEXTS = [...PARTS, ...MORE].flatMap(one =>
  [...PARTS, ...MORE].flatMap(two => [one + two, one + two + one, `皖${one}${two}号`, `${two}.${one}cn`]),
)

describe('a pattern', () => {
  it.each(PATTERNS)('%s finds what JavaScript finds', pattern => {
    const linear = linearPattern(pattern)
    const expected = new RegExp(pattern, 'u')
    expect(TEXTS.filter(text => linear?.isIn(text) !== expected.test(text))).toEqual([])
    const places = (text: string) =>
      [...text.matchAll(new RegExp(pattern, 'gu'))]
        .filter(([word]) => word !== '')
        .map(({ 0: word, index }) => ({ from: index, to: index + word.length }))
    for (const text of TEXTS) expect([text, linear?.placesIn(text, 99)]).toEqual([text, places(text)])
  })

  it('comes to an end on every text, where JavaScript tries one way after another for years', () => {
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*a*a*a*a*$', '(a*)*b', '^(([a-z])+.)+[A-Z]$'])
      expect([pattern, linearPattern(pattern)?.isIn(`${'a'.repeat(3000)}!`)]).toEqual([pattern, false])
  })

  it('is none where it asks for more than that, or is no pattern', () => {
    for (const pattern of ['(?=a)b', '(?!a)b', '(?<=a)b', '(a)\\1', '(?<n>a)\\k<n>', 'a{2000}', '[0-9', '('])
      expect([pattern, linearPattern(pattern)]).toEqual([pattern, undefined])
  })
})
