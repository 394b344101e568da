import { describe, expect, it } from 'vitest'
import type { ListPage } from '../../src/core/contract/configuration.ts'
import { recordNamed } from '../../src/core/contract/named-record.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject } from '../../src/core/index.ts'

const { configuration } = checkProject(readConfig('.'))
const scopes = [
  {},
  ...configuration
    .customers()
    .map(({ customer, areas }) => ({ customer, ...(areas[0] === undefined ? {} : { area: areas[0] }) })),
]

/** Columns that say which record a row belongs to, where `filter` holds that record's number. */
function naming({ columns, entity }: ListPage, filter: string, places: Parameters<typeof recordNamed>[1]): string[] {
  return columns
    .filter(column => column.name === filter || recordNamed(column, places, entity.name)?.key === filter)
    .map(({ name }) => name)
}

describe('a list that a record’s page shows', () => {
  it('says on its own page whose rows these are', () => {
    const unnamed = scopes.flatMap(scope => {
      const scoped = configuration.scope(scope)
      const { pages, records = {} } = scoped.manifest
      return Object.keys(pages).flatMap(route => {
        const page = scoped.page(route)
        if (page?.kind !== 'detail') return []
        return (page.tabs ?? []).flatMap(tab => {
          if (!('filters' in tab)) return []
          const list = scoped.page(tab.page)
          if (list?.kind !== 'list') return []
          // the own number of a row is no other record: such a list asks what is like it
          const filters = Object.keys(tab.filters).filter(name => name !== list.entity.key)
          return filters.flatMap(name => (naming(list, name, records).length > 0 ? [] : [`${tab.page}: ${name}`]))
        })
      })
    })
    expect([...new Set(unnamed)]).toEqual([])
  })
})
