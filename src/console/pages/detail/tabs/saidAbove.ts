import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { recordNamed } from '../../../../core/contract/named-record.ts'
import { currentConfig } from '../../../data/config/config.ts'

/**
 * Columns of a list within a record that name this record: they say the same in every row, under a head that says it.
 * On the list's own page they say whose rows these are.
 */
export function saidAbove(app: ConsoleApp, { columns, entity }: ListPage, fixed: Row): ReadonlySet<string> {
  const places = currentConfig(app).manifest.records ?? {}
  const isOne = (value: unknown): boolean => typeof value === 'string' && !value.includes(',')
  return new Set(
    columns
      .filter(column => !column.page && isOne(fixed[recordNamed(column, places, entity.name)?.key ?? '']))
      .map(({ name }) => name),
  )
}
