import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { connection } from '../data/http/connection.ts'
import { t } from '../i18n/t.ts'

/** Says that a save had no answer and offers to send it again, which the server never does twice. */
export function Unanswered({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const store = connection(useApp())
  const isThere = useSyncExternalStore(store.subscribe, store.get)
  return (
    <p className="unanswered" role="alert">
      {isThere
        ? t('没有收到服务器的回答：填写的内容都在，请重试，不会存成两份')
        : t('网络不通，还没有保存：填写的内容都在，恢复后请重试')}
      <button type="button" className="link" disabled={busy} onClick={onRetry}>
        {t('重试')}
      </button>
    </p>
  )
}
