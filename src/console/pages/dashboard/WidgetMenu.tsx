import { useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import type { SheetWords } from '../../charts/layout/sheet.ts'
import { saveBlob } from '../../data/download.ts'
import { notify } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { csvOf } from './csv.ts'
import { tableOfWidget } from './WidgetTable.tsx'

interface Props {
  widget: BoardWidget
  figures: Figures
  /** what stands around the table in a spreadsheet, and above the picture */
  words: () => SheetWords
  asTable: boolean
  onTable: () => void
}

/** What can be done with a widget beside looking at it: its table, its numbers and its picture as a file. */
export function WidgetMenu({ widget, figures, words, asTable, onTable }: Props) {
  const app = useApp()
  const tools = useRef<HTMLSpanElement>(null)
  const { period, asOf } = figures
  const days = period ? `${period.start}_${period.end}` : asOf.slice(0, DAY)
  const name = `${t(widget.title ?? widget.name)}_${days}`
  const save = (blob: Blob, ending: string) => saveBlob(blob, `${name}.${ending}`)
  const download = () => save(new Blob([csvOf(tableOfWidget(widget, figures))], { type: 'text/csv' }), 'csv')
  const sheet = async () => {
    try {
      const { saveSheet } = await import('./saveSheet.ts')
      await saveSheet(widget, figures, words(), name)
    } catch (error) {
      notify(app, { level: 'error', text: t('没有导出：{why}', { why: String(error) }), again: () => void sheet() })
    }
  }
  const picture = async () => {
    const body = tools.current?.closest('.board-widget')?.querySelector<HTMLElement>('.board-body')
    const { pngOf } = await import('../../charts/image.ts')
    if (body) save(await pngOf(body, words()), 'png')
  }
  return (
    <span ref={tools} className="board-tools">
      <button type="button" className="link" aria-pressed={asTable} onClick={onTable}>
        {asTable ? t('看图') : t('看表')}
      </button>
      <button type="button" className="link" onClick={download} title={t('下载数据')}>
        {t('下载')}
      </button>
      <button
        type="button"
        className="link"
        title={t('下载图片')}
        onClick={() =>
          void picture().catch(() => notify(app, { level: 'error', text: t('这个浏览器画不出图片，请改用截图') }))
        }
      >
        {t('图片')}
      </button>
      {widget.widget === 'pivot' && (
        <button type="button" className="link" onClick={() => void sheet()} title={t('按所见导出，表头合并')}>
          {t('导出 xlsx')}
        </button>
      )}
    </span>
  )
}
const DAY = 10
