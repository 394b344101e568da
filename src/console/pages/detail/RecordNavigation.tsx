import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import type { RecordPosition } from './useRecordNavigation.ts'

export function RecordNavigation({ position }: { position: RecordPosition }) {
  return (
    <span className="record-navigation">
      <button
        type="button"
        className="step prev"
        aria-label={t('上一条')}
        title={`${t('上一条')} (Alt+↑)`}
        disabled={position.busy || position.place <= 1}
        onClick={() => position.go(-1)}
      />
      <span className="num weak">
        {t('第 {place} 条，共 {total} 条', { place: numberText(position.place), total: numberText(position.total) })}
      </span>
      <button
        type="button"
        className="step next"
        aria-label={t('下一条')}
        title={`${t('下一条')} (Alt+↓)`}
        disabled={position.busy || position.place >= position.total}
        onClick={() => position.go(1)}
      />
    </span>
  )
}
