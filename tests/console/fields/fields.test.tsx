import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { FIELD_KINDS } from '../../../src/core/model/documents.ts'
import type { FieldFacts } from '../../../src/core/contract/configuration.ts'
import { definitionOf } from '../../../src/console/fields/fields.ts'
import { filterArgs } from '../../../src/console/fields/values/query.ts'
import { problemOf, warningOf } from '../../../src/console/fields/values/problems.ts'
import { field } from '../support/pages.ts'
import { render } from '../support/app.tsx'

const context = {
  dictionaries: {
    kind: [
      ['1', '甲', 'success'],
      ['2', '乙'],
    ] as [string, string, 'success'?][],
  },
  fileBase: '/file',
}
const cell = (facts: FieldFacts, value: unknown, row: Record<string, unknown> = {}) =>
  definitionOf(facts.kind).cell(facts, context)(value, row)
const html = (node: ReactNode) => render(<div>{node}</div>).container.firstElementChild as HTMLElement
const text = (facts: FieldFacts, value: unknown, row: Record<string, unknown> = {}) =>
  html(cell(facts, value, row)).textContent

describe('field kinds', () => {
  it.each(FIELD_KINDS)('%s draws nothing known as a dash, never as null or 0', kind => {
    for (const value of [undefined, null, '']) expect(text(field('x', kind), value)).toBe('–')
  })

  it.each(FIELD_KINDS)(
    '%s has a form control',
    async kind => {
      expect(await definitionOf(kind).formControl()).toBeTypeOf('function')
    },
    30_000,
  )

  it('numbers have separators, money two decimals, times end at the minute', () => {
    expect(text(field('n', 'int'), 1234567)).toBe('1,234,567')
    expect(text(field('n', 'money'), 1234.5)).toBe('1,234.50')
    expect(text(field('n', 'int'), 0)).toBe('0')
    expect(text(field('n', 'percent'), 12.5)).toBe('12.5%')
    expect(text(field('d', 'datetime'), '2026-01-02 03:04:05')).toBe('2026-01-02 03:04')
    expect(text(field('d', 'date'), '2026-01-02')).toBe('2026-01-02')
  })

  it('a time limit says when it is near and when it is past, until its record is closed', () => {
    vi.useFakeTimers({ now: new Date('2026-01-05T02:00:00Z'), toFake: ['Date'] })
    const facts = field('d', 'datetime', { due: { soon: 3, closed: 'done' } })
    const drawn = (value: string, row = {}) => html(cell(facts, value, row)).firstElementChild as HTMLElement
    expect(drawn('2026-01-03 09:00:00').className).toBe('num due late brief')
    expect(drawn('2026-01-03 09:00:00').textContent).toBe('超期 2 天 2026-01-03')
    expect(drawn('2026-01-08 09:00:00').className).toBe('num due soon brief')
    expect(drawn('2026-01-08 09:00:00').textContent).toBe('剩 3 工作日 2026-01-08')
    expect(drawn('2026-01-05 18:00:00').textContent).toBe('今天到期 2026-01-05')
    vi.setSystemTime(new Date('2026-01-09T02:00:00Z'))
    // a Sunday, seen on the Friday before: no working day is left, and it is not today
    expect(drawn('2026-01-11 18:00:00').textContent).toBe('剩 2 天 2026-01-11')
    vi.setSystemTime(new Date('2026-01-05T02:00:00Z'))
    expect(drawn('2026-01-09 09:00:00').className).toBe('num due brief')
    expect(drawn('2026-01-09 09:00:00').textContent).toBe('剩 4 工作日 2026-01-09')
    expect(drawn('2026-01-09 09:00:00').title).toBe('2026-01-09 09:00 剩 4 个工作日')
    expect(drawn('2026-03-09 09:00:00').textContent).toBe('2026-03-09')
    expect(drawn('2026-01-03 09:00:00', { done: 1 }).className).toBe('num')
    const stands = field('d', 'datetime', { due: { soon: 3, paused: { field: 'state', states: ['15'] } } })
    const words = (state: string) => html(cell(stands, '2026-01-03 09:00:00', { state })).textContent
    expect([words('15'), words('13')]).toEqual(['暂停计时 2026-01-03', '超期 2 天 2026-01-03'])
    vi.useRealTimers()
  })

  it('R7.01 the limit that binds next is a tag: bold and red once past, amber when near, else plain words', () => {
    vi.useFakeTimers({ now: new Date('2026-01-05T02:00:00Z'), toFake: ['Date'] })
    const facts = field('limit', 'limit', { due: { soon: 3, paused: { field: 'state', states: ['15'] } } })
    const drawn = (value: unknown, row = {}) => {
      const shown = html(cell(facts, value, row)).firstElementChild as HTMLElement
      return [shown.className, shown.textContent]
    }
    expect(drawn('2026-01-02 09:00:00')).toEqual(['num limit error', '超期 3 天'])
    expect(drawn('2026-01-05 09:00:00')).toEqual(['num limit error', '超期 1 天'])
    expect(drawn('2026-01-05 18:00:00')).toEqual(['num limit warning', '今天到期'])
    expect(drawn('2026-01-08 23:59:59')).toEqual(['num limit warning', '剩 3 个工作日'])
    expect(drawn('2026-01-09 00:00:00')).toEqual(['num limit none', '剩 4 个工作日'])
    expect(drawn('2026-03-09 09:00:00')).toEqual(['num limit none', '2026-03-09'])
    expect(drawn(null)).toEqual(['none', '–'])
    expect(drawn(null, { state: '15' })).toEqual(['weak', '暂停计时'])
    expect(html(definitionOf('limit').description(facts, context)('2026-01-02 09:00:00', {})).textContent).toBe(
      '超期 3 天2026-01-02 09:00',
    )
    vi.useRealTimers()
  })

  it('a dictionary value is one element for all rows, with its tone; several are joined', () => {
    const facts = field('k', 'dict', { dict: 'kind' })
    const draw = definitionOf('dict').cell(facts, context)
    expect(draw('1', {})).toBe(draw('1', {}))
    expect(html(draw('1', {})).querySelector('.tone.success')?.textContent).toBe('甲')
    expect(text(facts, '1,2')).toBe('甲、乙')
    expect(text(facts, '9')).toBe('9')
  })

  it('areas and references are drawn by the name beside them', () => {
    expect(text(field('areaCode', 'area'), '110102', { areaName: '某区' })).toBe('某区')
    expect(text(field('orgId', 'ref'), 'o1', { orgName: '某局' })).toBe('某局')
    expect(text(field('roleIds', 'ref'), 'r1,r2', { roleNames: '甲、乙' })).toBe('甲、乙')
  })

  it('masks phones and names', () => {
    expect(text(field('p', 'phone', { mask: 'phone' }), '13812345678')).toBe('138****5678')
    expect(text(field('p', 'text', { mask: 'name' }), '王小明')).toBe('王**')
  })

  it('only web addresses become links', () => {
    expect(
      html(cell(field('u', 'url'), 'https://a.example/'))
        .querySelector('a')
        ?.getAttribute('rel'),
    ).toContain('noopener')
    expect(html(cell(field('u', 'url'), 'javascript:alert(1)')).querySelector('a')).toBeNull()
  })

  it('flags say yes and no', () => {
    expect(text(field('f', 'flag'), 1)).toBe('是')
    expect(text(field('f', 'flag'), '0')).toBe('否')
  })

  it('export texts are the words on the screen', () => {
    const exported = (facts: FieldFacts, value: unknown) => definitionOf(facts.kind).inWords(facts, context)(value, {})
    expect(exported(field('k', 'dict', { dict: 'kind' }), '1,2')).toBe('甲、乙')
    expect(exported(field('f', 'flag'), 0)).toBe('否')
    expect(exported(field('m', 'money'), 12.5)).toBe('12.50')
  })

  it('compare numbers as numbers, unknown ones first', () => {
    expect([10, undefined, 9].toSorted(definitionOf('int').compare)).toEqual([9, 10, undefined])
    expect(definitionOf('int').compare(null, 1)).toBeLessThan(0)
  })
})

describe('filters on the wire', () => {
  it('ranges travel as two keys, flags as numbers, several keys comma-joined', () => {
    expect(filterArgs(field('updateTime', 'date'), '2026-01-01~2026-01-31')).toEqual({
      updateTimeStart: '2026-01-01',
      updateTimeEnd: '2026-01-31',
    })
    expect(filterArgs(field('price', 'money'), '10~')).toEqual({ priceStart: 10 })
    expect(filterArgs(field('isDead', 'flag'), '1')).toEqual({ isDead: 1 })
    expect(filterArgs(field('kind', 'dict'), '1,2')).toEqual({ kind: '1,2' })
    expect(filterArgs(field('name', 'text'), '')).toEqual({})
  })
})

describe('a check over several fields', () => {
  const broken = { ...field('mode', 'dict'), check: false as const, checkMessage: '与结论不符' }
  it('R5.01 says its message, after what is wrong with the value by itself', () => {
    expect(problemOf(broken, '4', true)).toBe('与结论不符')
    expect(problemOf({ ...field('mode', 'int'), min: 5, check: false, checkMessage: '不符' }, 4, true)).toMatch(
      /不能小于5/,
    )
  })
  it('says nothing of a field that is not filled in', () => {
    expect(problemOf(broken, '', false)).toBeUndefined()
  })
})

describe('credit codes', () => {
  const code = field('code', 'uscc')
  it('R5.01 of another form are refused; a wrong check digit is only said', () => {
    expect([problemOf(code, '91350100M000100Y43', true), warningOf(code, '91350100M000100Y43')]).toEqual([
      undefined,
      undefined,
    ])
    expect(problemOf(code, '91350100M000100Y44', true)).toBeUndefined()
    expect(warningOf(code, '91350100M000100Y44')).toBe('统一社会信用代码的校验位不符，请核对；确认无误可以保存')
    expect(problemOf(code, '91350100M000100I43', true)).toBe('统一社会信用代码不正确，请核对18位代码')
    expect(warningOf(code, '91350100M000100I43')).toBeUndefined()
  })
})
