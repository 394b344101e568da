import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Row = [code: string, name: string, parent: string, level: number]
const folder = join(import.meta.dirname, '../../data-regions')
const read = (name: string): Row[] => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Row[]

const upper = read('regions.json')
const files = readdirSync(join(folder, 'streets'))
const streets = files.flatMap(file => read(join('streets', file)))
const all = [...upper, ...streets]
const byCode = new Map(all.map(row => [row[0], row]))
const ofLevel = (level: number): Row[] => all.filter(row => row[3] === level)
const below = (parent: string): Row[] => all.filter(row => row[2] === parent)

describe('region data', () => {
  it('has 34 provinces, 333 cities, 2,850 counties and the districts of Hong Kong and Macau, and every street', () => {
    expect(ofLevel(1)).toHaveLength(34)
    expect(ofLevel(2)).toHaveLength(333)
    expect(ofLevel(3)).toHaveLength(2850 + 18 + 8)
    expect(ofLevel(4)).toHaveLength(41352)
    expect(files).toHaveLength(342)
  })

  it('has no duplicate and no orphan', () => {
    expect(byCode.size).toBe(all.length)
    const orphans = all.filter(([, , parent, level]) => (level === 1 ? parent !== '' : !byCode.has(parent)))
    expect(orphans).toEqual([])
  })

  it('hangs every area on one of a higher level with the same prefix', () => {
    const wrong = all.filter(
      ([code, , parent, level]) =>
        parent !== '' && (byCode.get(parent)![3] >= level || !code.startsWith(parent.slice(0, 2))),
    )
    expect(wrong).toEqual([])
  })

  it('writes codes of six digits down to counties and of nine for streets', () => {
    expect(upper.every(([code]) => /^\d{6}$/.test(code))).toBe(true)
    expect(streets.every(([code]) => /^\d{9}$/.test(code))).toBe(true)
  })

  it('drops pseudo cities and development zones', () => {
    const names = new Set(ofLevel(2).map(([, name]) => name))
    expect([...names].filter(name => /^(市辖区|县|.*直辖县级行政区划)$/.test(name))).toEqual([])
    expect(upper.filter(([code]) => /^\d{4}7\d$/.test(code))).toEqual([])
    expect(byCode.get('110101')?.[2]).toBe('110000')
    expect(byCode.get('429004')?.[2]).toBe('420000')
  })

  it.each(['441900', '442000', '460400', '620200'])('gives city %s no counties but streets', city => {
    const children = below(city)
    expect(children.length).toBeGreaterThan(0)
    expect(children.every(row => row[3] === 4)).toBe(true)
  })

  it.each([
    ['320700', 6],
    ['341300', 5],
    ['340200', 7],
    ['340400', 7],
    ['341800', 7],
    ['140200', 10],
    ['350100', 13],
    ['410300', 14],
    ['370000', 16],
    ['520000', 9],
    ['640000', 5],
    ['710000', 0],
    ['810000', 18],
    ['820000', 8],
  ])('lists the areas right below %s', (code, count) => {
    expect(below(code).filter(row => row[3] <= 3)).toHaveLength(count)
  })

  it('keeps every street file with its own city', () => {
    const strange = files.flatMap(file =>
      read(join('streets', file)).filter(([code]) => !code.startsWith(file.slice(0, 4))),
    )
    expect(strange).toEqual([])
  })

  it('R6.09 has the high-tech development zone that 连云港 hides', () => {
    expect(byCode.get('320706405')).toEqual(['320706405', '高新技术开发区', '320706', 4])
  })

  it('names 淮南 and its seven counties', () => {
    expect(byCode.get('340400')).toEqual(['340400', '淮南市', '340000', 2])
    expect(
      below('340400')
        .filter(r => r[3] === 3)
        .map(([, name]) => name),
    ).toEqual(['大通区', '田家庵区', '谢家集区', '八公山区', '潘集区', '凤台县', '寿县'])
    expect(byCode.get('340402001')?.[3]).toBe(4)
  })
})
