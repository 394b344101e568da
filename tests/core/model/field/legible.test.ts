import { describe, expect, it } from 'vitest'
import { legible } from '../../../../src/core/model/field/legible.ts'
import { readerOf } from '../../../../src/core/model/field/values.ts'

describe('a text that somebody pastes', () => {
  it('loses the signs that nobody can read, and nothing else', () => {
    const pasted = '\u202d138\u200e0000\u20661234\u2069\u202c\ufeff'
    expect(legible(pasted)).toBe('13800001234')
    expect(legible('甲\u0001乙\u001b丙\u007f丁\u0085戊\ud800己\uffff')).toBe('甲乙丙丁戊己')
    const kept = '一行\r\n\t两行 ，。（）Ａｂ１é e\u0301 😀👨\u200d👩 ﷽ עברית'
    expect(legible(kept)).toBe(kept)
  })

  it.each(['text', 'longText', 'phone', 'uscc', 'url'] as const)('is read so in a field of kind %s', kind => {
    expect(readerOf({ kind })('\u202d91340400MA2\u200f\u0008\u202c')).toBe('91340400MA2')
    expect(readerOf({ kind })('a\u0000b')).toBeUndefined()
  })
})
