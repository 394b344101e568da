import type { BoardWidget } from '../../../core/contract/configuration.ts'
import { listOf, type Figures } from '../../../core/contract/statistics.ts'
import { differs } from '../../charts/model/locked.ts'
import { valueText } from '../../charts/model/numbers.ts'
import { cellText, tableOf, type FigureTable, type TableColumn, type TableRow } from '../../charts/model/table.ts'
import { t } from '../../i18n/t.ts'
import { useOpenList } from './useOpenList.ts'

export const tableOfWidget = ({ measures, by, query }: BoardWidget, figures: Figures): FigureTable =>
  tableOf(figures, measures, by, query?.spark)

/** The numbers of a widget as a table; each leads to its rows. */
export function WidgetTable({ widget, figures }: { widget: BoardWidget; figures: Figures }) {
  const open = useOpenList(figures)
  const { head, rows, total } = tableOfWidget(widget, figures)
  const drawn = (row: TableRow, key: string, className?: string) => (
    <tr key={key} className={className}>
      {head.map((column, i) => {
        const text = cellText(column, row, i)
        const { measure } = column
        const now = nowText(figures, row, column)
        const leads = column.name === measure?.name && listOf(figures, row.figures, measure.name)
        return (
          <td
            key={column.name}
            className={column.kind === 'text' ? undefined : 'num'}
            title={now}
            data-differs={now === undefined ? undefined : ''}
          >
            {leads ? (
              <button type="button" className="link" onClick={() => open(row.figures, measure?.name ?? '')}>
                {text}
              </button>
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
  return (
    <div className="board-table" tabIndex={0} role="group" aria-label={t(widget.title ?? widget.name)}>
      <table>
        <thead>
          <tr>
            {head.map(({ name, label, kind }) => (
              <th key={name} scope="col" className={kind === 'text' ? undefined : 'num'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row => drawn(row, row.figures.keys.join('§')))}</tbody>
        {total && <tfoot>{drawn(total, 'total')}</tfoot>}
      </table>
    </div>
  )
}

/** Of a locked number that has changed since: what it would be now. */
function nowText(
  { measures }: Figures,
  { figures: row }: TableRow,
  { name, measure }: TableColumn,
): string | undefined {
  const at = measures.indexOf(name)
  if (!measure || name !== measure.name || !differs(row, at)) return undefined
  return t('现在是 {value}', { value: valueText(row.now?.[at] ?? null, measure) })
}
