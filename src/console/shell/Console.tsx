import './sheets.ts'
import { startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { ConsoleApp } from '../app/app.ts'
import { AppContext, useApp } from '../app/useApp.ts'
import { installHistoryGuard } from '../navigation/unsaved.ts'
import { installConnection } from '../data/http/connection.ts'
import { watchRefusals } from '../data/http/http.ts'
import { renew } from '../data/http/query.ts'
import { currentConfig } from '../data/config/config.ts'
import { notify } from '../feedback/notice.ts'
import { watchClock } from '../i18n/clock.ts'
import { t } from '../i18n/t.ts'
import { restart, watchUser } from '../data/session/session.ts'
import { installPrefetch } from '../pages/prefetch.ts'
import { takeOverFavourites } from '../menu/favourites.ts'
import { takeOverLook } from '../data/keepLook.ts'
import { installClickGuard } from './clickGuard.ts'
import { installCopy } from './copy.ts'
import { installPeeking } from './peeking.ts'
import { installTakeover } from './takeover.ts'
import { dutyOf } from '../navigation/accountPages.ts'
import { watchFocus } from './focusReturn.ts'
import { Overlays } from './overlays/overlays.tsx'
import { Shell } from './Shell.tsx'
import { tabs } from '../navigation/tabs.ts'
import { installPrintLook } from '../theme/look.ts'

const CALM = 1500

export function drawConsole(app: ConsoleApp, into: HTMLElement): void {
  installHistoryGuard(app)
  const root = createRoot(into)
  // in slices: the browser paints and answers between them, while it loads the rest
  startTransition(() =>
    root.render(
      <AppContext value={app}>
        <Console />
      </AppContext>,
    ),
  )
}

/** Does not import antd: parts that use it load it through Antd (theme/Antd.tsx). */
const [HOUR_MINUTES, DAY_MINUTES] = [60, 1440]
const spanOf = (minutes: number): string =>
  minutes < 2 * HOUR_MINUTES
    ? t('{n} 分钟', { n: minutes })
    : minutes < 2 * DAY_MINUTES
      ? t('{n} 小时', { n: Math.round(minutes / HOUR_MINUTES) })
      : t('{n} 天', { n: Math.round(minutes / DAY_MINUTES) })

/** Days and limits are right all the same; what else the machine says of the time is not. */
function tellClock(app: ConsoleApp, minutes: number): void {
  const span = spanOf(Math.abs(minutes))
  const text =
    minutes > 0
      ? t('这台电脑的时间比服务器快 {span}，请校准；页面上的日期和期限已按服务器时间计算', { span })
      : t('这台电脑的时间比服务器慢 {span}，请校准；页面上的日期和期限已按服务器时间计算', { span })
  notify(app, { level: 'warning', text })
}

function Console() {
  const app = useApp()
  const [user] = useState(() => {
    const id = currentConfig(app).boot?.user.id
    tabs(app).restore(id ?? '')
    return id
  })
  useEffect(() => installClickGuard(app), [app])
  useEffect(() => installCopy(app), [app])
  useEffect(() => installPrintLook(app), [app])
  useEffect(watchFocus, [])
  useEffect(() => installPeeking(app), [app])
  useEffect(() => installConnection(app), [app])
  useEffect(() => watchClock(minutes => tellClock(app, minutes)), [app])
  useEffect(() => watchRefusals(app, () => void renew()), [app])
  useEffect(() => installPrefetch(app), [app])
  useEffect(() => installTakeover(app), [app])
  useEffect(() => (user === undefined ? undefined : watchUser(String(user), restart)), [user])
  useEffect(() => {
    if (!user || dutyOf(app)) return
    const timer = setTimeout(() => {
      void takeOverLook(app)
      void takeOverFavourites(app)
    }, CALM)
    return () => clearTimeout(timer)
  }, [app, user])
  // a transition is drawn in slices with pauses between: what somebody has clicked for is not to wait
  return (
    <BrowserRouter useTransitions={false}>
      <Shell />
      <Overlays />
    </BrowserRouter>
  )
}
