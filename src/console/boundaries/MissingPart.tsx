import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { t } from '../i18n/t.ts'
import { missingPart } from './missing-part.ts'

/** Shown once when a chunk cannot be loaded because a new release has replaced it: asks to reload the page (R8.06). */
export function MissingPart() {
  const app = useApp()
  const missing = missingPart(app)
  if (!useSyncExternalStore(missing.subscribe, missing.get)) return null
  return (
    <div className="missing-part" role="alert">
      {t('页面资源没有取到，系统可能刚刚更新，请重新加载')}
      <button type="button" className="link" onClick={() => location.reload()}>
        {t('重新加载')}
      </button>
      <button type="button" className="link" onClick={() => missing.set(false)}>
        {t('以后再说')}
      </button>
    </div>
  )
}
