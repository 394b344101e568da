import { useMemo } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { ListAnswer, Row } from '../../../core/contract/api.ts'
import { MESSAGE_LIST, MESSAGE_OPEN } from '../../data/calls/own-calls.ts'
import { currentConfig } from '../../data/config/config.ts'
import { hasMessages } from '../../data/unread.ts'
import { recount } from '../../data/counters.ts'
import { send } from '../../data/http/http.ts'
import { useCall } from '../../data/http/query.ts'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { targetsOf } from '../../menu/find.ts'
import { recentUrls } from '../../menu/recent.ts'
import { accountPage } from '../../navigation/accountPages.ts'
import { useGo } from '../../navigation/navigation.ts'
import { routeOf } from '../../navigation/routes.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { Worklist } from '../worklist/Worklist.tsx'
import { useTodos } from '../worklist/todos.ts'
import { Link } from './Link.tsx'
import '../account/password.css'
import './welcome.css'

const MOST = 8
const LATEST = 6
const MINUTES = 16

/**
 * What waits for the user, what they were told, and the pages they use: the start page where the menu has none. Drawn
 * when all of it is known, so that no link moves under the mouse.
 */
export function Welcome() {
  const app = useApp()
  const { boot } = currentConfig(app)
  const { to } = useGo()
  const { read } = useTodos()
  const latest = useLatest()
  const user = boot?.user
  return (
    <section className="page has-welcome">
      <div className="welcome">
        <h1>{t('欢迎，{name}', { name: user?.nickName ?? '' })}</h1>
        <p className="weak">
          {user?.sysOrg.orgName} · {user && t(user.sysArea.areaName)}
        </p>
        {read && latest && (
          <>
            <div className="welcome-parts">
              <section className="panel">
                <h2>{t('待办')}</h2>
                <Worklist />
              </section>
              <Latest {...latest} go={to} />
            </div>
            <Usual go={to} />
          </>
        )}
      </div>
    </section>
  )
}

type Go = (url: string) => void

function Usual({ go }: { go: Go }) {
  const app = useApp()
  const links = useMemo(() => usualLinks(app), [app])
  return (
    <section className="panel">
      <h2>{t('常用入口')}</h2>
      {links.length === 0 && <p className="weak">{t('该账号没有菜单权限，请联系管理员配置菜单！')}</p>}
      <div className="welcome-links">
        {links.map(link => (
          <Link key={link.url} url={`/${routeOf(link.url)}`} go={go}>
            {link.title}
            <small>{link.within}</small>
          </Link>
        ))}
      </div>
    </section>
  )
}

/** The latest messages; nothing where there are none. */
function Latest({ rows, again, go }: { rows: Row[] | undefined; again: () => void; go: Go }) {
  const app = useApp()
  const all = accountPage(app, 'messages')
  if (rows?.length === 0) return null
  const open = async (row: Row) => {
    const { url } = await send<{ url: string }>(app, MESSAGE_OPEN, { id: row['id'] })
    void recount(app, MESSAGE_OPEN)
    go(`/${routeOf(url)}`)
  }
  return (
    <section className="panel">
      <h2>
        {t('消息通知')}
        {all !== undefined && (
          <Link className="welcome-count" url={`/${all}`} go={go}>
            {t('查看全部')}
          </Link>
        )}
      </h2>
      {!rows && <NotRead what={t('消息通知')} onRetry={again} />}
      <ul className="welcome-rows">
        {rows?.map(row => (
          <li key={plain(row['id'])}>
            <button type="button" className="link" onClick={() => void open(row).catch(() => undefined)}>
              {row['readState'] === '0' ? <strong>{plain(row['title'])}</strong> : plain(row['title'])}
            </button>
            <span className="welcome-due weak num">{plain(row['sendTime']).slice(0, MINUTES)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The latest messages; undefined until the server has answered or failed, no rows in it if it failed. */
function useLatest(): { rows: Row[] | undefined; again: () => void } | undefined {
  const app = useApp()
  const orgId = currentConfig(app).boot?.user.sysOrg.orgId ?? ''
  const args = useMemo(
    () => ({ toOrgs: orgId, pageNo: 1, pageRowNo: LATEST, pageFlag: 1, orderBy: 'sendTime desc' }),
    [orgId],
  )
  const asked = hasMessages(app)
  const { data, error, mutate } = useCall<ListAnswer>(asked ? MESSAGE_LIST : undefined, args)
  const again = () => void mutate()
  if (!asked) return { rows: [], again }
  return data || error ? { rows: data?.list, again } : undefined
}

/** Pages used last, filled up with the first of the menu. */
function usualLinks(app: ConsoleApp) {
  const targets = targetsOf(currentConfig(app).boot?.menu ?? [], t).filter(target => !target.external)
  const recent = recentUrls(app).flatMap(url => targets.find(target => target.url === url) ?? [])
  return [...new Set([...recent, ...targets])].slice(0, MOST)
}
