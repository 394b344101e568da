import { useApp } from '../app/useApp.ts'
import { t } from '../i18n/t.ts'
import { ChunkError } from '../boundaries/chunk.ts'
import { reloadPage } from '../navigation/reload.ts'

/** Says which page failed, why, and what to do. After a failed chunk only reloading the whole console helps. */
export function PageFailure({ error, route, onRetry }: { error: Error; route: string; onRetry?: () => void }) {
  const app = useApp()
  const again = error instanceof ChunkError ? () => location.reload() : (onRetry ?? (() => reloadPage(app)))
  return (
    <div className="state" role="alert">
      <p>
        {t('页面没有打开')}：{error.message}
      </p>
      <p className="weak">{route}</p>
      <button type="button" className="button" onClick={again}>
        {t('重新加载')}
      </button>
    </div>
  )
}
