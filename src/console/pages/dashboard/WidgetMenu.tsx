import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { tableOf } from '../../charts/model/table.ts'
import { saveBlob } from '../../data/download.ts'
import { t } from '../../i18n/t.ts'
import { csvOf } from './csv.ts'

interface Props {
  widget: BoardWidget
  figures: Figures
  asTable: boolean
  onTable: () => void
}

/** What can be done with a widget beside looking at it: its table, and its numbers as a file. */
export function WidgetMenu({ widget, figures, asTable, onTable }: Props) {
  const title = t(widget.title ?? widget.name)
  const download = () => {
    const { period, asOf } = figures
    const days = period ? `${period.start}_${period.end}` : asOf.slice(0, 10)
    saveBlob(
      new Blob([csvOf(tableOf(figures, widget.measures, widget.by))], { type: 'text/csv' }),
      `${title}_${days}.csv`,
    )
  }
  return (
    <span className="board-tools">
      <button type="button" className="link" aria-pressed={asTable} onClick={onTable}>
        {asTable ? t('看图') : t('看表')}
      </button>
      <button type="button" className="link" onClick={download} title={t('下载数据')}>
        {t('下载')}
      </button>
    </span>
  )
}
