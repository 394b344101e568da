import { act, cleanup, screen } from '@testing-library/react'
import { memo, useEffect, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteShown, origins } from '../../../src/console/navigation/origins.ts'
import { useGo } from '../../../src/console/navigation/navigation.ts'
import { tabs } from '../../../src/console/navigation/tabs.ts'
import { app, render } from '../support/app.tsx'

const LIST = { id: 'clue/list', url: '/clue/list?page=3', title: '线索' }
const CLUE = { id: 'clue/one?id=1', url: '/clue/one?id=1', title: '线索详情' }
const NEXT = { id: 'clue/one?id=2', url: '/clue/one?id=2', title: '线索详情' }
const SHOP = { id: 'shop/one?id=9', url: '/shop/one?id=9', title: '网店详情' }

function Probe({ fallback }: { fallback: string }) {
  const go = useGo()
  const { pathname, search } = useLocation()
  return (
    <button type="button" onClick={() => go.back(fallback)}>
      {pathname + search}
    </button>
  )
}
const open = (tab: typeof LIST, how: 'opened' | 'replaced' | 'shown', before?: string): void => {
  tabs(app).open(tab)
  noteShown(origins(app), tab.id, before, how)
}
const back = async (fallback: string, beside?: ReactNode): Promise<string | null> => {
  render(
    <MemoryRouter initialEntries={['/here']}>
      <Probe fallback={fallback} />
      {beside}
    </MemoryRouter>,
  )
  await act(async () => screen.getByRole('button').click())
  return screen.getByRole('button').textContent
}

beforeEach(() => {
  tabs(app).restore('somebody')
  tabs(app).close(
    tabs(app)
      .state()
      .tabs.map(({ id }) => id),
  )
  origins(app).from.clear()
  origins(app).trail.clear()
})
afterEach(cleanup)

describe('back from a record', () => {
  it('leads to the page that it was opened from, as that was left, whatever was looked at in between', async () => {
    open(LIST, 'opened')
    open(SHOP, 'opened', LIST.id)
    open(CLUE, 'opened', LIST.id)
    open(SHOP, 'shown', CLUE.id)
    open(CLUE, 'shown', SHOP.id)
    expect(await back('/clue/all')).toBe(LIST.url)
  })
  it('leads to the record that it was opened from', async () => {
    open(LIST, 'opened')
    open(CLUE, 'opened', LIST.id)
    open(SHOP, 'opened', CLUE.id)
    expect(await back('/shop/list')).toBe(CLUE.url)
  })
  it('leads from the next record, which took the place of the first, to where that came from', async () => {
    open(LIST, 'opened')
    open(CLUE, 'opened', LIST.id)
    tabs(app).close([CLUE.id])
    open(NEXT, 'replaced', CLUE.id)
    expect(await back('/clue/all')).toBe(LIST.url)
  })
  it('leads to the list that it belongs to where that is open, with its filters', async () => {
    open(LIST, 'shown')
    open(CLUE, 'shown')
    expect(await back('/clue/list')).toBe(LIST.url)
  })
  it('and else to that list from its beginning', async () => {
    open(CLUE, 'shown')
    expect(await back('/clue/list')).toBe('/clue/list')
  })
})

describe('whoever may go somewhere', () => {
  it('is not drawn anew when somebody has gone', async () => {
    const drawn = vi.fn()
    const Still = memo(function Still() {
      useGo()
      useEffect(() => drawn())
      return null
    })
    expect(await back('/clue/list', <Still />)).toBe('/clue/list')
    expect(drawn).toHaveBeenCalledOnce()
  })
})
