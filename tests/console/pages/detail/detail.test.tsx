import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Activity } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Action, Course, DetailPage, ListedTab, ListPage } from '../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { renew } from '../../../../src/console/data/http/query.ts'
import { loadExpressions } from '../../../../src/console/data/config/expressions.ts'
import { provideFeedback } from '../../../../src/console/feedback/notice.ts'
import { DetailView } from '../../../../src/console/pages/detail/DetailView.tsx'
import { fixedFilters } from '../../../../src/console/pages/detail/tabs/TabList.tsx'
import { recordTitle } from '../../../../src/console/pages/parts/recordTitle.ts'
import {
  rememberSequence,
  positionIn,
  neighbourKey,
  sequenceOf,
  type RecordSequence,
} from '../../../../src/console/navigation/recordSequence.ts'
import { appFacts, boot } from '../../support/boot.ts'
import { column, field, LIST, listPage } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const ok = (data: unknown) => new Response(JSON.stringify({ resultCode: '0', data }))
const list: ListPage = listPage({
  route: 'thing/list',
  columns: [column('name', 'text', { page: 'thing/detail' })],
  sort: undefined as never,
})
const call = (name: string, path: string) => ({ ...LIST, name, path })
const page: DetailPage = {
  kind: 'detail',
  route: 'thing/detail',
  title: '事物详情',
  dictionaries: {},
  entity: list.entity,
  source: call('thing.one', '/api/thing/one'),
  parent: 'thing/list',
  facts: [field('kind', 'text', { label: '种类' })],
  sections: [
    {
      name: 'all',
      label: '基本信息',
      fields: [
        field('name', 'text', { label: '名称' }),
        field('phone', 'phone', { label: '电话', mask: 'phone' }),
        field('bad', 'table', { label: '明细', fields: [] }),
      ],
    },
  ],
  actions: [],
  tabs: [{ name: 'same', label: '同类', page: 'thing/list', filters: { name: '=row.kind' } }],
  timeline: {
    label: '办理经过',
    source: call('thing.history', '/api/thing/history'),
    args: { key: '=row.id' },
    time: 'time',
    title: 'title',
    person: 'by',
    text: 'changes',
  },
  print: true,
}
let history: Row[]
const SAVED = [
  { time: '2026-01-02 03:04:05', title: '保存', by: '张三', changes: [{ label: '名称', before: '甲', after: '乙' }] },
]

let asked: { url: string; body: Row }[]
let marks: Row
let refusal: Response | undefined
let unread: number | undefined
const of = (part: string) => asked.filter(({ url }) => url.includes(part))

beforeEach(async () => {
  asked = []
  marks = {}
  history = SAVED
  refusal = undefined
  unread = undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const entry = { kind: 'list' as const, hash: 'list', title: '事物', calls: [], links: [] }
    if (url.startsWith('/config/boot'))
      return new Response(
        JSON.stringify(
          boot({ manifest: { version: 'v1', app: appFacts, locales: {}, pages: { 'thing/list': entry } } }),
        ),
      )
    if (url.startsWith('/config/page')) return new Response(JSON.stringify(list))
    const body = init.body ? (JSON.parse(String(init.body)) as Row) : {}
    asked.push({ url, body })
    if (url.includes('/thing/one'))
      return unread
        ? new Response('{}', { status: unread })
        : ok({ id: body.id, name: `名${String(body.id)}`, kind: '甲类', phone: '138****1234', ...marks })
    if (url.includes('/api-console/reveal')) return refusal ?? ok({ value: '13800001234' })
    if (url.includes('/thing/history')) return ok(history)
    return ok({
      totalRecord: 5,
      list: [
        { id: `${String(body.pageNo)}1`, name: '一' },
        { id: `${String(body.pageNo)}2`, name: '二' },
      ],
    })
  })
  await loadBoot(app, 'thing/detail')
  await loadExpressions(page)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Where = () => <output>{useLocation().search}</output>
const fresh = { provider: () => new Map() }
const detail = (search: string, mode: 'visible' | 'hidden' = 'visible', of = page) => (
  <SWRConfig value={fresh}>
    <MemoryRouter initialEntries={[`/thing/detail${search}`]}>
      <Activity mode={mode}>
        <DetailView page={of} search={search} visit={0} />
      </Activity>
      <Where />
    </MemoryRouter>
  </SWRConfig>
)
const show = (search = '?id=7') => render(detail(search))
const sequence = (more: Partial<RecordSequence> = {}): RecordSequence => ({
  id: 'thing/list',
  list,
  source: list.source,
  keys: ['11', '12'],
  page: 1,
  size: 2,
  total: 5,
  within: false,
  argsOf: pageNo => ({ pageNo, pageRowNo: 2 }),
  ...more,
})

describe('from one record to the next', () => {
  it('follows the rows of the list, and reads its next page when it gets there', async () => {
    rememberSequence(app, sequence())
    const found = sequenceOf(app, 'thing/detail', '12') as RecordSequence
    expect(positionIn(found, '12')).toBe(2)
    expect(await neighbourKey(app, found, '11', 1)).toBe('12')
    expect(await neighbourKey(app, found, '11', -1)).toBe(undefined)
    expect(asked).toEqual([])
    expect(await neighbourKey(app, found, '12', 1)).toBe('21')
    expect(of('/thing/list')[0]?.body).toEqual({ pageNo: 2, pageRowNo: 2 })
    expect(positionIn(sequenceOf(app, 'thing/detail', '21') as RecordSequence, '21')).toBe(3)
  })

  it('a list within a record is followed only by who comes from it', () => {
    rememberSequence(app, sequence())
    rememberSequence(app, sequence({ id: 'within', within: true, keys: ['12', '13'] }))
    expect(sequenceOf(app, 'thing/detail', '12')?.id).toBe('thing/list')
    expect(sequenceOf(app, 'thing/detail', '12', 'within')?.id).toBe('within')
    expect(sequenceOf(app, 'other/detail', '12')).toBe(undefined)
  })

  it('buttons say where one is and go on', async () => {
    rememberSequence(app, sequence())
    show('?id=11')
    expect(screen.getByText('第 1 条，共 5 条')).toBeTruthy()
    expect((screen.getByLabelText('上一条') as HTMLButtonElement).disabled).toBe(true)
    await act(async () => {
      fireEvent.click(screen.getByLabelText('下一条'))
    })
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('?id=12'))
  })
})

describe('a masked value', () => {
  it('is shown in place to whoever may, when asked for, and hidden again when the page is left', async () => {
    marks = { $revealable: ['phone'] }
    const { rerender } = show()
    const button = await screen.findByRole('button', { name: '显示 电话' })
    expect(document.body.textContent).not.toContain('13800001234')
    expect(of('/api-console/reveal')).toEqual([])
    await act(async () => {
      fireEvent.click(button)
    })
    const value = await screen.findByText('13800001234')
    expect(of('/api-console/reveal')[0]?.body).toEqual({ entity: 'thing', key: '7', field: 'phone' })
    expect(document.activeElement).toBe(value)
    rerender(detail('?id=7', 'hidden'))
    rerender(detail('?id=7'))
    expect(await screen.findByRole('button', { name: '显示 电话' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('13800001234')
  })

  it('has no button for others, and stays masked where the server refuses, with the words of the catalogue', async () => {
    const said: string[] = []
    provideFeedback(app, {
      notice: ({ text }) => {
        said.push(text)
      },
      ask: async () => false,
    })
    const { unmount } = show()
    expect(await screen.findByText('138****1234')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '显示 电话' })).toBe(null)
    unmount()
    marks = { $revealable: ['phone'] }
    refusal = new Response(JSON.stringify({ resultCode: '403' }), { status: 403 })
    show()
    const button = await screen.findByRole('button', { name: '显示 电话' })
    await act(async () => {
      fireEvent.click(button)
    })
    await waitFor(() => expect(said).toEqual(['没有权限，请联系管理员']))
    expect(screen.getByText('138****1234')).toBeTruthy()
  })
})

describe('the head of a record', () => {
  const button = (name: string, more: Partial<Action> = {}): Action => ({
    name,
    label: name,
    on: ['page'],
    origin: 'test.yaml:1:1',
    call: call(`thing.${name}`, `/api/thing/${name}`),
    ...more,
  })
  const step = (name: string, more: Partial<Action> = {}) => button(name, { transition: name, ...more })
  const course: Course = {
    field: 'state',
    states: {
      open: { label: '待办', next: { transition: 'lend', to: 'lent' } },
      lent: { label: '借出', days: 5, next: { transition: 'back', to: 'shut' } },
      shut: { label: '归还', closed: true },
    },
  }
  const headOf = async (of: Partial<DetailPage>) => {
    render(detail('?id=7', 'visible', { ...page, course, ...of }))
    const head = (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement
    return { head, buttons: () => within(head).getAllByRole('button') }
  }
  const filled = (all: HTMLElement[]) =>
    all.filter(one => one.className.includes('primary')).map(one => one.textContent)

  it('has the step that usually comes next last, and alone filled; others wait behind 更多', async () => {
    marks = { state: 'lent', $may: ['back', 'lose', 'urge'] }
    const actions = [button('a'), step('back'), step('lose', { danger: true }), button('b'), step('urge'), button('c')]
    const { buttons } = await headOf({ actions })
    expect(buttons().map(one => one.textContent)).toEqual(['a', 'lose', 'b', '更多', 'back'])
    expect(filled(buttons())).toEqual(['back'])
    fireEvent.click(screen.getByRole('button', { name: '更多' }))
    expect(screen.getAllByRole('menuitem').map(one => one.textContent)).toEqual(['urge', 'c'])
    await act(async () => {
      fireEvent.click(screen.getByRole('menuitem', { name: 'c' }))
    })
    await waitFor(() => expect(of('/thing/c')).toHaveLength(1))
    expect(screen.queryByRole('menuitem')).toBe(null)
  })

  it('fills what the page says before it, and never two', async () => {
    marks = { state: 'open', $may: ['lend'] }
    const { buttons } = await headOf({
      actions: [step('lend'), button('p', { primary: true }), button('q', { primary: true })],
    })
    expect(filled(buttons())).toEqual(['p'])
    expect(buttons().at(-1)?.textContent).toBe('p')
  })

  it('fills none where the next step is not this person’s', async () => {
    marks = { state: 'open', $may: ['lose'] }
    const { buttons } = await headOf({ actions: [step('lend'), step('lose', { danger: true })] })
    expect(buttons().map(one => one.textContent)).toEqual(['lose'])
    expect(filled(buttons())).toEqual([])
  })

  it('draws the way: what is behind it for how long, where it is, what comes; the limit stands where it is', async () => {
    marks = { state: 'lent', limit: '2026-01-20 12:00:00' }
    history = [
      { time: '2026-01-05 03:04:05', title: '借出', fromStatus: 'open', toStatus: 'lent' },
      { time: '2026-01-02 09:00:00', title: '开', fromStatus: '', toStatus: 'open' },
    ]
    const facts = [...page.facts, field('limit', 'limit', { label: '期限' })]
    const { head } = await headOf({ facts })
    const line = within(head).getByRole('list', { name: '办理进度' })
    await waitFor(() => expect(within(line).getAllByRole('listitem')).toHaveLength(3))
    const [passed, present, ahead] = within(line).getAllByRole('listitem')
    expect(passed?.className).toBe('passed')
    expect(passed?.textContent).toMatch(/^待办01-05/)
    expect(present?.getAttribute('aria-current')).toBe('step')
    expect(present?.textContent).toMatch(/^借出超期 \d+ 个工作日|^借出超期/)
    expect(ahead?.textContent).toBe('归还')
    expect(within(head).queryByText('期限')).toBe(null)
  })

  it('of an end is a way with nothing ahead, and of what has neither before nor after there is none', async () => {
    marks = { state: 'shut' }
    history = [{ time: '2026-01-05 03:04:05', title: '还', fromStatus: 'lent', toStatus: 'shut' }]
    const { head } = await headOf({})
    const stages = await within(head).findAllByRole('listitem')
    expect(stages.map(one => `${one.className} ${one.textContent}`)).toEqual([
      'passed 借出01-05',
      'passed 归还2026-01-05',
    ])
    cleanup()
    history = []
    marks = { state: 'shut' }
    expect(within((await headOf({})).head).queryByRole('list')).toBe(null)
  })
})

describe('a detail page', () => {
  it('tells the history at the right: who, when, and what it was before', async () => {
    show()
    const entry = await screen.findByText('张三')
    const item = entry.closest('li') as HTMLElement
    expect(item.textContent).toContain('2026-01-02 03:04')
    expect(item.textContent).toContain('名称：甲 → 乙')
    expect(of('/thing/history')[0]?.body).toEqual({ key: '7' })
  })

  it('folds many changes where other entries follow, and unfolds the only one', async () => {
    const many = { ...SAVED[0], changes: ['甲', '乙', '丙', '丁'].map(label => ({ label, before: '', after: '1' })) }
    const isOpen = async () => (await screen.findByText('修改了 4 项')).closest('details')?.open
    history = [many]
    const { unmount } = show()
    expect(await isOpen()).toBe(true)
    unmount()
    history = [many, ...SAVED]
    show('?id=8')
    expect(await isOpen()).toBe(false)
  })

  it('a list of a tab is read when the tab is opened, for this record alone', async () => {
    show()
    await screen.findByRole('tab', { name: '同类' })
    expect(of('/thing/list')).toEqual([])
    await act(async () => {
      fireEvent.click(screen.getByRole('tab', { name: '同类' }))
    })
    await waitFor(() => expect(document.querySelectorAll('[data-row-key]')).toHaveLength(2))
    expect(of('/thing/list')[0]?.body).toMatchObject({ name: '甲类', pageNo: 1 })
    fireEvent.keyDown(screen.getByRole('tab', { name: '同类' }), { key: 'ArrowRight' })
    expect(screen.getByRole('tab', { name: '详情' }).getAttribute('aria-selected')).toBe('true')
  })

  it('stays when it cannot be read again, and says so; what one may not see any more does not', async () => {
    // the cache that is renewed after a change is the one of all pages
    render(
      <MemoryRouter initialEntries={['/thing/detail?id=77']}>
        <DetailView page={page} search="?id=77" visit={0} />
      </MemoryRouter>,
    )
    await screen.findByText('基本信息')
    unread = 500
    await act(() => renew())
    expect((await screen.findByText(/没有读到最新的数据/)).textContent).toContain('服务器错误')
    expect(screen.getByText('基本信息')).toBeTruthy()
    unread = undefined
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '重试' }))
    })
    await waitFor(() => expect(screen.queryByText(/没有读到最新的数据/)).toBe(null))
    unread = 403
    await act(() => renew())
    await screen.findByText(/没有权限/)
    expect(screen.queryByText('基本信息')).toBe(null)
  })

  it('whose address names no record asks for none, and says where records are', async () => {
    show('')
    expect(await screen.findByText(/没有写明是哪一条事物，请从列表打开/)).toBeTruthy()
    expect(of('/thing/one')).toEqual([])
  })

  it('whose button exports the record does so with the columns of the list it belongs to', async () => {
    const action: Action = {
      name: 'save',
      label: '留存',
      on: ['page'],
      origin: 'test.yaml:1:1',
      call: call('thing.save', '/api/thing/save'),
      // oxlint-disable-next-line no-thenable -- a word of the YAML
      then: 'export',
    }
    render(detail('?id=7', 'visible', { ...page, actions: [action] }))
    await act(async () => {
      fireEvent.click(await screen.findByRole('button', { name: '留存' }))
    })
    await waitFor(() =>
      expect(of('/api-console/exports')[0]?.body).toMatchObject({ call: 'thing.list', route: list.route, keys: ['7'] }),
    )
  })

  it('without a value to look for there is no list rather than all of it', () => {
    const [tab] = page.tabs as ListedTab[]
    expect(fixedFilters(app, page, tab!, list, { kind: '' })).toBe(undefined)
    expect(fixedFilters(app, page, tab!, list, { kind: '甲类' })).toEqual({ name: '甲类' })
  })

  it('whose parts stand on tabs opens with the first of them, and what no tab names stands on the first', async () => {
    const parts: DetailPage = {
      ...page,
      tabs: [
        { name: 'base', label: '基本', sections: ['all'], timeline: false },
        ...page.tabs,
        { name: 'route', label: '流转', sections: [], timeline: true },
      ],
    }
    const { rerender } = render(detail('?id=7', 'visible', parts))
    expect((await screen.findAllByRole('tab')).map(tab => tab.textContent)).toEqual(['基本', '同类', '流转'])
    expect(await screen.findByText('基本信息')).toBeTruthy()
    expect(screen.queryByText('办理经过')).toBe(null)
    await act(async () => {
      fireEvent.click(screen.getByRole('tab', { name: '流转' }))
    })
    expect(await screen.findByText('保存')).toBeTruthy()
    expect(screen.queryByText('基本信息')).toBe(null)
    // what no tab names stands on the first one
    rerender(detail('?id=7', 'visible', { ...parts, tabs: parts.tabs.slice(1) }))
    expect((await screen.findAllByRole('tab')).map(tab => tab.textContent)).toEqual(['详情', '同类', '流转'])
    await act(async () => {
      fireEvent.click(screen.getByRole('tab', { name: '详情' }))
    })
    expect(await screen.findByText('基本信息')).toBeTruthy()
    expect(screen.queryByText('办理经过')).toBe(null)
  })

  it('tells in its timeline all that was decided, written and handed in, whole and with its files', async () => {
    const told = `${'逐店核查，'.repeat(60)}已责令下架。`
    history = [
      {
        time: '2026-01-02 03:04:05',
        title: '处理',
        by: '乙局 张三',
        facts: [
          { label: '处理方式', value: '责令限期改正' },
          { label: '处置措施', value: told },
        ],
        text: '情况属实',
        papers:
          '/file/0123456789abcdef0123456789abcdef/%E7%8E%B0%E5%9C%BA.png,/file/0123456789abcdef0123456789abcdee/a.pdf',
      },
    ]
    const timeline = { ...page.timeline!, facts: 'facts', text: 'text', files: 'papers' }
    render(detail('?id=7', 'visible', { ...page, timeline }))
    const aside = await screen.findByRole('complementary', { name: '办理经过' })
    expect(await within(aside).findByText(told)).toBeTruthy()
    expect(within(aside).getByText('责令限期改正')).toBeTruthy()
    expect(within(aside).getByText('乙局 张三')).toBeTruthy()
    expect(aside.querySelector('.papers a')?.textContent).toBeTruthy()
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '打印' }))
    })
    const preview = await screen.findByRole('dialog', { name: '打印预览' })
    expect(await within(preview).findByText(`处置措施：${told}`)).toBeTruthy()
    expect(preview.textContent).toContain('a.pdf')
  })

  it('R2.26 prints from a preview with who and when, above everything else at 20002', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    show()
    await screen.findByRole('heading', { name: '名7' })
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '打印' }))
    })
    const preview = await screen.findByRole('dialog', { name: '打印预览' })
    expect(preview.style.zIndex).toBe('20002')
    expect(preview.textContent).toMatch(/打印人：张三　打印时间：\d{4}-\d\d-\d\d \d\d:\d\d/)
    await waitFor(() =>
      expect([...preview.querySelectorAll('.sub-table td')].map(cell => cell.textContent)).toEqual([
        '2026-01-02 03:04',
        '保存',
        '张三',
        '名称：甲 → 乙',
      ]),
    )
    const buttons = [...preview.querySelectorAll('button')].map(button => button.textContent)
    expect(buttons).toEqual(['打印', '关闭'])
    fireEvent.click(preview.querySelector('button') as HTMLElement)
    expect(print).toHaveBeenCalledOnce()
    fireEvent.keyDown(preview, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})

describe('steps of a workflow', () => {
  it('that lack something are shown and locked, with what they lack', async () => {
    const judge = { name: 'judge', label: '决定', on: ['page' as const], origin: '', call: LIST, transition: 'judge' }
    const lacks = '告知书 11-20 送达，11-27 之后可以决定'
    marks = { $may: [], $why: { judge: lacks }, $locked: { judge: lacks } }
    render(
      <SWRConfig value={fresh}>
        <MemoryRouter>
          <DetailView page={{ ...page, actions: [judge] }} search="?id=78" visit={0} />
        </MemoryRouter>
      </SWRConfig>,
    )
    const button = await screen.findByRole('button', { name: '决定' })
    expect([button.hasAttribute('disabled'), button.getAttribute('title')]).toEqual([true, lacks])
    // and without pointing at it
    expect(document.querySelector('.waiting')?.textContent).toBe(`决定${lacks}`)
  })
  it('that are not offered say why, in the server’s words; those that are say nothing', async () => {
    const step = (name: string, label: string) => ({
      name,
      label,
      on: ['page' as const],
      origin: '',
      call: LIST,
      transition: name,
    })
    const elsewhere = '不在您手里：由当前办理单位“乙局”办理'
    marks = { $may: ['pf'], $why: { sl: elsewhere, th: elsewhere, cl: '须先受理', archive: '由系统自动进行' } }
    const STEPS = [step('pf', '派发'), step('sl', '受理'), step('th', '退回'), step('cl', '处理')]
    render(
      <SWRConfig value={fresh}>
        <MemoryRouter>
          <DetailView page={{ ...page, actions: STEPS }} search="?id=78" visit={0} />
        </MemoryRouter>
      </SWRConfig>,
    )
    await screen.findByRole('button', { name: '派发' })
    expect(screen.queryByRole('button', { name: '受理' })).toBeNull()
    expect([...document.querySelectorAll('.missing-buttons dl > div')].map(one => one.textContent)).toEqual([
      `${elsewhere}受理、退回`,
      '须先受理处理',
    ])
  })
})

describe('what goes on by itself', () => {
  it('is read again while it does, and no longer', async () => {
    const going: DetailPage = { ...page, refresh: { when: "=row.state == '2'", every: 2 } }
    await loadExpressions(going)
    marks = { state: '2' }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      // among the answers that all share, as in the console
      render(
        <MemoryRouter>
          <DetailView page={going} search="?id=77" visit={0} />
        </MemoryRouter>,
      )
      await screen.findByRole('heading', { name: '名77' })
      const first = of('/thing/one').length
      await act(async () => {
        vi.advanceTimersByTime(2000)
      })
      await waitFor(() => expect(of('/thing/one').length).toBe(first + 1))
      marks = { state: '3' }
      await act(async () => {
        vi.advanceTimersByTime(2000)
      })
      await waitFor(() => expect(of('/thing/one').length).toBe(first + 2))
      await act(async () => {
        vi.advanceTimersByTime(20_000)
      })
      expect(of('/thing/one').length).toBe(first + 2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what a record is called', () => {
  it('is its title, or the name of the code that stands there', () => {
    const coded = {
      ...page,
      entity: { ...page.entity, title: 'kind' },
      dictionaries: { kind: [['1', '甲类'] as [string, string]] },
      sections: [{ name: 'all', label: '全部', fields: [field('kind', 'dict', { dict: 'kind' })] }],
    }
    expect(recordTitle(page, { name: '某店' })).toBe('某店')
    expect(recordTitle(coded, { kind: '1' })).toBe('甲类')
    expect(recordTitle(coded, { kind: '9' })).toBe('9')
    expect(recordTitle(coded, {})).toBe('')
  })
})
