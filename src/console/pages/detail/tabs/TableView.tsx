import { useMemo } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, Table, TableColumn } from '../../../../core/contract/configuration.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { useCall } from '../../../data/http/query.ts'
import { RecordLink } from '../../../fields/cells/cells.tsx'
import { pointing } from '../../../fields/pointing.ts'
import { numberText, plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { expressionScope } from '../../../data/config/scope.ts'
import { NotRead } from '../../parts/NotRead.tsx'

type Answer = Row | Row[] | { list: Row[] }
const rowsOf = (data: Answer | undefined): Row[] | undefined =>
  data === undefined
    ? undefined
    : Array.isArray(data)
      ? data
      : Array.isArray(data['list'])
        ? (data['list'] as Row[])
        : [data as Row]

/** A table from another call. If it fails, the rest of the page is unaffected. */
export function TableView({ page, table, row }: { page: DetailPage; table: Table; row: Row }) {
  const app = useApp()
  const shown = !table.visible || evaluate(table.visible, page.route, { ...expressionScope(app), row }) === true
  return shown ? <Figures page={page} table={table} row={row} /> : null
}

function Figures({ page, table, row }: { page: DetailPage; table: Table; row: Row }) {
  const app = useApp()
  const args = useMemo(() => argsOf(app, page, table, row), [app, page, table, row])
  const { data, error, mutate } = useCall<Answer>(table.source, args)
  const rows = rowsOf(data)
  return (
    <section className="panel">
      <h2>{t(table.label)}</h2>
      {!rows && error && <NotRead what={t(table.label)} error={error} onRetry={() => void mutate()} />}
      {!rows && !error && <p className="weak">{t('加载中')}</p>}
      {rows?.length === 0 && <p className="weak">{t('暂无数据')}</p>}
      {rows && rows.length > 0 && (
        <table className="figures">
          <thead>
            <tr>
              {table.columns.map(column => (
                <th key={column.name} scope="col" className={column.number ? 'num' : undefined}>
                  {t(column.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one, i) => (
              <tr key={i}>
                {table.columns.map(column => (
                  <td key={column.name} className={column.number ? 'num' : undefined}>
                    <Cell column={column} row={one} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function argsOf(app: ConsoleApp, page: DetailPage, { args }: Table, row: Row): Row {
  const { key } = page.entity
  if (!args) return { [key]: row[key] }
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => [name, evaluate(text, page.route, { ...expressionScope(app), row })]),
  )
}

/** What names a record leads to it, where this user has a page for it. */
function Cell({ column, row }: { column: TableColumn; row: Row }) {
  const app = useApp()
  const { name, record } = column
  const link = useMemo(
    () => (record ? pointing(app, { name, label: '', kind: 'text', origin: '', record }, '') : undefined),
    [app, name, record],
  )
  const text = cellText(column, row[name])
  const url = row[name] ? link?.(row) : undefined
  return url === undefined ? text : <RecordLink url={url} text={text} />
}

function cellText({ number, flag, unit }: TableColumn, value: unknown): string {
  if (flag) return value === true || value === 1 ? t('是') : t('否')
  if (value === null || value === undefined || value === '') return '–'
  return number ? `${numberText(value)}${unit ?? ''}` : plain(value)
}
