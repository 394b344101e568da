import { configure } from '@testing-library/react'
import { afterAll, beforeAll, vi } from 'vitest'
import { setTexts } from '../../../src/console/i18n/t.ts'
import { app } from './app.tsx'

/** What is fetched when it is first needed may take longer than a second on a machine that does more than this. */
configure({ asyncUtilTimeout: 60_000 })

let found: Member[]

/** What a file finds is as if it were the first, however the files share processes. */
beforeAll(() => {
  app.parts.clear()
  found = members()
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
  const changed = found.filter(({ prototype, name, member }) => memberOf(prototype, name) !== member)
  const names = changed.map(({ kind, name }) => `${kind}.${name}`)
  if (names.length > 0) throw new Error(`changed for the files that follow, use vi.spyOn: ${names.join(', ')}`)
})

interface Member {
  kind: string
  prototype: object
  name: string
  member: unknown
}

/** The members of the browser's kinds, `Element.scrollIntoView`: files that share a process share them. */
function members(): Member[] {
  const all: Member[] = []
  for (const [kind, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    const prototype = typeof value === 'function' ? (value.prototype as object | null | undefined) : undefined
    for (const name of Object.getOwnPropertyNames(prototype ?? {}))
      all.push({ kind, prototype: prototype as object, name, member: memberOf(prototype as object, name) })
  }
  return all
}

function memberOf(prototype: object, name: string): unknown {
  const of = Object.getOwnPropertyDescriptor(prototype, name)
  return (of?.value as unknown) ?? of?.get
}

// whatever a page of this file goes on asking for ends with the file: a call that is tried again for ever would keep the
// document, and with it the run, from ending
afterAll(() => {
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout
  globalThis.setInterval = (() => 0) as unknown as typeof setInterval
})
