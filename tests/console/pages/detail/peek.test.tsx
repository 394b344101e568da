import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHUT, type Row } from '../../../../src/core/contract/api.ts'
import type { DetailPage, FieldFacts, PageEntry } from '../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { definitionOf } from '../../../../src/console/fields/fields.ts'
import { pointing } from '../../../../src/console/fields/pointing.ts'
import { peek } from '../../../../src/console/navigation/peek.ts'
import { TableView } from '../../../../src/console/pages/detail/tabs/TableView.tsx'
import { TimelineView } from '../../../../src/console/pages/detail/tabs/TimelineView.tsx'
import { PeekPanel } from '../../../../src/console/pages/detail/PeekPanel.tsx'
import { gridKey } from '../../../../src/console/pages/list/grid/gridKeys.ts'
import { useListController } from '../../../../src/console/pages/list/query/useListController.ts'
import { useRowPages } from '../../../../src/console/pages/list/query/useRowPages.ts'
import { installPeeking } from '../../../../src/console/shell/peeking.ts'
import { app, render } from '../../support/app.tsx'
import { appFacts, boot } from '../../support/boot.ts'
import { field, LIST, listPage } from '../../support/pages.ts'

const page: DetailPage = {
  kind: 'detail',
  route: 'shop/show',
  title: '网店详情',
  dictionaries: {},
  entity: { name: 'shop', label: '网店', key: 'id', title: 'name' },
  source: { ...LIST, name: 'shop.one', path: '/api/shop/one' },
  facts: [],
  sections: [
    { name: 'all', label: '基本信息', fields: [field('name', 'text'), field('owner', 'ref', { ref: 'shop' })] },
  ],
  actions: [],
  tabs: [],
  print: true,
}
const entry = (kind: PageEntry['kind'], title: string): PageEntry => ({
  kind,
  title,
  hash: title,
  calls: [],
  links: [],
})
const records = {
  shop: { key: 'id', pages: ['shop/show'], kind: '1' },
  register: { key: 'code', pages: ['register/show'], code: true as const },
  secret: { key: 'id', pages: [] },
}
let stop: () => void
/** What the call of a timeline or a table answers. */
let told: Row[]

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const pages = { 'shop/show': entry('detail', '网店详情'), 'register/show': entry('detail', '主体详情') }
    if (url.startsWith('/config/boot'))
      return new Response(
        JSON.stringify(boot({ manifest: { version: 'v1', app: appFacts, locales: {}, pages, records } })),
      )
    if (url.startsWith('/config/page')) return new Response(JSON.stringify(page))
    const { id, pageNo } = JSON.parse(String(init.body)) as Row
    if (url.includes('/story')) return new Response(JSON.stringify({ resultCode: '0', data: told }))
    if (pageNo !== undefined) {
      const list = [1, 2].map(n => ({ id: (Number(pageNo) - 1) * 2 + n })).filter(row => row.id < 6)
      return new Response(JSON.stringify({ resultCode: '0', data: { totalRecord: 5, list } }))
    }
    const data = { id, name: `店${String(id)}`, owner: '9', ownerName: '总店' }
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  await loadBoot(app, 'shop/show')
  stop = installPeeking(app)
})
afterEach(() => {
  stop()
  cleanup()
  peek(app).set(undefined)
  vi.unstubAllGlobals()
})

const Rows = () => (
  <div className="grid" onKeyDown={event => gridKey(event, () => {})}>
    <table>
      <tbody>
        {['1', '2', '3'].map(id => (
          <tr key={id} className="grid-row" data-row-key={id} tabIndex={-1}>
            <td>
              <button type="button" data-preview="">
                {id}
              </button>
            </td>
            <td>{id === '2' ? '没有网店' : <a href={`/shop/show?id=${id}`} data-peek="">{`网店 ${id}`}</a>}</td>
            <td>
              <a href={`/shop/show?id=${id}0`} data-go="">{`记录 ${id}`}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
const shown = (before?: React.ReactNode) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        {before}
        <Rows />
        <PeekPanel />
      </MemoryRouter>
    </SWRConfig>,
  )
const title = (name: string) => screen.findByRole('heading', { name: new RegExp(name) })
const panel = () => screen.queryByRole('dialog', { name: '预览' })

describe('a record shown beside the list', () => {
  it('opens by a click on a reference, goes on to the next row that has one, and closes to its row', async () => {
    shown()
    fireEvent.click(screen.getByText('网店 1'))
    await title('店1')
    expect(document.activeElement).toBe(panel())
    expect(document.querySelector('[data-peeked]')?.getAttribute('data-row-key')).toBe('1')
    fireEvent.keyDown(panel()!, { key: 'ArrowDown' })
    await title('店3')
    expect(screen.getByRole('button', { name: '下一行' })).toHaveProperty('disabled', true)
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(panel()).toBeNull())
    expect((document.activeElement as HTMLElement).dataset.rowKey).toBe('3')
    expect(document.querySelector('[data-peeked]')).toBeNull()
  })
  it('opens by Enter on a row, and follows the focus from row to row', async () => {
    shown()
    const [first, second] = [...document.querySelectorAll<HTMLElement>('tr')]
    first!.focus()
    fireEvent.keyDown(first!, { key: 'Enter' })
    await title('店10')
    second!.focus()
    await title('店20')
    expect(document.activeElement).toBe(second)
  })
  it('leaves a click with Ctrl to the browser, and opens a tab where a dialog would be left', () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    shown(
      <div role="dialog">
        <a href="/shop/show?id=5" data-peek="">
          在弹窗里
        </a>
      </div>,
    )
    // happy-dom would go there
    document.addEventListener('click', event => event.preventDefault(), { once: true })
    fireEvent.click(screen.getByText('网店 1'), { ctrlKey: true })
    fireEvent.click(screen.getByText('在弹窗里'))
    expect(panel()).toBeNull()
    expect(open).toHaveBeenCalledExactlyOnceWith('/shop/show?id=5', '_blank', 'noopener')
  })
  it('follows a reference within itself, and goes back', async () => {
    shown()
    fireEvent.click(screen.getByText('网店 1'))
    fireEvent.click(await screen.findByText('总店'))
    await title('店9')
    fireEvent.click(screen.getByRole('button', { name: '上一条' }))
    await title('店1')
  })
})

describe('a field that names a record', () => {
  const drawn = (facts: Partial<FieldFacts> & Pick<FieldFacts, 'kind'>, row: Row, own = 'clue') => {
    const one = field('f', facts.kind, facts as never)
    const context = { dictionaries: {}, fileBase: '', link: pointing(app, one, own) }
    const { container } = render(definitionOf(one.kind).cell(one, context)(row['f'], row))
    return [...container.querySelectorAll('a')].map(link => [link.getAttribute('href'), link.textContent])
  }
  const toShop = { kind: 'ref' as const, ref: 'shop' }
  const named = { kind: 'text' as const, record: { kind: 'k', key: 'i' } }
  it.each<[string, Partial<FieldFacts> & Pick<FieldFacts, 'kind'>, Row, [string, string][]]>([
    ['a reference', toShop, { f: '7', fName: '七' }, [['/shop/show?id=7', '七']]],
    [
      'each of several references',
      { ...toShop, multiple: true },
      { f: '7,8', fName: '七、八' },
      [
        ['/shop/show?id=7', '七'],
        ['/shop/show?id=8', '八'],
      ],
    ],
    ['a credit code', { kind: 'uscc' }, { f: 'X1' }, [['/register/show?code=X1', 'X1']]],
    ['a name beside kind and key', named, { f: '店', k: '1', i: '7' }, [['/shop/show?id=7', '店']]],
    ['a name of a kind without a page: a text', named, { f: '店', k: '2', i: '7' }, []],
    ['a name without a key: a text', named, { f: '店', k: '1' }, []],
    ['a record that cannot be opened: a text', toShop, { f: '7', fName: '七', [SHUT]: ['f'] }, []],
    ['an entity whose page is out of reach: a text', { kind: 'ref', ref: 'secret' }, { f: '7', fName: '七' }, []],
    ['a field that leads nowhere: a text', { ...toShop, record: false }, { f: '7', fName: '七' }, []],
  ])('draws %s', (_, facts, row, links) => {
    expect(drawn(facts, row)).toEqual(links)
  })
  it('shows no key of a record that is gone', () => {
    drawn(toShop, { f: '7', [SHUT]: ['f'] })
    expect(screen.getByText('（查不到）')).toBeDefined()
    expect(screen.queryByText('7')).toBeNull()
  })
  it('is no link in the rows of its own entity', () => {
    expect(pointing(app, field('code', 'uscc'), 'register')).toBeUndefined()
  })
})

const LISTED = listPage({ pageSize: 2 })
function Listed() {
  const list = useListController(LISTED, useLocation().search)
  return (
    <div ref={useRowPages(list)} data-rows="">
      <table>
        <tbody>
          {list.shown?.rows.map((row, i) => (
            <tr key={i} className="grid-row" data-row-key={String(row['id'])} tabIndex={-1}>
              <td>
                <a href={`/shop/show?id=${String(row['id'])}`} data-peek="">{`行 ${String(row['id'])}`}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

describe('at the end of a page of the list', () => {
  it('↓ goes on to the first row of the next, ↑ back to the last of the former; the list ends where it ends', async () => {
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <Listed />
          <PeekPanel />
        </MemoryRouter>
      </SWRConfig>,
    )
    fireEvent.click(await screen.findByText('行 1'))
    await title('店1')
    expect(screen.getByRole('button', { name: '上一行' })).toHaveProperty('disabled', true)
    for (const next of [2, 3, 4, 5]) {
      fireEvent.keyDown(panel()!, { key: 'ArrowDown' })
      await title(`店${next}`)
    }
    expect(document.querySelector('[data-peeked]')?.getAttribute('data-row-key')).toBe('5')
    expect(screen.getByRole('button', { name: '下一行' })).toHaveProperty('disabled', true)
    fireEvent.keyDown(panel()!, { key: 'ArrowUp' })
    await title('店4')
    expect(document.querySelector('[data-peeked]')?.getAttribute('data-row-key')).toBe('4')
  })
})

describe('rows of timelines and tables', () => {
  const source = { ...LIST, name: 'shop.story', path: '/api/shop/story' }
  const links = async (element: React.ReactNode): Promise<(string | null)[][]> => {
    render(<SWRConfig value={{ provider: () => new Map() }}>{element}</SWRConfig>)
    await screen.findByText('总店')
    return [...document.querySelectorAll('a[data-peek]')].map(link => [link.textContent, link.getAttribute('href')])
  }

  it('lead to the records that they name, where their reader has a page for them', async () => {
    const record = { entity: 'shop', key: '9' }
    told = [
      {
        time: '2026-01-02 03:04:05',
        title: '处理',
        facts: [
          { label: '店', value: '总店', record },
          { label: '密', value: '不能看', record: { entity: 'secret', key: '1' } },
        ],
        text: [{ label: '属于', before: '旧店', after: '新店', afterRecord: { entity: 'shop', key: '8' } }],
      },
    ]
    const timeline = { label: '经过', source, time: 'time', title: 'title', facts: 'facts', text: 'text' }
    expect(await links(<TimelineView page={page} timeline={timeline} row={{ id: '1' }} />)).toEqual([
      ['总店', '/shop/show?id=9'],
      ['新店', '/shop/show?id=8'],
    ])
  })

  it('say by their columns which records those are', async () => {
    told = [
      { name: '总店', kind: '1', of: '9', code: 'X1' },
      { name: '没有编号的', kind: '1', of: '' },
      { name: '密', kind: '7', of: '3' },
      { name: '看不到的', kind: '1', of: '4', [SHUT]: ['name'] },
    ]
    const columns = [
      { name: 'name', label: '名称', record: { kind: 'kind', key: 'of' } },
      { name: 'code', label: '代码', record: { entity: 'register', key: 'code' } },
    ]
    const table = { name: 'a', label: '所涉', source, columns }
    expect(await links(<TableView page={page} table={table} row={{ id: '1' }} />)).toEqual([
      ['总店', '/shop/show?id=9'],
      ['X1', '/register/show?code=X1'],
    ])
  })
})
