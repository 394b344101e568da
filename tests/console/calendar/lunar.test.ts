// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dayOfLunar, LunarError, lunarOf, termOf, wordsOfDay } from '../../../src/console/calendar/days/lunar.ts'
import { addDays } from '../../../src/core/period/day.ts'

interface Month {
  year: number
  month: number
  leap: boolean
  length: number
}
/** Months of the table, in order, from the new year of 1900; each year's new year where the table has it. */
function tableMonths(): { months: Month[]; newYears: Map<number, string> } {
  const newYears = new Map<number, string>()
  const lines = readFileSync(join(import.meta.dirname, 'lunar-years.txt'), 'utf8')
    .trim()
    .split('\n')
  const months = lines
    .filter(line => !line.startsWith('#'))
    .flatMap(line => {
      const [year = '', newYear = '', leap = '', lengths = ''] = line.split(' ')
      newYears.set(Number(year), `${year}-${newYear}`)
      return [...lengths].map((length, at) => {
        const passed = leap !== '0' && at >= Number(leap)
        return {
          year: Number(year),
          month: passed ? at : at + 1,
          leap: passed && at === Number(leap),
          length: length === 'L' ? 30 : 29,
        }
      })
    })
  return { months, newYears }
}

describe('lunar days', () => {
  it('R2.25 of each day from 1900 to 2100 are those of an independent table of new years and leap months', () => {
    const { months, newYears } = tableMonths()
    expect(newYears.size).toBe(201)
    // the table begins with a new year; the thirty days before it are the last month of 1899
    const all: Month[] = [{ year: 1899, month: 12, leap: false, length: 30 }, ...months]
    let day = '1900-01-01'
    const wrong: string[] = []
    for (const { year, month, leap, length } of all) {
      if (month === 1 && !leap) expect(day).toBe(newYears.get(year))
      for (let date = 1; date <= length && day <= '2100-12-31'; date++, day = addDays(day, 1)) {
        const found = lunarOf(day)
        if (found.year !== year || found.month !== month || found.leap !== leap || found.day !== date)
          wrong.push(`${day}: ${found.year}-${found.month}-${found.day}, table ${year}-${month}-${date}`)
        if (year >= 1900 && dayOfLunar({ year, month, leap, day: date }) !== day) wrong.push(`${day} back`)
      }
    }
    expect(wrong).toEqual([])
    expect(day).toBe('2101-01-01')
  })

  it('R2.25 have their words, the first of a month the name of the month', () => {
    expect(lunarOf('2026-02-18')).toMatchObject({ text: '初二', name: '正月初二' })
    expect(lunarOf('2025-07-25')).toMatchObject({ text: '闰六月', name: '闰六月初一', leap: true })
    expect(lunarOf('2026-02-16')).toMatchObject({ festival: '除夕' })
  })

  it('R2.25 give way to festivals and solar terms', () => {
    const said = (day: string): string[] => {
      const { text, kind } = wordsOfDay(day, true)
      return [text, kind]
    }
    expect(said('2026-02-17')).toEqual(['春节', 'lunarFestival'])
    expect(said('2026-09-25')).toEqual(['中秋节', 'lunarFestival'])
    expect(said('2026-10-01')).toEqual(['国庆节', 'gregorianFestival'])
    expect(said('2026-03-15')).toEqual(['消费者日', 'gregorianFestival'])
    expect(said('2026-04-05')).toEqual(['清明', 'term'])
    expect(said('2026-04-06')).toEqual(['十九', 'lunar'])
    expect(wordsOfDay('2026-10-01', false)).toMatchObject({ text: '廿一', kind: 'lunar' })
    // a leap month repeats no festival
    expect(said('2025-08-08')).not.toContain('元宵节')
  })

  it('R2.25 name the 24 solar terms of a year on their days', () => {
    const found: string[] = []
    for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      const term = termOf(day)
      if (term) found.push(`${day.slice(5)} ${term}`)
    }
    expect(found.join(', ')).toBe(
      '01-05 小寒, 01-20 大寒, 02-04 立春, 02-18 雨水, 03-05 惊蛰, 03-20 春分, '
        + '04-05 清明, 04-20 谷雨, 05-05 立夏, 05-21 小满, 06-05 芒种, 06-21 夏至, '
        + '07-07 小暑, 07-23 大暑, 08-07 立秋, 08-23 处暑, 09-07 白露, 09-23 秋分, '
        + '10-08 寒露, 10-23 霜降, 11-07 立冬, 11-22 小雪, 12-07 大雪, 12-22 冬至',
    )
  })
})

describe('a lunar conversion', () => {
  it('R5.07 refuses years outside 1900 to 2100', () => {
    for (const day of ['1899-12-31', '2101-01-01', '0001-01-01', '20260-01-01'])
      expect(() => lunarOf(day), day).toThrow(/农历只支持 1900 年至 2100 年/)
    for (const year of [1899, 2101, 2026.5, Number.NaN])
      expect(() => dayOfLunar({ year, month: 1, leap: false, day: 1 })).toThrow(LunarError)
    expect(lunarOf('1900-01-01').year).toBe(1899)
    expect(lunarOf('2100-12-31')).toMatchObject({ year: 2100, month: 12, day: 1 })
    expect(dayOfLunar({ year: 2100, month: 12, leap: false, day: 29 })).toBe('2101-01-28')
  })
  it('R5.07 refuses months outside 1 to 12, and months and days that a year lacks', () => {
    for (const month of [0, 13, -6, 1.5])
      expect(() => dayOfLunar({ year: 2026, month, leap: false, day: 1 })).toThrow(/农历月份为 1 至 12/)
    expect(() => dayOfLunar({ year: 2026, month: 6, leap: true, day: 1 })).toThrow('农历 2026 年没有闰 6 月')
    expect(() => dayOfLunar({ year: 2026, month: 1, leap: false, day: 31 })).toThrow(/没有第 31 天/)
    expect(() => lunarOf('2026-02-30')).toThrow('没有“2026-02-30”这一天')
  })
})
