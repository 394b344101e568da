import { expect, it } from 'vitest'
import { chinaDay, chinaMoment, dayText } from '../../../src/console/i18n/day.ts'

it.each([
  ['2026-01-05T15:59:59Z', '2026-01-05', '2026-01-05 23:59:59'],
  ['2026-01-05T16:00:00Z', '2026-01-06', '2026-01-06 00:00:00'],
  ['2026-12-31T16:00:00Z', '2027-01-01', '2027-01-01 00:00:00'],
  ['2028-02-28T20:00:00Z', '2028-02-29', '2028-02-29 04:00:00'],
])('at %s it is %s in China, wherever the browser stands', (moment, day, time) => {
  expect([chinaDay(Date.parse(moment)), chinaMoment(Date.parse(moment))]).toEqual([day, time])
})

it.each([
  ['2026-11-22', '2026年11月22日 星期日'],
  ['2024-02-29', '2024年2月29日 星期四'],
  ['1999-12-31', '1999年12月31日 星期五'],
])('%s in words is %s', (day, words) => {
  expect(dayText(day)).toBe(words)
})
