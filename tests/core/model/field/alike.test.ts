import { describe, expect, it } from 'vitest'
import { alike, patternOf, waysOf, wordsOf } from '../../../../src/core/model/field/alike.ts'
import { cleaned, storedWays } from '../../../../src/core/model/field/clean.ts'
import { readerOf } from '../../../../src/core/model/field/values.ts'

const same: [string, string][] = [
  ['淮南（大通）茶叶店', '淮南(大通)茶叶店'],
  ['淮南【大通】店', '淮南[大通]店'],
  ['ＡＢＣ', 'abc'],
  ['Good  Food', 'goodfood'],
  ['好\u200b店\u2060\u00ad', '好店'],
  ['张 三\u3000', '张三'],
  ['甲—乙', '甲-乙'],
  ['甲・乙', '甲·乙'],
]

describe('texts that read the same', () => {
  it.each(same)('%j and %j are alike, and a pattern of either finds the other', (one, other) => {
    expect(alike(one)).toBe(alike(other))
    for (const [term, stored] of [
      [one, other],
      [other, one],
    ] as const)
      expect(new RegExp(patternOf(term), 'u').test(`前${stored}后`)).toBe(true)
  })
  it('others are not', () => {
    expect(alike('甲店')).not.toBe(alike('甲店2'))
    expect(new RegExp(patternOf('a.b')).test('axb')).toBe(false)
    expect(new RegExp(patternOf('[a-z]\\d*')).test('b1')).toBe(false)
    expect(new RegExp(patternOf('[a-z]\\d*')).test('【A-Z】\\D*')).toBe(true)
  })
  it('are looked for by their words, in any order, each once', () => {
    expect(wordsOf(' 淮南\u3000茶叶  淮南 （甲）')).toEqual(['淮南', '茶叶', '(甲)'])
    expect(wordsOf('\u200b ')).toEqual([])
  })
  it('are stored in few ways', () => {
    expect(waysOf('甲（乙）')).toEqual(['甲（乙）', '甲(乙)'])
    expect(waysOf('Xs1')).toEqual(['Xs1', 'XS1', 'xs1'])
    expect(storedWays({ kind: 'uscc' }, '91340400ma2abcde1x')).toEqual(['91340400MA2ABCDE1X'])
  })
})

describe('a value as it is stored', () => {
  it.each([
    ['uscc', ' 91340400ma2 ａｂｃde１x\u200b', '91340400MA2ABCDE1X'],
    ['phone', '\u202d１３８ ００００　1234\u202c', '13800001234'],
    ['phone', '（0551）6263 1234', '0551-62631234'],
    ['phone', '+86 138-0000-1234', '+86138-0000-1234'],
    ['phone', '+86 13800001234', '13800001234'],
    ['url', 'HTTP://WWW.Example。CN/Path?Q=A', 'http://www.example.cn/Path?Q=A'],
    ['url', 'https://User:Pass@EXAMPLE.cn', 'https://User:Pass@example.cn'],
    ['text', '\u202a淮南（大通）\u200b店 ', '淮南（大通）店'],
    ['longText', '一行\n二行\ufeff', '一行\n二行'],
    ['date', '２０２６年１月５日', '2026-01-05'],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '20260105', '2026-01-05'],
    ['datetime', '２０２６-01-05　8：30', '2026-01-05 08:30:00'],
    ['int', '１，２３４', 1234],
    ['int', '-0', 0],
    ['money', '￥1,234.565', 1234.57],
    ['money', '1.005', 1.01],
    ['money', '-2.155', -2.16],
    ['percent', '12。5％', 12.5],
  ] as const)('of kind %s: %j is %j', (kind, given, stored) => {
    expect(readerOf({ kind })(given)).toBe(stored)
    expect(readerOf({ kind })(String(stored))).toBe(stored)
  })
  it.each([
    ['int', '12.6'],
    ['int', '12345678901234567890'],
    ['decimal', '0.12345678901234567'],
    ['decimal', '1,2345'],
    ['money', '10000000000000'],
    ['date', '2026-02-30'],
    ['date', '2026-01-05 08:30'],
    ['datetime', '2026-01-05 24:00'],
    ['int', '1e3'],
  ] as const)('of kind %s: %j is none', (kind, given) => {
    expect(readerOf({ kind })(given)).toBeUndefined()
  })
  it('of codes: without blanks, in the letters that the field says', () => {
    const code = { kind: 'text' } as const
    expect(cleaned({ ...code, letters: 'lower' }, ' ＷＷＷ.Example 。cn')).toBe('www.example.cn')
    expect(cleaned({ ...code, letters: 'kept' }, 'City_Ａdmin ')).toBe('City_Admin')
    expect(cleaned({ ...code, search: 'prefix' }, '国械（２）第1号Ａ')).toBe('国械（2）第1号A')
  })
})
