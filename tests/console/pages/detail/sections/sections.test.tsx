import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { DetailField, DetailPage, Table } from '../../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../../../src/console/data/config/expressions.ts'
import { Comparison } from '../../../../../src/console/pages/detail/sections/Comparison.tsx'
import { compileSections } from '../../../../../src/console/pages/detail/sections/compile.ts'
import { SectionView } from '../../../../../src/console/pages/detail/sections/Sections.tsx'
import { Framed, FrameView } from '../../../../../src/console/pages/detail/tabs/FrameView.tsx'
import { TableView } from '../../../../../src/console/pages/detail/tabs/TableView.tsx'
import { appFacts, boot } from '../../../support/boot.ts'
import { field, LIST } from '../../../support/pages.ts'
import { app, render } from '../../../support/app.tsx'

const table: Table = {
  name: 'figures',
  label: '各地',
  source: { ...LIST, name: 'thing.figures', path: '/api/thing/figures' },
  args: { taskId: '=row.id' },
  visible: "=row.kind == '1'",
  columns: [
    { name: 'areaName', label: '地区' },
    { name: 'total', label: '件数', number: true, unit: '件' },
    { name: 'done', label: '完成', flag: true },
  ],
}
const page: DetailPage = {
  kind: 'detail',
  route: 'thing/detail',
  title: '事物',
  dictionaries: {},
  entity: { name: 'thing', label: '事物', key: 'id', title: 'name' },
  source: LIST,
  facts: [],
  sections: [],
  actions: [],
  tabs: [],
  tables: [table],
  print: true,
}

let asked: { url: string; body: Row }[]
let answer: () => Response
const ok = (data: unknown) => () => new Response(JSON.stringify({ resultCode: '0', data }))

beforeEach(async () => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot'))
      return new Response(
        JSON.stringify(
          boot({
            manifest: {
              version: 'v1',
              pages: { 'thing/form': { kind: 'form', hash: 'form', title: '登记', calls: [], links: [] } },
              app: appFacts,
              locales: {},
            },
          }),
        ),
      )
    asked.push({ url, body: init.body ? (JSON.parse(String(init.body)) as Row) : {} })
    return answer()
  })
  await loadBoot(app, 'thing/detail')
  await loadExpressions(page)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const texts = (selector: string) => [...document.querySelectorAll(selector)].map(one => one.textContent)
const show = (row: Row, one = table) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <TableView page={page} table={one} row={row} />
    </SWRConfig>,
  )

describe('figures of another call', () => {
  it('asks with the record’s arguments; numbers have separators and their unit, flags words, nothing a dash', async () => {
    answer = ok([
      { areaName: '大通区', total: 12345, done: 1 },
      { areaName: '', total: null, done: 0 },
    ])
    show({ id: '7', kind: '1' })
    await screen.findByText('大通区')
    expect(asked.map(({ body }) => body)).toEqual([{ taskId: '7' }])
    expect(texts('td')).toEqual(['大通区', '12,345件', '是', '–', '–', '否'])
  })
  it.each([
    ['a page of rows', { totalRecord: 1, list: [{ areaName: '甲' }] }],
    ['one record', { areaName: '甲' }],
  ])('reads %s', async (_what, data) => {
    answer = ok(data)
    show({ id: '7', kind: '1' })
    await screen.findByText('甲')
    expect(texts('tbody tr')).toHaveLength(1)
  })
  it('asks by the record’s key where no argument is written', async () => {
    answer = ok([])
    const { args: _args, ...bare } = table
    show({ id: '8', kind: '1' }, bare)
    await screen.findByText('暂无数据')
    expect(asked[0]!.body).toEqual({ id: '8' })
  })
  it('asks nothing where it is not shown', () => {
    answer = ok([])
    expect(show({ id: '7', kind: '2' }).container.textContent).toBe('')
    expect(asked).toEqual([])
  })
  it('says what could not be read, and reads it again', async () => {
    answer = () => new Response(JSON.stringify({ resultCode: '1', errMsg: '不行' }))
    show({ id: '7', kind: '1' })
    expect((await screen.findByRole('alert')).textContent).toContain('各地没有读到')
    answer = ok([{ areaName: '乙' }])
    fireEvent.click(screen.getByText('重试'))
    await screen.findByText('乙')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a comparison of what a record said and what it became', () => {
  const compare = (row: Row, fields: DetailField[]) => {
    const [section] = compileSections(app, {
      entity: page.entity,
      dictionaries: {
        kind: [
          ['1', '甲'],
          ['2', '乙'],
        ],
      },
      sections: [{ name: 'all', label: '修正', fields }],
    })
    render(<Comparison section={section!} row={row} />)
    return texts('tbody tr').map((_text, i) =>
      [...document.querySelectorAll('tbody tr')[i]!.children].map(cell => cell.textContent),
    )
  }
  const name = field('name', 'text', { label: '名称' }) as DetailField
  it('says of each line what differs, what is the same and what was not mended', () => {
    const two = { ...name, name: 'phone', label: '电话', against: 'newPhone' }
    const three = { ...name, name: 'site', label: '网址', against: 'newSite' }
    expect(
      compare({ name: '旧', newName: '新', phone: '1', newPhone: '1', site: 'a' }, [
        { ...name, against: 'newName' },
        two,
        three,
      ]),
    ).toEqual([
      ['名称', '旧', '新', '不一致'],
      ['电话', '1', '1', '一致'],
      ['网址', 'a', '–', '未修正'],
    ])
    expect(texts('s')).toEqual(['旧'])
    expect(texts('tr.changed th')).toEqual(['名称'])
  })
  it('strikes nothing out where nothing stood before', () => {
    expect(compare({ newName: '新' }, [{ ...name, against: 'newName' }])).toEqual([['名称', '–', '新', '不一致']])
    expect(texts('s')).toEqual([])
  })
  it('draws both as the field is drawn: names of codes and of areas, each its own', () => {
    const kind = { ...field('kind', 'dict', { label: '种类', dict: 'kind' }), against: 'newKind' } as DetailField
    const area = { ...field('areaCode', 'area', { label: '地区' }), against: 'newAreaCode' } as DetailField
    const row = {
      kind: '1',
      newKind: '2',
      areaCode: '340402',
      areaName: '大通区',
      newAreaCode: '340403',
      newAreaName: '田家庵区',
    }
    expect(compare(row, [kind, area])).toEqual([
      ['种类', '甲', '乙', '不一致'],
      ['地区', '大通区', '田家庵区', '不一致'],
    ])
  })
  it('leaves out what the record does not show', async () => {
    const hidden = { ...name, against: 'newName', visible: "=row.kind == '2'" }
    await loadExpressions({ ...page, tables: [{ ...table, visible: hidden.visible }] })
    expect(compare({ name: '旧', newName: '新', kind: '1' }, [hidden])).toEqual([])
  })
})

describe('rows of a sub-table', () => {
  it('lead on with what stands in them and in the record, where they may and to pages that one has', async () => {
    const links = [
      {
        name: 'keep',
        label: '入库',
        page: 'thing/form',
        args: { url: '=item.url', area: '=row.area' },
        visible: '=item.known != 1',
      },
      { name: 'other', label: '别处', page: 'thing/elsewhere' },
    ]
    const found = {
      ...field('found', 'table', { label: '结果', fields: [field('url', 'text', { label: '网址' })] }),
      links,
    } as DetailField
    const section = { name: 'all', label: '全部', fields: [found] }
    await loadExpressions({ ...page, sections: [section] })
    const [drawn] = compileSections(app, { entity: page.entity, dictionaries: {}, sections: [section] })
    const row = {
      id: '1',
      area: '340402',
      found: [
        { url: 'https://a.example/?x=1', known: 0 },
        { url: 'https://b.example/', known: 1 },
      ],
    }
    render(
      <MemoryRouter>
        <SectionView section={drawn!} row={row} entity={page.entity} />
      </MemoryRouter>,
    )
    expect(texts('tbody tr td:last-child')).toEqual(['入库', ''])
    expect(document.querySelector('.row-links a')?.getAttribute('href')).toBe(
      '/thing/form?url=https%3A%2F%2Fa.example%2F%3Fx%3D1&area=340402',
    )
  })
})

describe('a web page beside its record', () => {
  // outside the document, where nothing is loaded
  const apart = (what: ReactElement): HTMLElement => {
    const host = document.createElement('div')
    host.innerHTML = renderToStaticMarkup(what)
    return host
  }
  const framed = (address: unknown): HTMLElement => apart(<FrameView address={address} title="某店" />)
  it('is offered in a window, and shown here for who asks: many sites refuse it, which looks broken', () => {
    const shown = framed('https://shop.example/1?a=b')
    expect(shown.querySelector('iframe')).toBeNull()
    expect(shown.querySelector('button')!.textContent).toBe('在这里显示')
    expect(shown.querySelector('a')!.getAttribute('href')).toBe('https://shop.example/1?a=b')
    expect(shown.querySelector('a')!.getAttribute('rel')).toContain('noopener')
  })
  it('runs with no origin of ours and is not told where it is shown', () => {
    const frame = apart(<Framed url="https://shop.example/1?a=b" title="某店" />).querySelector('iframe')!
    expect(frame.getAttribute('src')).toBe('https://shop.example/1?a=b')
    expect(frame.getAttribute('sandbox')!.split(' ')).not.toEqual(expect.arrayContaining(['allow-same-origin']))
    expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|popups/)
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  })
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ' https://a', 'shop.example', '', null])(
    'shows no frame and no link for %s',
    address => {
      expect(framed(address).querySelector('iframe, a')).toBeNull()
      expect(framed(address).textContent).toContain('没有可以显示的网址')
    },
  )
})
