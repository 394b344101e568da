import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ListAnswer, Row } from '../../../core/contract/api.ts'
import { MESSAGE_LIST, MESSAGE_OPEN, MESSAGE_READ } from '../../data/calls/own-calls.ts'
import { currentConfig } from '../../data/config/config.ts'
import { countUnread } from '../../data/unread.ts'
import { send } from '../../data/http/http.ts'
import { renew } from '../../data/http/query.ts'
import { t } from '../../i18n/t.ts'
import { accountPage } from '../../navigation/accountPages.ts'
import { useGo } from '../../navigation/navigation.ts'
import { routeOf } from '../../navigation/routes.ts'
import './messages.css'

const LATEST = 8
const MINUTES = 16

/** The latest messages to the user: a click opens the record that one is about, and marks it as read. */
export function MessagePanel({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const go = useGo()
  const { rows, error, readAll } = useLatest()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const all = accountPage(app, 'messages')
  const open = async (row: Row) => {
    const { url } = await send<{ url: string }>(app, MESSAGE_OPEN, { id: row['id'] })
    onClose()
    go.to(`/${routeOf(url)}`)
    void countUnread(app, true)
    void renew()
  }
  return (
    <div ref={box} className="popup message-panel" role="dialog" aria-label={t('消息通知')} tabIndex={-1}>
      <div className="message-head">
        <strong>{t('消息通知')}</strong>
        <button type="button" className="link" disabled={!rows?.some(isUnread)} onClick={() => void readAll()}>
          {t('全部已读')}
        </button>
      </div>
      {error && <p className="message-none">{error}</p>}
      {rows?.length === 0 && (
        <p className="message-none">{t('没有消息。有人把事项交给您或您的单位时，这里会告诉您。')}</p>
      )}
      <ul className="message-list">
        {rows?.map(row => (
          <li key={String(row['id'])}>
            <button
              type="button"
              className={isUnread(row) ? 'message unread' : 'message'}
              title={String(row['content'] ?? '')}
              onClick={() => void open(row).catch(() => undefined)}
            >
              <span className="message-title">
                {isUnread(row) && <i aria-label={t('未读')} />}
                {String(row['title'] ?? '')}
              </span>
              <small>
                {String(row['fromOrgName'] ?? '') || t('系统')} {String(row['sendTime'] ?? '').slice(0, MINUTES)}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {all !== undefined && (
        <a
          className="message-all"
          href={`/${all}`}
          onClick={event => {
            event.preventDefault()
            onClose()
            go.to(`/${all}`)
          }}
        >
          {t('查看全部')}
        </a>
      )}
    </div>
  )
}

const isUnread = (row: Row): boolean => row['readState'] === '0'

function useLatest() {
  const app = useApp()
  const [rows, setRows] = useState<Row[] | undefined>()
  const [error, setError] = useState('')
  const orgId = currentConfig(app).boot?.user.sysOrg.orgId ?? ''
  const load = async () => {
    const args = { toOrgs: orgId, pageNo: 1, pageRowNo: LATEST, pageFlag: 1, orderBy: 'sendTime desc' }
    try {
      setRows((await send<ListAnswer>(app, MESSAGE_LIST, args, { quiet: true })).list)
      setError('')
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t('操作没有成功'))
    }
  }
  // loaded once, when the panel opens
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void load(), [])
  const readAll = async () => {
    await send(app, MESSAGE_READ, { all: 1 }).catch(() => undefined)
    await load()
    void countUnread(app, true)
    void renew()
  }
  return { rows, error, readAll }
}
