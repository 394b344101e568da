import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPeriod, periodOfPage } from '../../../src/console/data/session/timeRange.ts'
import { PeriodControl } from '../../../src/console/pages/parts/PeriodControl.tsx'
import { type Period, type PeriodBy, periodOf, periodText } from '../../../src/core/period/period.ts'
import { useState } from 'react'
import { render } from '../support/app.tsx'

vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00+08:00'), toFake: ['Date'] })
const TODAY = '2026-11-22'

const read = (text: string): Period => periodOf(text).period!
const changed = vi.fn<(text: string) => void>()
function Page({ first, ...props }: { first: string; modes?: PeriodBy[]; min?: string; max?: string }) {
  const [period, setPeriod] = useState(read(first))
  const change = (next: Period) => {
    changed(periodText(next))
    setPeriod(next)
  }
  return <PeriodControl period={period} onChange={change} {...props} />
}
const last = () => changed.mock.lastCall?.[0]
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
/** Of a list that opens. */
const choose = (name: string, value: string) => {
  fireEvent.click(screen.getByRole('combobox', { name }))
  const option = screen.getAllByRole('option').find(one => one.getAttribute('data-value') === value)
  if (!option) throw new Error(`${name} has no ${value}`)
  fireEvent.click(option)
}
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

beforeEach(() => {
  document.body.replaceChildren()
  changed.mockClear()
})
afterEach(() => {
  for (const part of ['timeStart', 'timeEnd', 'year', 'pickValue', 'topRadio', 'timeRange'])
    document.cookie = `${part}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
})

describe('the period of a page', () => {
  it('R2.23 is picked as a month and stepped by whole months, no further than there are days for', () => {
    render(<Page first="2026-01" modes={['month']} max="2026-01-31" />)
    expect(screen.queryByLabelText('周期类型')).toBeNull()
    expect(button('下一期').disabled).toBe(true)
    fireEvent.click(button('上一期'))
    expect(last()).toBe('2025-12')
    expect(button('下一期').disabled).toBe(false)
    fireEvent.keyDown(field('月份'), { key: 'PageUp' })
    expect(last()).toBe('2025-11')
    type('月份', '2024-02')
    expect(last()).toBe('2024-02')
  })

  it('R2.23 steps quarters, years and ranges, and turns into another kind around today', () => {
    render(<Page first="2026" />)
    const kind = (by: PeriodBy) => choose('周期类型', by)
    kind('quarter')
    expect(last()).toBe('2026-Q4')
    fireEvent.click(button('下一期'))
    expect(last()).toBe('2027-Q1')
    choose('按季', 'Q3')
    expect(last()).toBe('2027-Q3')
    type('年份', '20')
    expect(last()).toBe('2027-Q3')
    type('年份', '2025')
    expect(last()).toBe('2025-Q3')
    kind('range')
    expect(last()).toBe('2025-07-01..2025-09-30')
    fireEvent.click(button('上一期'))
    expect(last()).toBe('2025-04-01..2025-06-30')
    kind('month')
    expect(last()).toBe('2025-06')
  })

  it('refuses a range that ends before it begins, in words, and keeps the one there was', () => {
    render(<Page first="2026-03-01..2026-03-10" />)
    type('结束日期', '2026-02-01')
    expect(screen.getByRole('alert').textContent).toBe('结束日期 2026-02-01 早于开始日期 2026-03-01')
    expect(changed).not.toHaveBeenCalled()
    type('开始日期', '2026-01-15')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(last()).toBe('2026-01-15..2026-02-01')
  })

  it('R3.03 is kept in six cookies for the next page, which shows it as its own kind', () => {
    keepPeriod(read('2026-02'))
    for (const part of [
      'timeStart=2026-02-01',
      'timeEnd=2026-02-28',
      'year=2026',
      'pickValue=2026-02',
      'topRadio=month',
    ])
      expect(document.cookie).toContain(part)
    expect(periodText(periodOfPage(undefined, ['month', 'year'], TODAY).period)).toBe('2026-02')
    expect(periodText(periodOfPage(undefined, ['quarter'], TODAY).period)).toBe('2026-Q1')
    keepPeriod(read('2026-02-03..2026-03-04'))
    expect(periodText(periodOfPage(undefined, ['range'], TODAY).period)).toBe('2026-02-03..2026-03-04')
    expect(document.cookie).toContain('timeRange=2026-02-03%2C2026-03-04')
    keepPeriod(read('2026'))
    expect(periodText(periodOfPage(undefined, ['month'], TODAY).period)).toBe('2026-11')
  })

  it('R9.01 is the year where nothing is kept, and where the address says no period', () => {
    expect(periodText(periodOfPage(undefined, ['month', 'year'], TODAY).period)).toBe('2026')
    expect(periodText(periodOfPage(undefined, ['month'], '2026-11-02').period)).toBe('2026-10')
    expect(periodText(periodOfPage('2025-Q2', ['quarter'], TODAY).period)).toBe('2025-Q2')
    const wrong = periodOfPage('2026-03-02..2026-03-01', ['year'], TODAY)
    expect([periodText(wrong.period), wrong.problem?.code]).toEqual(['2026', 'ends-before-it-begins'])
  })
})
