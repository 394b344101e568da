import { describe, expect, it } from 'vitest'
import { chooses } from '../../../src/core/contract/filter-words.ts'
import type { ListFilters } from '../../../src/core/contract/statistics.ts'
import { meet, type FilteredField } from '../../../src/core/statistics/meet.ts'
import { Dice } from '../format/random-yaml.ts'

const FIELDS: FilteredField[] = [
  { name: 'board', kind: 'dict' },
  { name: 'area', kind: 'area' },
  { name: 'sales', kind: 'int' },
  { name: 'day', kind: 'date' },
]
type Row = Record<'board' | 'area' | 'day', string> & { sales: number | '' }

const BOARDS = ['', '1', '2', '3']
const AREAS = ['', '340000', '340400', '340402', '340403', '350100']
const DAYS = ['', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']
const SALES = ['', 0, 5, 10, 100] as const

/** What lists do with a filter, in the plainest words. */
function passes(row: Row, filters: ListFilters): boolean {
  return Object.entries(filters).every(([name, value]) => {
    const field = FIELDS.find(one => one.name === name)
    if (field) return chooses(field, value, String(row[field.name as keyof Row]))
    const { sales, day } = row
    if (name === 'salesStart') return sales !== '' && sales >= Number(value)
    if (name === 'salesEnd') return sales !== '' && sales <= Number(value)
    if (name === 'salesBelow') return sales !== '' && sales < Number(value)
    if (name === 'dayStart') return day !== '' && day >= String(value)
    if (name === 'dayEnd') return day !== '' && day <= String(value)
    throw new Error(`no such filter: ${name}`)
  })
}

const rowOf = (dice: Dice): Row => ({
  board: dice.of(BOARDS),
  area: dice.of(AREAS),
  sales: dice.of(SALES),
  day: dice.of(DAYS),
})

function valuesOf(dice: Dice, keys: readonly string[]): string[] {
  const some = keys.filter(key => key !== '' && dice.below(2) === 0)
  const word = dice.below(5) === 0 ? ['$empty'] : []
  const among = some.length + word.length > 0 ? [...some, ...word] : ['$empty']
  return dice.below(3) === 0 ? ['$not', ...among] : among
}

function filtersOf(dice: Dice): ListFilters {
  const makers: (() => ListFilters)[] = [
    () => ({ board: valuesOf(dice, BOARDS) }),
    () => ({ area: dice.below(4) === 0 ? ['$only', '340400'] : valuesOf(dice, AREAS) }),
    () => ({ salesStart: dice.of([0, 5, 10]) }),
    () => ({ [dice.of(['salesEnd', 'salesBelow'])]: dice.of([5, 10, 100]) }),
    () => ({ dayStart: dice.of(DAYS.slice(1)) }),
    () => ({ dayEnd: dice.of(DAYS.slice(1)) }),
  ]
  return Object.assign({}, ...makers.filter(() => dice.below(3) === 0).map(make => make())) as ListFilters
}

describe('filters that meet', () => {
  it('let those rows pass that both let pass, and no others', () => {
    const dice = new Dice(14)
    let said = 0
    let none = 0
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [filtersOf(dice), filtersOf(dice)]
      const met = meet(FIELDS, a, b)
      if (met === undefined) expect.fail(`the list has words for both: ${JSON.stringify([a, b])}`)
      for (let k = 0; k < 12; k++) {
        const row = rowOf(dice)
        const both = passes(row, a) && passes(row, b)
        if ((met !== false && passes(row, met)) !== both) expect.fail(JSON.stringify({ row, a, b, met }))
      }
      if (met === false) none++
      else said++
    }
    expect(Math.min(said, none)).toBeGreaterThan(100)
  })

  it('are no matter of order, and none is no filter', () => {
    const dice = new Dice(15)
    for (let i = 0; i < 300; i++) {
      const [a, b, row] = [filtersOf(dice), filtersOf(dice), rowOf(dice)]
      const [one, other] = [meet(FIELDS, a, b), meet(FIELDS, b, a)]
      expect(one !== false && passes(row, one ?? {})).toBe(other !== false && passes(row, other ?? {}))
      expect(meet(FIELDS, a, undefined, {})).toEqual(meet(FIELDS, a))
    }
  })

  it('have no words for two parts of one text, and say of ranges that turn round that nothing passes', () => {
    expect(meet([{ name: 'title', kind: 'text' }], { title: '甲' }, { title: '乙' })).toBeUndefined()
    expect(meet(FIELDS, { unknown: '1' }, { unknown: '2' })).toBeUndefined()
    expect(meet(FIELDS, { salesStart: 10 }, { salesBelow: 10 })).toBe(false)
    expect(meet(FIELDS, { salesStart: 10 }, { salesEnd: 10 })).toEqual({ salesStart: 10, salesEnd: 10 })
    expect(meet(FIELDS, { dayStart: '2026-02-01', dayEnd: '2026-01-31' })).toBe(false)
  })
})
