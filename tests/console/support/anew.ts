import { configure } from '@testing-library/react'
import { afterAll, beforeAll, vi } from 'vitest'
import { setTexts } from '../../../src/console/i18n/t.ts'
import { app } from './app.tsx'

/** What is fetched when it is first needed may take longer than a second on a machine that does more than this. */
configure({ asyncUtilTimeout: 60_000 })

/** What a file finds is as if it were the first, however the files share processes. */
beforeAll(() => {
  app.parts.clear()
  // files of pure functions have no document
  if (typeof document === 'undefined') return
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  // a cookie that was set without a path is another one than that of the same name for all paths
  for (const [name] of document.cookie.split('; ').map(pair => pair.split('=')))
    for (const path of ['', '; path=/']) document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT${path}`
  document.title = ''
  document.body.replaceChildren()
  setTexts(undefined)
})

/** What a file has put in place of clock, globals and functions goes with it: the next one may begin with its own. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
