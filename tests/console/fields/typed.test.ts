import { expect, it } from 'vitest'
import { withTyped } from '../../../src/console/fields/pickers/DateRange.tsx'
import { problemOf } from '../../../src/console/fields/values/problems.ts'
import { typedIn, typedMoment } from '../../../src/console/fields/values/typed.ts'

it('R5.01 a date is read as people write it, and what is none is told', () => {
  const days = ['2026-11-05', '2026.11.5', '2026/11/5', '20261105', ' 2026年11月5日 ', '2026-11-5 08:30'].map(
    text => typedMoment(text)?.[0],
  )
  expect(new Set(days)).toEqual(new Set(['2026-11-05']))
  expect(typedMoment('2026-11-5 8:30')).toEqual(['2026-11-05', '08:30'])
  expect(typedMoment('2026-11-05 08:30:12')?.[1]).toBe('08:30')
  for (const none of ['2026-02-30', '20261301', '昨天', '11-5', '', '2026-11-05 25:00'])
    expect(typedMoment(none)).toBeUndefined()
  const field = { name: 'day', label: '日期', kind: 'date', origin: '' } as const
  expect(problemOf(field, '昨天', false)).toBe('“昨天”不是日期，要写成 2026-01-31 这样')
  expect(problemOf(field, '2026-11-05', false)).toBeUndefined()
  expect(problemOf({ ...field, max: '2026-11-04' }, '2026-11-05', false)).toMatch(/不能晚于/)
})

it('R5.01 an end of a period is read as people write it, the earlier first', () => {
  expect(withTyped(['', ''], 'start', '20261105')).toBe('2026-11-05~')
  expect(withTyped(['2026-11-05', ''], 'end', '2026.11.9')).toBe('2026-11-05~2026-11-09')
  expect(withTyped(['2026-11-05', ''], 'end', '2026年11月1日')).toBe('2026-11-01~2026-11-05')
  expect(withTyped(['', '2026-11-01'], 'start', '2026/11/5')).toBe('2026-11-01~2026-11-05')
  for (const own of ['2026-11-05', '昨天', '']) expect(withTyped(['', ''], 'start', own)).toBeUndefined()
})

it('R5.01 what the focus leaves is read where it is a field, and not where it is an entry of the panel', () => {
  const [field, entry] = [document.createElement('input'), document.createElement('li')]
  field.value = ' 20261105 '
  expect(typedIn(field)).toBe('20261105')
  expect(typedIn(entry)).toBeUndefined()
})
