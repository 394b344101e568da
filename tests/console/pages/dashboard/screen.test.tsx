import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardWidget, DashboardPage } from '../../../../src/core/contract/configuration.ts'
import type { FigureRow } from '../../../../src/core/contract/statistics.ts'
import { ScreenView } from '../../../../src/console/pages/dashboard/ScreenView.tsx'
import { app, render } from '../../support/app.tsx'
import { LIST } from '../../support/pages.ts'
import { start } from '../../support/started.tsx'
import { installPrintLook, look, setLook } from '../../../../src/console/theme/look.ts'

const SECOND = 1000
const widget: BoardWidget = {
  name: 'things',
  widget: 'kpi',
  title: '事物',
  width: 2,
  height: 3,
  query: { statistic: 'things', measures: ['things'], by: [] },
  measures: [{ name: 'things', label: '事物数', kind: 'count' }],
  by: [],
  options: { counting: true },
}
const page: DashboardPage = {
  kind: 'dashboard',
  route: 'wall',
  title: '墙',
  dictionaries: {},
  controls: { period: ['year'] },
  source: LIST,
  screen: true,
  every: 1,
  widgets: [widget],
}

/** What is answered next: how many things there are, that nothing can be read, or nothing at all. */
let next: () => number | 'failed' | 'silent'
let asks = 0

function answerOf(value: number): object {
  const row: FigureRow = { keys: [], labels: [], values: [value], filters: {} }
  const figures = { asOf: `2026-11-22 10:${value}`, measures: ['things'], by: [], rows: [], total: row, filters: {} }
  return { asOf: `2026-11-22 10:${value}.${asks}`, areas: [], widgets: { things: figures } }
}

async function answered(): Promise<Response> {
  asks += 1
  const value = next()
  if (value === 'silent') return new Promise(() => undefined)
  if (value === 'failed') return new Response('', { status: 500 })
  return new Response(JSON.stringify({ resultCode: '0', code: 1, data: answerOf(value) }))
}

/** Sees at once: what a real browser tells of the place of a box has no place here. */
class Seeing {
  readonly #told: (entries: { isIntersecting: boolean }[]) => void
  constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
    this.#told = told
  }
  observe(): void {
    this.#told([{ isIntersecting: true }])
  }
  disconnect(): void {}
}

const answers: { cache?: ReturnType<typeof useSWRConfig>['cache'] } = {}
function Probe() {
  const { cache } = useSWRConfig()
  useEffect(() => {
    answers.cache = cache
  }, [cache])
  return null
}

async function open(shown = page): Promise<void> {
  render(
    <MemoryRouter initialEntries={['/wall']}>
      <Probe />
      <ScreenView page={shown} search="" visit={1} />
    </MemoryRouter>,
  )
  await act(() => vi.dynamicImportSettled())
  await rounds(2)
}
const rounds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * SECOND))

beforeEach(async () => {
  await start()
  asks = 0
  next = () => asks
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answered)
  vi.stubGlobal('IntersectionObserver', Seeing)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('a wall display', () => {
  it('runs for a week: a thousand renewals leave as many listeners, timers, answers and elements as ten', async () => {
    const added = [window, document].map(target => vi.spyOn(target, 'addEventListener'))
    const removed = [window, document].map(target => vi.spyOn(target, 'removeEventListener'))
    const calls = (spies: typeof added | typeof removed) => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    // a number that changes now and then is counted to; the answer itself is another one each time
    next = () => Math.floor(asks / 100)
    await open()
    await rounds(10)
    const held = () => ({
      listeners: calls(added) - calls(removed),
      timers: vi.getTimerCount(),
      answers: [...(answers.cache?.keys() ?? [])].length,
      elements: document.querySelectorAll('*').length,
    })
    const before = held()
    const askedBefore = asks
    await rounds(1000)
    expect(asks - askedBefore).toBeGreaterThanOrEqual(999)
    expect(held()).toEqual(before)
    expect(before.listeners).toBeGreaterThan(0)
    expect(before.timers).toBeGreaterThan(0)
    expect(before.answers).toBeGreaterThan(0)
  })

  it('keeps the numbers of before where a renewal fails, and says that they are old', async () => {
    next = () => 41
    await open()
    expect(screen.getByText('41')).toBeTruthy()
    expect(screen.queryByText('没有更新')).toBeNull()
    next = () => 'failed'
    await rounds(3)
    expect(screen.getByText('41')).toBeTruthy()
    expect(screen.getByText('没有更新')).toBeTruthy()
    expect(screen.getByText(/数据截至 2026-11-22 10:41/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    next = () => 42
    await rounds(3)
    expect(screen.getByText('42')).toBeTruthy()
    expect(screen.queryByText('没有更新')).toBeNull()
  })

  it('asks nothing while nobody sees it, and once when it is seen again', async () => {
    await open()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const before = asks
    await rounds(20)
    expect(asks).toBe(before)
    hidden.mockReturnValue(false)
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(asks).toBe(before + 1)
  })

  it('does not ask again for what has no answer yet, as while somebody has to sign in again', async () => {
    await open()
    const before = asks
    next = () => 'silent'
    await rounds(50)
    expect(asks).toBe(before + 1)
  })

  it('has its buttons out of sight when nobody has stirred for five seconds, and back at the first move', async () => {
    await open()
    const wall = document.querySelector('.screen')!
    expect(wall.className).not.toContain('is-idle')
    await rounds(5)
    expect(wall.className).toContain('is-idle')
    // they stay where the keyboard finds them
    expect(screen.getByRole('button', { name: '退出大屏' })).toBeTruthy()
    for (const stir of [new Event('pointermove'), new KeyboardEvent('keydown', { key: 'Tab' }), new Event('focusin')]) {
      act(() => void window.dispatchEvent(stir))
      expect(wall.className).not.toContain('is-idle')
      await rounds(6)
      expect(wall.className).toContain('is-idle')
    }
  })

  it('is for the night or for the day, as somebody has chosen on this machine', async () => {
    const ground = () => document.querySelector<HTMLElement>('.screen')!.style.getPropertyValue('--wall-ground')
    await open()
    const night = ground()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    fireEvent.click(screen.getByRole('button', { name: '日间' }))
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(ground()).not.toBe(night)
    cleanup()
    await open()
    expect(document.documentElement.dataset['theme']).toBe('light')
    fireEvent.click(screen.getByRole('button', { name: '夜间' }))
    expect(ground()).toBe(night)
  })

  it('stands in three columns, the figures above the picture, and says which time it is of', async () => {
    const named = (name: string, side?: 'left' | 'right') => ({ ...widget, name, ...(side ? { side } : {}) })
    const widgets = [named('one', 'left'), named('two'), named('three', 'right')]
    await open({ ...page, widgets })
    const columns = [...document.querySelectorAll('.screen-columns > *')]
    const inside = columns.map(one =>
      [...one.querySelectorAll<HTMLElement>('[data-widget]')].map(at => at.dataset['widget']),
    )
    expect(inside).toEqual([['one'], ['two'], ['three']])
    expect(document.querySelector('.screen-figures [data-widget=two]')).not.toBeNull()
    expect(document.querySelector('.screen-looked')?.textContent).toMatch(/^2\d{3}年数据截至 /)
  })

  it.each([
    [1920, 1080, 1.5, false],
    [2560, 1440, 2, false],
    [7680, 2160, 3, true],
  ])('fills %i × %i: as large as it may be, and wide where it is two screens', async (width, height, by, isWide) => {
    window.innerWidth = width
    window.innerHeight = height
    await open()
    const stage = document.querySelector<HTMLElement>('.screen-stage')!
    const { style } = stage
    expect([style.width, style.height, style.transform]).toEqual([
      `${width / by}px`,
      `${height / by}px`,
      `scale(${by})`,
    ])
    expect(stage.classList.contains('is-wide')).toBe(isWide)
  })

  it('is dark whatever its reader has chosen, and leaves the choice as it was', async () => {
    setLook(app, { theme: 'light', density: 'default', weak: false })
    await open()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    setLook(app, { theme: 'light', density: 'compact', weak: true })
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact' })
    cleanup()
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(look(app).get().theme).toBe('light')
  })

  it('is light on paper, and then dark again', () => {
    setLook(app, { theme: 'dark', density: 'default', weak: false })
    const stop = installPrintLook(app)
    window.dispatchEvent(new Event('beforeprint'))
    expect(document.documentElement.dataset['theme']).toBe('light')
    window.dispatchEvent(new Event('afterprint'))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    stop()
  })
})
