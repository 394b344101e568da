// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  choiceOf,
  choose,
  type Choice,
  type DayLimits,
  isDisabled,
  NOTHING_CHOSEN,
} from '../../../src/console/calendar/days/choose.ts'
import { dayByKey, monthGrid, monthWithin, stepMonth, yearsAround } from '../../../src/console/calendar/days/grid.ts'
import { isColour } from '../../../src/core/model/colour.ts'
import { addDays, daysFrom } from '../../../src/core/period/day.ts'
import type { CalendarMode } from '../../../src/core/model/page/calendar.ts'
import { randomOf } from '../../core/period/random.ts'

const TODAY = '2026-11-22'
const FREE: DayLimits = { today: TODAY }
const click = (mode: CalendarMode, choice: Choice, day: string, limits = FREE) =>
  choose(choice, day, { mode, month: day.slice(0, 7), limits })
const clicks = (mode: CalendarMode, days: readonly string[], limits = FREE) =>
  days.reduce((done, day) => click(mode, done.choice, day, limits), { choice: NOTHING_CHOSEN } as ReturnType<
    typeof choose
  >)

describe('a range', () => {
  it('R4.07 begins with the first click and ends with the second, swapped if that is earlier', () => {
    expect(clicks('range', ['2026-11-05'])).toEqual({ choice: { days: ['2026-11-05'], from: '2026-11-05' } })
    const forth = clicks('range', ['2026-11-05', '2026-11-07'])
    expect(forth.emits).toEqual(['2026-11-05', '2026-11-06', '2026-11-07'])
    expect(forth.choice.range).toEqual(['2026-11-05', '2026-11-07'])
    expect(clicks('range', ['2026-11-07', '2026-11-05'])).toEqual(forth)
    expect(clicks('range', ['2026-11-07', '2026-11-07']).emits).toEqual(['2026-11-07'])
  })
  it('R4.07 begins anew with a click after it is complete', () => {
    expect(clicks('range', ['2026-11-05', '2026-11-07', '2026-11-20'])).toEqual({
      choice: { days: ['2026-11-20'], from: '2026-11-20' },
    })
  })
  it('R4.07 tells all enabled days between its ends, whatever the clicks', () => {
    const random = randomOf(407)
    for (let i = 0; i < 400; i++) {
      const [a, b] = [addDays('2026-01-01', random(400)), addDays('2026-01-01', random(400))]
      const limits = { today: TODAY, before: '2026-02-10', after: addDays('2026-02-10', random(300)) }
      const { choice, emits } = clicks('range', [a, b], limits)
      if (isDisabled(a, limits) || isDisabled(b, limits)) {
        expect(emits).toBeUndefined()
        continue
      }
      const [start, end] = [a, b].sort() as [string, string]
      expect(emits).toHaveLength(daysFrom(start, end))
      expect(emits).toEqual([...emits!].sort())
      expect([emits![0], emits!.at(-1)]).toEqual([start, end])
      expect(emits!.some(day => isDisabled(day, limits))).toBe(false)
      expect(choice.from).toBeUndefined()
    }
  })
  it('R4.07 leaves out disabled days within one that was chosen before', () => {
    const limits = { today: TODAY, before: '2026-11-21' }
    expect(choiceOf('range', ['2026-11-19', '2026-11-23'], limits)).toEqual({
      days: ['2026-11-21', '2026-11-22', '2026-11-23'],
      range: ['2026-11-19', '2026-11-23'],
    })
  })
})

describe('several days', () => {
  it('R4.08 are toggled by clicks and kept in order, whatever the clicks', () => {
    const random = randomOf(408)
    let choice = NOTHING_CHOSEN
    const expected = new Set<string>()
    for (let i = 0; i < 600; i++) {
      const day = addDays('2026-10-01', random(40))
      const done = click('multi', choice, day)
      if (!expected.delete(day)) expected.add(day)
      expect(done.emits).toEqual([...expected].sort())
      choice = done.choice
    }
    expect(click('multi', choice, '2027-05-01', { today: TODAY, after: TODAY })).toEqual({ choice })
  })
})

describe('signing in', () => {
  it('R4.08 takes only today, and not twice', () => {
    expect(click('sign', NOTHING_CHOSEN, TODAY).emits).toEqual([TODAY])
    expect(click('sign', NOTHING_CHOSEN, '2026-11-21')).toEqual({ choice: NOTHING_CHOSEN, notice: 'otherDay' })
    const signed = { days: ['2026-11-20', TODAY] }
    expect(click('sign', signed, TODAY)).toEqual({ choice: signed, notice: 'alreadySigned' })
  })
  it('R5.05 tells a day of another month, another day and one that is signed apart', () => {
    const on = (day: string, month: string) =>
      choose({ days: [TODAY] }, day, { mode: 'sign', month, limits: FREE }).notice
    expect([on('2026-10-31', '2026-11'), on('2026-11-21', '2026-11'), on(TODAY, '2026-11')]).toEqual([
      'otherMonth',
      'otherDay',
      'alreadySigned',
    ])
  })
})

describe('one day', () => {
  it('R4.08 clears the one before', () =>
    expect(clicks('single', ['2026-11-05', '2026-11-09'])).toEqual({
      choice: { days: ['2026-11-09'] },
      emits: ['2026-11-09'],
    }))
  it.each(['range', 'multi', 'sign', 'single'] as const)('R4.08 %s only notices a day of another month', mode => {
    const before: Choice = { days: ['2026-11-03'] }
    expect(choose(before, '2026-12-01', { mode, month: '2026-11', limits: FREE })).toEqual({
      choice: before,
      notice: 'otherMonth',
    })
  })
  it('R5.05 is none of the days before or after today where these are disabled', () => {
    const past = { today: TODAY, before: TODAY }
    expect(click('single', NOTHING_CHOSEN, '2026-11-21', past)).toEqual({ choice: NOTHING_CHOSEN })
    expect(click('single', NOTHING_CHOSEN, TODAY, past).emits).toEqual([TODAY])
    expect(click('single', NOTHING_CHOSEN, '2026-11-23', { today: TODAY, after: TODAY }).emits).toBeUndefined()
  })
})

describe('the sheet of a month', () => {
  it('R2.25 has six weeks from Monday in every month', () => {
    for (let month = '2020-01'; month <= '2030-12'; month = stepMonth(month, 1)) {
      const weeks = monthGrid(month)
      expect(weeks.map(week => week.length)).toEqual([7, 7, 7, 7, 7, 7])
      const days = weeks.flat()
      expect(days.filter(({ inMonth }) => inMonth).map(({ date }) => date)).toEqual(
        Array.from({ length: daysFrom(`${month}-01`, addDays(`${stepMonth(month, 1)}-01`, -1)) }, (_, i) => i + 1),
      )
      expect(new Date(days[0]!.day).getUTCDay()).toBe(1)
    }
  })
  it('R2.25 has years in panels of twenty, 10 before to 9 after', () => {
    const years = yearsAround(2026)
    expect([years.length, years[0], years.at(-1)]).toEqual([20, 2016, 2035])
  })
  it('R2.25 ends with the years 1900 and 2100', () => {
    expect([stepMonth('2100-12', 1), stepMonth('1900-01', -1), monthWithin(2300, 5), monthWithin(1, 5)]).toEqual([
      '2100-12',
      '1900-01',
      '2100-12',
      '1900-01',
    ])
    expect(dayByKey('2100-12-31', 'ArrowRight', false)).toBe('2100-12-31')
  })
  it('R2.25 is walked by keys', () => {
    const by = (key: string, shift = false) => dayByKey('2026-03-31', key, shift)
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
    expect(keys.map(key => by(key)?.slice(5)).join(' ')).toBe('03-30 04-01 03-24 04-07 03-30 04-05 02-28 04-30')
    expect([by('PageUp', true), by('PageDown', true), by('x')]).toEqual(['2025-03-31', '2027-03-31', undefined])
  })
})

describe('a colour', () => {
  it.each([
    '#fff',
    '#1659c7',
    '#ABC',
    'rgb(0,0,0)',
    'rgb( 255 , 12, 7 )',
    'rgba(1, 2, 3, 0.5)',
    'rgba(1,2,3,1)',
    'rgba(1,2,3,.25)',
  ])('R5.06 may be %s', text => expect(isColour(text)).toBe(true))
  it.each([
    '',
    'red',
    '#ffff',
    '#12345',
    '#ggg',
    '#1234567',
    'rgb(256,0,0)',
    'rgb(1,2)',
    'rgba(1,2,3)',
    'rgba(1,2,3,2)',
    'hsl(1,2%,3%)',
    '#fff;',
    'url(x)',
  ])('R5.06 is not “%s”', text => expect(isColour(text)).toBe(false))
})
