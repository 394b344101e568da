import { cleanup } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import type { MenuItem } from '../../../src/core/contract/api.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { app, render } from './app.tsx'
import { appFacts, boot } from './boot.ts'

/** A menu entry of this address, with the counter that its badge shows. */
export const entry = (url: string, badge?: string): MenuItem => ({
  id: url,
  name: url,
  url,
  path: url,
  css: '',
  hidden: false,
  meta: { title: url, ...(badge ? { badge } : {}) },
  subMenus: [],
})

/** What the console has asked since it was started. */
export const asked: { url: string; body: Record<string, unknown> }[] = []
/** part of an address → what is answered there; `null` elsewhere */
export const answers: Record<string, unknown> = {}

/** A console that has read its configuration, and asks a server that answers with `answers`. */
export async function start(more: { menu?: MenuItem[]; options?: Record<string, string> } = {}): Promise<void> {
  const manifest = { version: 'v1', pages: {}, app: { ...appFacts, options: more.options ?? {} }, locales: {} }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot({ menu: more.menu ?? [], manifest }))))
  await loadBoot(app, '')
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} })
    const found = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? null
    return new Response(JSON.stringify({ resultCode: '0', code: 1, data: found }))
  })
}

export const shown = (element: React.ReactNode) => render(<MemoryRouter>{element}</MemoryRouter>)

/** Each test of a file that calls it begins without answers, and leaves nothing behind. */
export function eachAnew(): void {
  beforeEach(() => {
    for (const part of Object.keys(answers)) delete answers[part]
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
