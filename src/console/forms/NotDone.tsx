import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { connection } from '../data/http/connection.ts'
import { t } from '../i18n/t.ts'
import type { Outcome } from './editing/submit.ts'

interface NotDoneProps {
  outcome: Outcome | undefined
  busy: boolean
  onRetry: () => void
}

/** Why a form or a dialog is still open, until it is sent again: a notice may have gone before it was read. */
export function NotDone({ outcome, busy, onRetry }: NotDoneProps) {
  if (outcome?.is === 'unanswered') return <Unanswered busy={busy} onRetry={onRetry} />
  if (outcome?.is !== 'refused' || outcome.why === undefined) return null
  return (
    <p className="not-done" role="alert">
      {outcome.why}
    </p>
  )
}

/** Says that a save had no answer and offers to send it again, which the server never does twice. */
function Unanswered({ busy, onRetry }: Omit<NotDoneProps, 'outcome'>) {
  const store = connection(useApp())
  const isThere = useSyncExternalStore(store.subscribe, store.get)
  return (
    <p className="not-done" role="alert">
      {isThere
        ? t('没有收到服务器的回答：填写的内容都在，请重试，不会存成两份')
        : t('网络不通，还没有保存：填写的内容都在，恢复后请重试')}
      <button type="button" className="link" disabled={busy} onClick={onRetry}>
        {t('重试')}
      </button>
    </p>
  )
}
