import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { connection, doubtConnection } from '../data/http/connection.ts'
import { t } from '../i18n/t.ts'

/** Stands above the page for as long as the server cannot be reached; goes by itself. */
export function NoNetwork() {
  const store = connection(useApp())
  if (useSyncExternalStore(store.subscribe, store.get)) return null
  return (
    <div className="missing-part" role="alert">
      {t('网络不通：现在读不到也存不了，填写的内容都还在，恢复后再试即可')}
      <button type="button" className="link" onClick={doubtConnection}>
        {t('检查连接')}
      </button>
    </div>
  )
}
