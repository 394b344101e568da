import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action, Filter, ListTab } from '../../../../src/core/contract/configuration.ts'
import { EMPTY } from '../../../../src/core/contract/filter-words.ts'
import { definitionOf } from '../../../../src/console/fields/fields.ts'
import { MOST_VALUES } from '../../../../src/core/contract/api.ts'
import { currentConfig } from '../../../../src/console/data/config/config.ts'
import { provideFeedback } from '../../../../src/console/feedback/notice.ts'
import { TextFilter } from '../../../../src/console/fields/filters/filters.tsx'
import { pastedValues } from '../../../../src/console/fields/values/pasted.ts'
import { filterArgs } from '../../../../src/console/fields/values/query.ts'
import { spansOf } from '../../../../src/console/fields/values/spans.ts'
import { ActiveFilters } from '../../../../src/console/pages/list/ActiveFilters.tsx'
import { ListEmpty } from '../../../../src/console/pages/list/ListEmpty.tsx'
import { compileList } from '../../../../src/console/pages/list/columns/columns.tsx'
import { Grid } from '../../../../src/console/pages/list/grid/Grid.tsx'
import { activeView, isAsInView } from '../../../../src/console/pages/list/panels/views.ts'
import { filterWords } from '../../../../src/console/pages/list/jobs/filterSummary.ts'
import { filterOf } from '../../../../src/console/pages/list/query/cellFilter.ts'
import { remember, remembered } from '../../../../src/console/pages/list/query/remembered.ts'
import { listArgs, readState, searchBehind, writeState } from '../../../../src/console/pages/list/query/state.ts'
import type { AskedFilter } from '../../../../src/console/pages/list/query/tabs.ts'
import type { ListCommands } from '../../../../src/console/pages/list/query/useListController.ts'
import { useCellMenu } from '../../../../src/console/pages/list/useCellMenu.tsx'
import { column, field, LIST, listPage } from '../../support/pages.ts'
import { app } from '../../support/app.tsx'
import { answers, eachAnew, shown, start } from '../../support/started.tsx'

eachAnew()
const page = listPage()

describe('the words of a filter', () => {
  const kinds = field('kind', 'dict', { dict: 'kind' })
  const entries = page.dictionaries['kind'] ?? []
  const control = async (of: AskedFilter, value: string) => {
    await start()
    const boot = currentConfig(app).boot
    if (boot) Object.assign(boot, { own: true })
    const onChange = vi.fn()
    const Control = definitionOf(of.kind).filterControl
    shown(<Control id="f" field={of} entries={entries} value={value} onChange={onChange} />)
    return onChange
  }

  it.each([
    ['kind', EMPTY, '未注明'],
    ['kind', '1,$empty', '甲、未注明'],
    ['kind', '$not,1,2', '非：甲、乙'],
    ['kind', '$not,$empty', '已注明'],
    ['name', '$not\n甲,一\n乙', '非：甲,一、乙'],
    ['name', '甲\n', '甲'],
    ['score', '~<80', '80 分以下（不含）'],
    ['score', '60~<80', '60 起，80 分以下（不含）'],
    ['score', '60~80', '60 至 80'],
    ['score', EMPTY, '未注明'],
    ['areaCode', '340400,$not,340402,$only,340400', '淮南市，非：大通区、仅本级：淮南市'],
    ['areaCode', '$only,340400', '仅本级：淮南市'],
  ])('of %s in %o are said as %s', async (name, value, words) => {
    answers['/area/'] = [
      { areaCode: '340000', areaName: '安徽省', areaLevel: 1 },
      { areaCode: '340400', areaName: '淮南市', areaLevel: 2 },
      { areaCode: '340402', areaName: '大通区', areaLevel: 3 },
    ]
    await start()
    const asked = listPage({
      filters: [field('name', 'text'), kinds, field('score', 'decimal', { unit: '分' }), field('areaCode', 'area')],
    })
    const filter = asked.filters.find(one => one.name === name)
    expect(filter && (await filterWords(app, asked, filter, value))).toBe(words)
  })

  it('are offered by a select where the field may be empty, and removed as a whole where no control shows them', async () => {
    const onChange = await control(kinds, '$not,1')
    const shownAs = (): string[] => screen.queryAllByRole('textbox').map(box => (box as HTMLInputElement).value)
    expect(shownAs()).toEqual(['非：甲'])
    fireEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(onChange).toHaveBeenLastCalledWith('')
    expect(shownAs()).toEqual([])
    expect(screen.getByRole('combobox')).toHaveProperty('placeholder', '请选择')
    for (const [filter, offered] of [
      [kinds, 1],
      [{ ...kinds, required: true }, 0],
      [{ ...kinds, only: ['1', '2'] }, 0],
    ] as const) {
      cleanup()
      await control(filter, '1')
      fireEvent.click(screen.getByRole('combobox'))
      await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option').length).toBe(2 + offered))
      expect(screen.queryAllByText('未注明')).toHaveLength(offered)
    }
  })

  it('stay where another end of a range is typed, until that end itself is', async () => {
    const onChange = await control(field('score', 'decimal'), '60~<80')
    const [from, to] = screen.getAllByRole('spinbutton')
    expect(to).toHaveProperty('value', '80')
    if (from) fireEvent.change(from, { target: { value: '50' } })
    expect(onChange).toHaveBeenLastCalledWith('50~<80')
    if (to) fireEvent.change(to, { target: { value: '90' } })
    expect(onChange).toHaveBeenLastCalledWith('50~90')
  })

  it('stand in the address behind a number, whose list asks for just what was counted', () => {
    const asked = listPage({
      filters: [
        field('name', 'text'),
        kinds,
        field('score', 'decimal'),
        field('day', 'date'),
        field('areaCode', 'area'),
      ],
    })
    const filters = {
      name: ['甲,一'],
      kind: ['$not', '1', EMPTY],
      scoreStart: 60,
      scoreBelow: 80,
      dayStart: '2026-01-01',
      dayEnd: '2026-01-31',
      areaCode: ['$only', '340400'],
    }
    const search = searchBehind(app, asked, { filters })
    const state = readState(app, asked, search)
    expect(state.exact).toBe(true)
    const { pageNo: _page, pageRowNo: _size, pageFlag: _flag, orderBy: _order, ...args } = listArgs(app, asked, state)
    expect(args).toEqual({ ...filters, kind: '$not,1,$empty', areaCode: '$only,340400' })
    expect(writeState(app, asked, state)).toBe(search)
    expect(writeState(app, asked, { ...state, filters: { ...state.filters, score: '' } })).toContain('kind=%24not')
  })
})

describe('what a list is filtered by', () => {
  const filters = { name: '药', kind: '1,2', updateTime: '2026-01-01~2026-02-01', isDead: '0' }
  const chips = async () => {
    await start()
    const onQuery = vi.fn()
    shown(
      <section className="page">
        <form className="filters">
          <button type="submit">查询</button>
        </form>
        <ActiveFilters page={page} filters={filters} onQuery={onQuery} />
      </section>,
    )
    const list = await screen.findByRole('list', { name: '当前的筛选条件' })
    return { onQuery, list }
  }

  it('stands there in words, one by one', async () => {
    const { list } = await chips()
    await waitFor(() =>
      expect(within(list).getAllByRole('listitem')).toHaveProperty(
        'length',
        ['name：药', 'kind：甲、乙', 'updateTime：2026-01-01 至 2026-02-01', 'isDead：否'].filter(text =>
          within(list).getByText(text),
        ).length,
      ),
    )
  })

  it('goes one by one, with the focus on its neighbour, or all at once', async () => {
    const { onQuery, list } = await chips()
    fireEvent.click(within(list).getByRole('button', { name: '去掉筛选条件“kind”' }))
    const { kind: _, ...rest } = filters
    expect(onQuery).toHaveBeenLastCalledWith(rest)
    expect(document.activeElement).toBe(within(list).getByRole('button', { name: '去掉筛选条件“updateTime”' }))
    fireEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(onQuery).toHaveBeenLastCalledWith({})
  })

  it('is not there where nothing is filtered', async () => {
    await start()
    const { container } = shown(<ActiveFilters page={page} filters={{}} onQuery={vi.fn()} />)
    expect(container.innerHTML).toBe('')
  })
})

describe('an empty list', () => {
  const add: Action = { name: 'add', label: '新增', on: ['page'], origin: 'test.yaml:1:1', call: LIST, primary: true }
  const tabs: ListTab[] = [
    { name: 'first', label: '甲类', filters: { kind: { value: '1' } } },
    { name: 'all', label: '全部', filters: {} },
  ]
  const empty = async (search: string, more: Parameters<typeof listPage>[0] = {}) => {
    await start()
    const of = listPage({ actions: [add], ...more })
    const commands = { query: vi.fn(), part: vi.fn(), openOn: vi.fn() }
    const run = vi.fn()
    shown(
      <ListEmpty
        page={of}
        state={readState(app, of, search)}
        commands={commands as unknown as ListCommands}
        run={run}
      />,
    )
    return { commands, run, says: screen.getByRole('status').textContent }
  }

  it('says that its filters exclude all, and clears them', async () => {
    const { commands, says } = await empty('?name=药', { tabs })
    expect(says).toContain('没有符合条件的记录')
    fireEvent.click(screen.getByRole('button', { name: '清空筛选' }))
    expect(commands.query).toHaveBeenCalledWith({})
  })

  it('says that its tab is empty, and leads to the one with all', async () => {
    const { commands, says } = await empty('', { tabs })
    expect(says).toBe('“甲类”里没有记录')
    fireEvent.click(screen.getByRole('button', { name: '查看“全部”' }))
    expect(commands.part).toHaveBeenCalledWith('all')
  })

  it('leads to the tab that holds something, before the one with all', async () => {
    answers['/tabs'] = { second: { number: 0, capped: false }, third: { number: 4, capped: false } }
    const others = ['second', 'third'].map((name, i) => ({ name, label: name, filters: { kind: { value: `${i}` } } }))
    const { commands } = await empty('', { tabs: [...tabs.slice(0, 1), ...others, ...tabs.slice(1)] })
    fireEvent.click(await screen.findByRole('button', { name: '查看“third”' }))
    expect(commands.part).toHaveBeenCalledWith('third')
    expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['查看“third”', '查看“全部”'])
    // a list that opens here opens there
    expect(commands.openOn).toHaveBeenCalledWith('third')
  })

  it('goes nowhere by itself from a tab that its address names', async () => {
    answers['/tabs'] = { all: { number: 4, capped: false } }
    const second = { name: 'second', label: '乙类', filters: { kind: { value: '2' } } }
    const { commands } = await empty('?tab=second', { tabs: [...tabs, second] })
    await screen.findByRole('button', { name: '查看“全部”' })
    expect(commands.openOn).not.toHaveBeenCalled()
  })

  it('says that there is nothing in one’s scope, and offers to add something', async () => {
    const { run, says } = await empty('?tab=all', { tabs })
    expect(says).toBe('暂无记录')
    expect(screen.getByText(/这里只列出您有权查看的记录/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '新增' }))
    expect(run).toHaveBeenCalledWith(add, [])
  })
})

describe('the name of a view', () => {
  it('goes when filters or tab are changed away from it, and comes back with them', () => {
    const view = { id: '1', name: '重点', search: '?name=药&sort=name' }
    const as = (search: string) => isAsInView(app, page, view, readState(app, page, search))
    expect(as('?name=药')).toBe(true)
    expect(as('?name=药&page=3&sort=kind.desc')).toBe(true)
    expect(as('')).toBe(false)
    expect(as('?name=药&kind=1')).toBe(false)
    expect(isAsInView(app, page, { id: '1', name: '旧' }, readState(app, page, ''))).toBe(false)
  })
})

describe('a pasted list', () => {
  const uscc = { kind: 'uscc' } as const
  it('is taken from lines, commas, blanks and cells of a sheet, each value once', () => {
    const codes = ['91340400MA00000X11', '91350100MA0000001P']
    for (const between of ['\n', '\r\n', ',', '，', '、', '; ', '\t', '  ', ',\n'])
      expect(pastedValues(uscc, `${codes.join(between)}${between}${codes[0]?.toLowerCase()}\n`)).toEqual(codes)
    expect(pastedValues({ kind: 'text', search: 'prefix' }, 'XS1 XS2,XS3')).toEqual(['XS1', 'XS2', 'XS3'])
  })

  it('of names is one by lines: a name may hold blanks and commas', () => {
    const name = { kind: 'text', search: 'contains' } as const
    expect(pastedValues(name, 'Good Food, 旗舰店')).toEqual(['Good Food, 旗舰店'])
    expect(pastedValues(name, '甲 店\n乙，丙店\n')).toEqual(['甲 店', '乙，丙店'])
    expect(pastedValues(name, '甲、乙；丙店;丁\t\u202a戊店\u202c')).toEqual(['甲、乙；丙店;丁', '戊店'])
    expect(pastedValues(uscc, '91340400ma0 91350100ＭＡ0')).toEqual(['91340400MA0', '91350100MA0'])
  })

  it('is asked for as a list, and one typed text as a text', () => {
    expect(filterArgs({ name: 'name', kind: 'text' }, 'a\nb')).toEqual({ name: ['a', 'b'] })
    expect(filterArgs({ name: 'name', kind: 'text' }, 'a,b')).toEqual({ name: 'a,b' })
  })

  const paste = async (text: string, own = true) => {
    await start()
    const boot = currentConfig(app).boot
    if (boot) Object.assign(boot, own ? { own: true } : {})
    const onChange = vi.fn()
    const field = { name: 'code', label: '编号', kind: 'text', search: 'exact', origin: 'x:1:1' } as const
    shown(<TextFilter id="code" field={field} entries={[]} value="" onChange={onChange} />)
    const input = screen.getByRole('textbox')
    fireEvent.paste(input, { clipboardData: { getData: () => text } })
    return { onChange, input: input as HTMLInputElement }
  }

  it('stands in its filter as how many it is, and goes as a whole', async () => {
    const { onChange, input } = await paste('a1\na2\na3')
    expect(onChange).toHaveBeenLastCalledWith('a1\na2\na3')
    expect([input.value, input.readOnly]).toEqual(['3个值：a1、a2…', true])
    fireEvent.keyDown(input, { key: 'Backspace' })
    expect(onChange).toHaveBeenLastCalledWith('')
    expect([input.value, input.readOnly]).toEqual(['', false])
  })

  it('that is too long is not taken, with a word about it; an existing backend is sent none', async () => {
    const notices: string[] = []
    provideFeedback(app, { notice: ({ text }) => void notices.push(text), ask: async () => false })
    const many = Array.from({ length: MOST_VALUES + 1 }, (_, i) => `c${i}`).join('\n')
    const { onChange } = await paste(many)
    expect(onChange).not.toHaveBeenCalled()
    await waitFor(() => expect(notices).toEqual([`一次最多按${MOST_VALUES}个值筛选，粘贴了${MOST_VALUES + 1}个`]))
    cleanup()
    expect((await paste('a1\na2', false)).onChange).not.toHaveBeenCalled()
  })
})

describe('spans of days that a filter offers', () => {
  const spans = (today: string, chosen: [string, string] = ['', '']): Record<string, string> =>
    Object.fromEntries(spansOf(today, chosen).map(({ label, from, to }) => [label, `${from}~${to}`]))

  it('begin weeks on Monday and end months on their last day', () => {
    expect(spans('2026-03-01')).toMatchObject({
      今天: '2026-03-01~2026-03-01',
      本周: '2026-02-23~2026-03-01',
      本月: '2026-03-01~2026-03-31',
      上月: '2026-02-01~2026-02-28',
      本季: '2026-01-01~2026-03-31',
    })
    expect(spans('2026-01-05')).toMatchObject({ 本周: '2026-01-05~2026-01-11', 上月: '2025-12-01~2025-12-31' })
    expect(spans('2026-12-31')).toMatchObject({ 本季: '2026-10-01~2026-12-31', 本周: '2026-12-28~2027-01-03' })
  })

  it('take what is chosen, or this month so far, a year back', () => {
    expect(spans('2026-11-22')['去年同期']).toBe('2025-11-01~2025-11-22')
    expect(spans('2026-11-22', ['2028-02-01', '2028-02-29'])['去年同期']).toBe('2027-02-01~2027-02-28')
    expect(spans('2025-03-05', ['2025-02-01', '2025-02-28'])['去年同期']).toBe('2024-02-01~2024-02-29')
  })
})

describe('what one keeps of a list', () => {
  beforeEach(async () => {
    localStorage.clear()
    await start()
  })

  it('is the size of its pages, which its URL need not say', () => {
    remember(app, page.route, { size: 50 })
    expect(readState(app, page, '').size).toBe(50)
    expect(writeState(app, page, readState(app, page, ''))).toBe('')
    expect(writeState(app, page, readState(app, page, '?pageSize=20'))).toBe('?pageSize=20')
    expect(readState(app, page, '', { plain: true }).size).toBe(page.pageSize)
    remember(app, page.route, { size: undefined })
    expect(localStorage.getItem(`list:u1:${page.route}`)).toBeNull()
  })

  it('is the view that it opens with; without it the URL says so', () => {
    remember(app, page.route, { view: { id: '7', name: '重点', search: '?name=药&sort=name.desc' } })
    expect(readState(app, page, '')).toMatchObject({ filters: { name: '药' }, sort: 'name desc' })
    expect(activeView(app, page.route)).toEqual({ id: '7', name: '重点', search: '?name=药&sort=name.desc' })
    const bare = writeState(app, page, { page: 1, size: 20, filters: {} })
    expect(bare).toBe('?view=none')
    expect(readState(app, page, bare)).toEqual({ page: 1, size: 20, filters: {} })
    expect(readState(app, page, '', { plain: true }).filters).toEqual({})
  })

  it('that another version has written is taken as far as it is understood', () => {
    for (const broken of ['{', '7', '{"size":"many","view":{"id":1}}']) {
      localStorage.setItem(`list:u1:${page.route}`, broken)
      expect(remembered(app, page.route)).toEqual({})
    }
  })

  it('is a pasted list too long for a URL, which a view has in full', () => {
    const codes = Array.from({ length: 500 }, (_, i) => `9134040000000${String(i).padStart(5, '0')}`).join('\n')
    const state = { page: 1, size: 20, filters: { name: codes } }
    const url = writeState(app, page, state)
    expect(url.length).toBeLessThan(60)
    expect(readState(app, page, url).filters).toEqual({ name: codes })
    expect(readState(app, page, writeState(app, page, state, { plain: true })).filters).toEqual({ name: codes })
    localStorage.clear()
    // what another browser keeps finds nothing here, and not everything
    expect(readState(app, page, url).filters['name']).toMatch(/^#/)
  })
})

describe('a cell', () => {
  const of = (kind: Filter['kind'], value: unknown, more: Partial<Filter> = {}) =>
    filterOf({ name: 'x', label: 'x', kind, origin: 'x:1:1', ...more }, value)
  it('is what its filter is set to, as that filter takes it', () => {
    expect([of('dict', '2'), of('dict', '2,3'), of('dict', '2,3', { multiple: true })]).toEqual(['2', '2', '2,3'])
    expect([of('flag', 0), of('flag', true)]).toEqual(['0', '1'])
    expect([of('datetime', '2026-01-02 03:04:05'), of('money', 12.5)]).toEqual(['2026-01-02~2026-01-02', '12.5~12.5'])
    expect([of('text', '药房'), of('area', '340402')]).toEqual(['药房', '340402'])
  })

  it('that is masked or long says nothing to filter by; an empty one says so, to a server that knows the word', () => {
    expect([of('phone', '138****1234', { mask: 'phone' }), of('longText', '一\n二')]).toEqual([undefined, undefined])
    expect([of('text', ''), of('dict', null), of('money', undefined)]).toEqual([EMPTY, EMPTY, EMPTY])
    expect(filterOf({ name: 'x', label: 'x', kind: 'dict', origin: 'x:1:1' }, null, false)).toBeUndefined()
  })

  it('and a head have a menu, by mouse and by key, that filters and sorts', async () => {
    await start()
    const listed = listPage({
      columns: [column('name', 'text', { sort: true }), column('kind', 'dict', { dict: 'kind' })],
    })
    const compiled = compileList(app, listed)
    const commands = { query: vi.fn(), sort: vi.fn() }
    compiled.see({
      state: { page: 1, size: 20, filters: { name: '药' }, sort: 'kind' },
      total: 1,
      commands: commands as unknown as ListCommands,
    })
    const rows = [
      { id: 'r1', name: '药', kind: '2' },
      { id: 'r2', name: '空' },
    ]
    const Table = () => {
      const { open, menu } = useCellMenu(listed, compiled, rows)
      return (
        <div onContextMenu={open}>
          <Grid
            rows={rows}
            first={1}
            rowKey="id"
            query=""
            totals={undefined}
            name="事物"
            columns={compiled.columns.columns()}
            rowHeight={36}
            sort="kind"
            onSort={vi.fn()}
            onResize={vi.fn()}
            provideTop={vi.fn()}
          />
          {menu}
        </div>
      )
    }
    const { container } = shown(<Table />)
    const line = container.querySelector<HTMLTableRowElement>('tr.grid-row')
    if (!line) throw new Error('no row')
    const items = async (target: Element) => {
      fireEvent.contextMenu(target)
      const menu = await screen.findByRole('menu')
      return within(menu).getAllByRole('menuitem')
    }
    const [kind] = await items(screen.getByText('乙'))
    expect(kind?.textContent).toBe('只看“kind：乙”')
    if (kind) fireEvent.click(kind)
    expect(commands.query).toHaveBeenLastCalledWith({ name: '药', kind: '2' })
    // the key opens it for the row
    expect((await items(line)).map(item => item.textContent)).toEqual(['去掉筛选条件“name”', '只看“kind：乙”'])
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    const heads = await items(screen.getByRole('button', { name: 'name' }))
    expect(heads.map(item => item.textContent)).toEqual(['按此列升序', '按此列降序', '再按此列排序', '按“name”筛选'])
    if (heads[2]) fireEvent.click(heads[2])
    expect(commands.sort).toHaveBeenLastCalledWith('kind,name')
    // nothing stands there: so do others, and their filter says it in words
    const boot = currentConfig(app).boot
    if (boot) Object.assign(boot, { own: true })
    const [, second] = container.querySelectorAll<HTMLTableRowElement>('tr.grid-row')
    const [none] = await items(second?.cells[2] ?? line)
    expect(none?.textContent).toBe('只看“kind：未注明”')
    if (none) fireEvent.click(none)
    expect(commands.query).toHaveBeenLastCalledWith({ name: '药', kind: EMPTY })
    // a number has nothing to filter by: the browser's own menu opens
    expect(fireEvent.contextMenu(line.cells[0] ?? line)).toBe(true)
  })
})
