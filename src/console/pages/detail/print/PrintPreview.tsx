import { useEffect, useState } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { numberOf, textOf } from '../../../data/settings/constants.ts'
import { nowMs } from '../../../i18n/clock.ts'
import { t } from '../../../i18n/t.ts'
import { Layer } from '../../../theme/Layer.tsx'
import { recordTitle } from '../../parts/recordTitle.ts'
import type { CompiledDetail } from '../sections/compile.ts'
import { PrintSheet, timeText } from './Sheet.tsx'
import { SheetSection } from './SheetSection.tsx'
import { SheetTimeline } from './SheetTimeline.tsx'
import './print.css'

/** Print preview: A4, black on white, with title, user and time on each page (R2.26). */
export function PrintPreview({
  page,
  compiled,
  row,
  title,
  onClose,
}: {
  page: DetailPage
  compiled: CompiledDetail
  row: Row
  title?: string
  onClose: () => void
}) {
  const app = useApp()
  const heading = title ?? textOf(app, 'printTitle', '打印预览')

  const [when] = useState(() => new Date(nowMs()))
  useEffect(() => {
    document.body.classList.add('printing')
    return () => document.body.classList.remove('printing')
  }, [])
  const name = recordTitle(page, row) || t(page.title)
  return (
    <Layer className="print-preview" order={numberOf(app, 'printZIndex', 20_002)} label={t(heading)} onClose={onClose}>
      <div className="layer-head">
        <h1>{t(heading)}</h1>
        <span className="space" />
        <button type="button" className="button primary" onClick={() => window.print()}>
          {t('打印')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('关闭')}
        </button>
      </div>
      <div className="print-scroll">
        <PrintSheet
          title={t(page.title)}
          name={name}
          foot={t('打印人：{name}　打印时间：{time}', {
            name: currentConfig(app).boot?.user.nickName ?? '',
            time: timeText(when),
          })}
        >
          <h2>{name}</h2>
          {compiled.sections.map(section => (
            <SheetSection key={section.name} section={section} row={row} />
          ))}
          {page.timeline && <SheetTimeline page={page} timeline={page.timeline} row={row} />}
        </PrintSheet>
      </div>
    </Layer>
  )
}
