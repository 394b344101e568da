import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { DetailPage, ListedTab, Tab } from '../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../../src/console/data/config/expressions.ts'
import { DetailView } from '../../../../src/console/pages/detail/DetailView.tsx'
import { app, render } from '../../support/app.tsx'
import { appFacts, boot } from '../../support/boot.ts'
import { column, field, LIST, listPage } from '../../support/pages.ts'

const list = listPage({ route: 'case/list', columns: [column('name', 'text')] })
const evidence: ListedTab = { name: 'proof', label: '证据', page: 'case/list', filters: { clue: '=row.id' } }
const page: DetailPage = {
  kind: 'detail',
  route: 'clue/one',
  title: '线索详情',
  dictionaries: {},
  entity: { name: 'clue', label: '线索', key: 'id', title: 'name' },
  source: { ...LIST, name: 'clue.one', path: '/api/clue/one' },
  facts: [],
  sections: [{ name: 'all', label: '基本信息', fields: [field('name', 'text')] }],
  actions: [],
  tabs: [evidence],
  tables: ['of units', 'of areas'].map(name => ({
    name,
    label: name,
    source: { ...LIST, name: 'clue.count', path: '/api/clue/count' },
    columns: [{ name: 'n', label: 'n' }],
  })),
  print: false,
}
const RELATED = [
  { entity: 'case', label: '案件', page: 'case/list', filters: { clue: '7' }, number: 2, capped: false },
  { entity: 'letter', label: '移送函', page: 'case/list', filters: { clues: '7' }, number: 10_000, capped: true },
]
let asked: { url: string; body: Row }[]
const ok = (data: unknown) => new Response(JSON.stringify({ resultCode: '0', data }))

async function show(own: boolean, tabs: Tab[] = page.tabs) {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const pages = { 'case/list': { kind: 'list' as const, hash: 'h', title: '案件', calls: [], links: [] } }
    if (url.startsWith('/config/boot'))
      return new Response(
        JSON.stringify(
          boot({ manifest: { version: 'v1', app: appFacts, locales: {}, pages }, ...(own ? { own } : {}) }),
        ),
      )
    if (url.startsWith('/config/page')) return new Response(JSON.stringify(list))
    asked.push({ url, body: init.body ? (JSON.parse(String(init.body)) as Row) : {} })
    if (url.includes('/clue/one')) return ok({ id: '7', name: '甲店' })
    if (url.includes('/clue/count')) return ok([{ n: 'figure' }])
    if (url.includes('/related')) return ok({ tabs: { proof: { number: 3, capped: false } }, related: RELATED })
    return ok({ totalRecord: 1, list: [{ id: '1', name: '甲店案' }] })
  })
  await loadBoot(app, 'clue/one')
  const shown = { ...page, tabs }
  await loadExpressions(shown)
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={['/clue/one?id=7']}>
        <DetailView page={shown} search="?id=7" visit={0} />
      </MemoryRouter>
    </SWRConfig>,
  )
}
const pick = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('tab', { name })))
const calls = (part: string) => asked.filter(({ url }) => url.includes(part)).map(({ body }) => body)

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('what points at a record', () => {
  it('is counted in one call, on the tabs and on one more for what has no tab', async () => {
    await show(true)
    await screen.findByRole('tab', { name: /关联记录/ })
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['详情', '证据3', '关联记录'])
    expect(calls('/related')).toEqual([{ page: 'clue/one', key: '7', tabs: { proof: { clue: '7' } } }])
    expect(calls('/thing/list')).toEqual([])
  })
  it('is listed when it is picked, with the filters that the server named', async () => {
    await show(true)
    await screen.findByRole('tab', { name: /关联记录/ })
    await pick(/关联记录/)
    await screen.findByText('甲店案')
    expect(screen.getByRole('tab', { name: /移送函/ }).textContent).toBe('移送函10,000+')
    await pick(/移送函/)
    await screen.findByText('甲店案')
    expect(calls('/thing/list').map(({ clue, clues }) => [clue, clues])).toEqual([
      ['7', undefined],
      [undefined, '7'],
    ])
  })
  it('stands below a page without tabs, and nothing is read before it is picked', async () => {
    await show(true, [])
    await screen.findByRole('heading', { name: '关联记录' })
    expect(calls('/thing/list')).toEqual([])
    await pick(/案件/)
    await screen.findByText('甲店案')
  })
  it('is not asked for in front of an existing backend', async () => {
    await show(false)
    await screen.findByText('基本信息')
    expect(calls('/related')).toEqual([])
    expect(screen.queryByRole('tab', { name: /关联记录/ })).toBeNull()
  })
})

it('tables stand on the tab that names them, the others on the first', async () => {
  await show(false, [{ name: 'figures', label: '统计', sections: [], tables: ['of areas'], timeline: false }])
  await screen.findByText('of units')
  expect(screen.queryByText('of areas')).toBeNull()
  await pick(/统计/)
  await screen.findByText('of areas')
  expect(screen.queryByText('of units')).toBeNull()
})
