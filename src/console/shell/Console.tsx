import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { currentConfig } from '../data/config/config.ts'
import { restart, watchUser } from '../data/session/session.ts'
import { installPrefetch } from '../pages/prefetch.ts'
import { takeOverLook } from '../data/keepLook.ts'
import { installClickGuard } from './clickGuard.ts'
import { installCopy } from './copy.ts'
import { dutyOf } from '../navigation/accountPages.ts'
import { Overlays } from './overlays/overlays.tsx'
import { Shell } from './Shell.tsx'
import { restoreTabs } from '../navigation/tabs.ts'
import './console.css'
import './shell.css'

const CALM = 1500

export const drawConsole = (into: HTMLElement): void => createRoot(into).render(<Console />)

/** Nothing of antd is in here: what uses it brings it along, in Antd (theme/Antd.tsx). */
function Console() {
  const [user] = useState(() => {
    const id = currentConfig().boot?.user.id
    restoreTabs(id ?? '')
    return id
  })
  useEffect(installClickGuard, [])
  useEffect(installCopy, [])
  useEffect(installPrefetch, [])
  useEffect(() => (user === undefined ? undefined : watchUser(String(user), restart)), [user])
  useEffect(() => {
    if (!user || dutyOf()) return
    const timer = setTimeout(() => void takeOverLook(), CALM)
    return () => clearTimeout(timer)
  }, [user])
  return (
    <BrowserRouter>
      <Shell />
      <Overlays />
    </BrowserRouter>
  )
}
