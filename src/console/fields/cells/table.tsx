import type { ReactNode } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { headOf, t } from '../../i18n/t.ts'
import { EMPTY } from './cells.tsx'
import type { Draw, DrawContext } from '../values/definition.ts'
import { alignOf } from '../values/kinds.ts'
import { rowsOf } from '../values/text.ts'

/** Lists show a sub-table as its number of rows. */
export const tableCell = () => (): Draw => value => {
  const { length } = rowsOf(value)
  return length ? <span className="num">{t('{n} 行', { n: length })}</span> : EMPTY
}

/** Details show a small table. Its cells are passed in, because the definitions of field kinds import this file. */
export const tableDescription =
  (cellOf: (column: FieldFacts, context: DrawContext) => Draw, last?: (item: Row, row: Row) => ReactNode) =>
  (field: FieldFacts, context: DrawContext): Draw => {
    const columns = (field.fields ?? []).map(column => ({
      column,
      draw: cellOf(column, context),
      className: alignOf(column.kind),
    }))
    return (value, of) => {
      const rows = rowsOf(value)
      if (rows.length === 0) return EMPTY
      return (
        <table className="sub-table">
          <thead>
            <tr>
              {columns.map(({ column, className }) => (
                <th key={column.name} scope="col" className={className}>
                  {headOf(column)}
                </th>
              ))}
              {last && (
                <th scope="col" className="leads">
                  {t('操作')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {/* rows have no key, but never move while they are shown */}
            {rows.map((row, i) => (
              <tr key={i}>
                {columns.map(({ column, draw, className }) => (
                  <td key={column.name} className={className}>
                    {draw(row[column.name], row)}
                  </td>
                ))}
                {last && <td className="leads">{last(row, of)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )
    }
  }
