import { configure } from '@testing-library/react'
import { beforeAll, vi } from 'vitest'
import { setTexts } from '../../../src/console/i18n/t.ts'
import { app } from './app.tsx'

/** What is fetched when it is first needed may take longer than a second on a machine that does more than this. */
configure({ asyncUtilTimeout: 60_000 })

/** All files of a process have one console and one document: each finds both as if it were the first. */
beforeAll(() => {
  app.parts.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // files of pure functions have no document
  if (typeof document === 'undefined') return
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  for (const [name] of document.cookie.split('; ').map(pair => pair.split('='))) {
    document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  document.title = ''
  document.body.replaceChildren()
  setTexts(undefined)
})
