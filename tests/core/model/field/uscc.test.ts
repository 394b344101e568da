import { describe, expect, it } from 'vitest'
import { hasUsccCheckDigit, isUscc, orgCheckDigit, usccCheckDigit } from '../../../../src/core/model/field/uscc.ts'

describe('unified social credit codes', () => {
  it('accepts made-up codes with a right check digit', () => {
    for (const code of ['91340400MA00000X11', '91350100MA0000001P']) {
      expect(isUscc(code)).toBe(true)
      expect(hasUsccCheckDigit(code)).toBe(true)
    }
  })

  it('tells a wrong check digit from a wrong format', () => {
    expect(isUscc('91340400MA00000X12')).toBe(true)
    expect(hasUsccCheckDigit('91340400MA00000X12')).toBe(false)
    for (const code of ['', '91340400MA00000X1', '91340400MA00000X1I', '9134O400MA00000X11', '91340400ma00000x11'])
      expect(isUscc(code)).toBe(false)
  })

  it('notices every single wrong character', () => {
    const code = '91350100MA0000001P'
    for (let at = 0; at < 17; at++) {
      const wrong = code[at] === '2' ? '3' : '2'
      expect(hasUsccCheckDigit(code.slice(0, at) + wrong + code.slice(at + 1))).toBe(false)
    }
  })

  it('computes the check digit of the organisation code within', () => {
    expect(orgCheckDigit('D2143569')).toBe('X')
    expect(usccCheckDigit('91350100MA0000001')).toBe('P')
  })
})
