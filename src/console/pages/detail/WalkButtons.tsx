import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import type { RecordWalk } from './useWalk.ts'

export function WalkButtons({ walk }: { walk: RecordWalk }) {
  return (
    <span className="walk">
      <button
        type="button"
        className="step prev"
        aria-label={t('上一条')}
        title={`${t('上一条')} (Alt+↑)`}
        disabled={walk.busy || walk.place <= 1}
        onClick={() => walk.go(-1)}
      />
      <span className="num weak">
        {t('第 {place} 条，共 {total} 条', { place: numberText(walk.place), total: numberText(walk.total) })}
      </span>
      <button
        type="button"
        className="step next"
        aria-label={t('下一条')}
        title={`${t('下一条')} (Alt+↓)`}
        disabled={walk.busy || walk.place >= walk.total}
        onClick={() => walk.go(1)}
      />
    </span>
  )
}
