import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'

/**
 * The dictionaries as agreed: name, then key and label of every entry. Calendars and roles change with the years and
 * customers.
 */
const carried = readFileSync(join(import.meta.dirname, 'dictionaries.txt'), 'utf8')
  .trim()
  .split('\n')
  .map(line => {
    const at = line.indexOf(': ')
    return { name: line.slice(0, at), entries: line.slice(at + 2) }
  })
const { configuration } = checkFolder('.')
const base = configuration.scope({})

describe('a shipped dictionary', () => {
  it('is each of the list', () => expect(carried.length).toBeGreaterThan(90))
  it.each(carried)('R7.01 $name has the agreed keys and labels', ({ name, entries }) => {
    expect(
      base
        .dictionary(name)
        ?.map(([key, label]) => `${key} ${label}`)
        .sort(),
    ).toEqual(entries.split(' · ').sort())
  })
})

describe('an entry that is called 全部', () => {
  /** Values that records have: what is shared with all, and what a role sees of the rows. */
  const VALUES = ['dataScope 4', 'shareScope 4']
  it('is a value of records; what means all in a filter is `all` of the field', () => {
    const names = new Set(configuration.entities().flatMap(({ fields }) => fields.flatMap(({ dict }) => dict ?? [])))
    const found = [...names].flatMap(name =>
      (base.dictionary(name) ?? []).flatMap(([key, label]) =>
        /^(全部|所有|不限)$/.test(label) ? [`${name} ${key}`] : [],
      ),
    )
    expect(found.sort()).toEqual(VALUES)
  })
})

describe('a carrier', () => {
  it('names a kind of its own, which the dictionary knows', () => {
    const kinds = configuration.entities().flatMap(({ union }) => union?.kind ?? [])
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(base.dictionary('objectKind')?.map(([key]) => key)).toEqual(expect.arrayContaining(kinds))
    expect(kinds).toHaveLength(10)
  })
})
