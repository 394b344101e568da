import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import ListTree from '../../../../src/console/pages/list/ListTree.tsx'
import { readState } from '../../../../src/console/pages/list/query/state.ts'
import { boot } from '../../support/boot.ts'
import { field, LIST, listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const MANY = 25
const labels = [
  { name: '乙类一', group: '2' },
  ...Array.from({ length: MANY }, (_, i) => ({ name: `甲类${i}`, group: '1' })),
  { name: '无类', group: '9' },
]
const tree = {
  label: '标签',
  source: { ...LIST, name: 'label.list', path: '/label/list' },
  args: {},
  filter: 'label',
  name: 'name',
  group: 'group',
  dict: 'kind',
}
const page = {
  ...listPage({ filters: [field('label', 'text'), field('name', 'text')] }),
  dictionaries: { kind: [['1', '甲'] as [string, string], ['2', '乙'] as [string, string]] },
  tree: tree as never,
}
let counted: Record<string, Record<string, unknown>>[]

beforeEach(async () => {
  counted = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot({ own: true })))
    const { tabs } = JSON.parse(String(init.body)) as { tabs?: Record<string, Record<string, unknown>> }
    if (tabs) counted.push(tabs)
    const data = tabs
      ? Object.fromEntries(Object.keys(tabs).map(name => [name, { number: 7, capped: name === '无类' }]))
      : { list: labels }
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the tree of a list offers each value in its group, counted under the other filters, and is chosen or let go', async () => {
  const onQuery = vi.fn()
  const draw = (search: string) => (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ListTree page={page} tree={tree as never} state={readState(app, page, search)} onQuery={onQuery} />
    </SWRConfig>
  )
  render(draw('?name=x'))
  await screen.findByText('7+')
  const heads = screen.getAllByRole('heading').map(head => head.textContent)
  expect(heads).toEqual(['甲', '乙', '其他'])
  await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(MANY + 1))
  // so many at once as one call counts, each beside what else is filtered by
  expect(counted.map(tabs => Object.keys(tabs).length).sort()).toEqual([1, 1, 20, MANY - 20])
  expect(counted.flatMap(tabs => Object.values(tabs)).every(asked => asked['name'] === 'x')).toBe(true)
  expect(counted.flatMap(tabs => Object.entries(tabs)).every(([value, asked]) => asked['label'] === value)).toBe(true)
  const press = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await press(/^乙类一/)
  expect(onQuery.mock.lastCall?.[0]).toMatchObject({ name: 'x', label: '乙类一' })
  cleanup()
  render(draw('?label=乙类一'))
  await screen.findByText('7+')
  expect(screen.getByRole('button', { pressed: true }).textContent).toMatch(/^乙类一/)
  await press(/^乙类一/)
  expect(onQuery.mock.lastCall?.[0]).toMatchObject({ label: '' })
  await press(/^全部/)
  expect(onQuery.mock.lastCall?.[0]).toMatchObject({ label: '' })
})
