import { describe, expect, it } from 'vitest'
import { refuseTooMany, sizesOf } from '../../../src/server/statistics/limit.ts'

const of = (kind: 'time' | 'area' | 'dict', label: string) => ({ dimension: { kind, label } })
const [DAY, AREA, PLATFORM] = [of('time', '日'), of('area', '地区'), of('dict', '平台')]

describe('more groups than are told', () => {
  it.each([
    [[AREA, PLATFORM], [500, 40], '“地区” 500 个 × “平台” 40 个，一次最多 5000 个。请进入下一级地区再看'],
    [[DAY, PLATFORM], [366, 40], '“日” 366 个 × “平台” 40 个，一次最多 5000 个。请选择更短的时期'],
    [[AREA, PLATFORM], [100, 400], '“地区” 100 个 × “平台” 400 个，一次最多 5000 个。请缩小范围，使“平台”少一些'],
  ])('are refused with what to narrow, before they are put together', (groupings, sizes, told) => {
    expect(() => refuseTooMany(groupings, sizes)).toThrow(told)
  })

  it('are no more than each dimension has, of all its keys with each other', () => {
    const groups = [
      ['a', 'x'],
      ['b', 'x'],
      [null, 'x'],
      [null, null],
    ].map(keys => ({ keys }))
    expect(sizesOf([AREA, PLATFORM], groups)).toEqual([2, 1])
    expect(() => refuseTooMany([AREA, PLATFORM], [125, 40])).not.toThrow()
    expect(() => refuseTooMany([AREA, PLATFORM], [2, 1], true)).toThrow('“地区”至少 2 个 × “平台”至少 1 个')
  })
})
