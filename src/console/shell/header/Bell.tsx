import { useCallback, useSyncExternalStore } from 'react'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { useApp } from '../../app/useApp.ts'
import { useLook } from '../../app/useLook.ts'
import { countUnread, unread } from '../../data/unread.ts'
import { t } from '../../i18n/t.ts'
import { Drop } from './Drop.tsx'

const MessagePanel = lazyPart(async () => ({ default: (await import('./MessagePanel.tsx')).MessagePanel }))

/** Milliseconds after which the page's own requests have been sent. */
const CALM = 1200

/** Number of unread messages, and the latest ones behind it. */
export function Bell() {
  const app = useApp()
  const store = unread(app)
  const number = useSyncExternalStore(store.subscribe, store.get) ?? 0
  useLook(
    useCallback(() => void countUnread(app), [app]),
    CALM,
  )
  const text = number === 0 ? '' : number > 99 ? '99+' : String(number)
  const label = text ? t('消息通知，{n} 条未读', { n: text }) : t('消息通知，没有未读')
  return <Drop icon="bell" text={t('消息通知')} count={{ text, label }} Panel={MessagePanel} className="messages" />
}
