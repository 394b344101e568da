import { useSyncExternalStore } from 'react'
import { t } from '../i18n/t.ts'
import { isPartMissing, setMissing, subscribeMissing } from './missing-part.ts'

/** A part of the console that is loaded on demand is gone with a new release: said once, with the way out (R8.06). */
export function MissingPart() {
  if (!useSyncExternalStore(subscribeMissing, isPartMissing)) return null
  return (
    <div className="missing-part" role="alert">
      {t('页面资源没有取到，系统可能刚刚更新，请重新加载')}
      <button type="button" className="link" onClick={() => location.reload()}>
        {t('重新加载')}
      </button>
      <button type="button" className="link" onClick={() => setMissing(false)}>
        {t('以后再说')}
      </button>
    </div>
  )
}
