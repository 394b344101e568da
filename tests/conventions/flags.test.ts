import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'

/**
 * What staff agreed to see and to filter by: entity, its list, the fields of its columns (L) and of its filters (F). A
 * column may wait in the column settings, a filter behind 展开.
 */
const agreed = readFileSync(join(import.meta.dirname, 'flags.txt'), 'utf8')
  .trim()
  .split('\n')
  .map(line => {
    const [, entity = '', route = '', columns = '', filters = ''] = /^(\S+) (\S+) L (.*) F (.*)$/.exec(line) ?? []
    const names = (text: string): string[] => text.split(' ').filter(Boolean)
    return { entity, route, columns: names(columns), filters: names(filters) }
  })
const { configuration } = checkFolder('.')
const base = configuration.scope({})

describe('a list has what was agreed on for its entity', () => {
  it('is known of each', () => expect(agreed.length).toBeGreaterThan(25))
  it.each(agreed)('$entity', ({ entity, route, columns, filters }) => {
    const page = base.page(route)
    if (page?.kind !== 'list') throw new Error(`${route} is no list`)
    expect(page.entity.name).toBe(entity)
    const missing = (wanted: string[], there: readonly { name: string }[]): string[] =>
      wanted.filter(name => !there.some(one => one.name === name))
    expect({
      columns: missing(columns, page.columns),
      filters: missing(filters, page.filters),
    }).toEqual({ columns: [], filters: [] })
  })
})
