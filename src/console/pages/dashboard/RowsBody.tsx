import { useMemo } from 'react'
import type { BoardWidget, Column, ListPage } from '../../../core/contract/configuration.ts'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { useCall } from '../../data/http/query.ts'
import { definitionOf } from '../../fields/fields.ts'
import { filterText } from '../../fields/values/query.ts'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { listArgs } from '../list/query/state.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { usePageOf } from '../parts/usePageOf.ts'
import { Link } from './Link.tsx'

const FIRST = 8
/** The first columns say what a row is; the list itself says the rest. */
const COLUMNS = 4

/** The first rows of a list, as the list would show them. */
export function RowsBody({ widget }: { widget: BoardWidget }) {
  const { page, error, retry } = usePageOf(widget.page ?? '', 'list')
  if (error) return <NotRead what={t(widget.title ?? widget.name)} onRetry={retry} />
  return page ? <Rows widget={widget} page={page} /> : null
}

function Rows({ widget, page }: { widget: BoardWidget; page: ListPage }) {
  const app = useApp()
  const args = useMemo(() => {
    const filters = Object.fromEntries(page.filters.map(one => [one.name, filterText(one, widget.filters ?? {})]))
    return listArgs(app, page, { page: 1, size: Number(widget.options['rows'] ?? FIRST), filters })
  }, [app, page, widget])
  const { data, error, mutate } = useCall<ListAnswer>(page.source, args)
  if (error) return <NotRead what={t(widget.title ?? widget.name)} onRetry={() => void mutate()} />
  if (!data) return null
  if (data.list.length === 0) return <p className="board-state none">{t('没有记录')}</p>
  const columns = page.columns.filter(({ more }) => !more).slice(0, COLUMNS)
  const context = {
    dictionaries: page.dictionaries,
    fileBase: currentConfig(app).manifest.app.api.fileBase,
  }
  const draws = columns.map(column => definitionOf(column.kind).cell(column, context))
  return (
    <table className="board-rows">
      <thead>
        <tr>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.list.map(row => {
          const key = plain(row[page.entity.key])
          return (
            <tr key={key}>
              {columns.map((column, i) => (
                <td key={column.name}>
                  {column.page ? (
                    <Link page={column.page} search={searchOf(column, page, key)}>
                      {draws[i]?.(row[column.name], row)}
                    </Link>
                  ) : (
                    draws[i]?.(row[column.name], row)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const searchOf = (_column: Column, { entity }: ListPage, key: string): string =>
  `?${new URLSearchParams({ [entity.key]: key }).toString()}`
