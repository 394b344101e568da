import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Action, ListTab } from '../../../../src/core/contract/configuration.ts'
import { MOST_VALUES } from '../../../../src/core/contract/api.ts'
import { currentConfig } from '../../../../src/console/data/config/config.ts'
import { provideFeedback } from '../../../../src/console/feedback/notice.ts'
import { TextFilter } from '../../../../src/console/fields/filters/filters.tsx'
import { pastedValues } from '../../../../src/console/fields/values/pasted.ts'
import { filterArgs } from '../../../../src/console/fields/values/query.ts'
import { spansOf } from '../../../../src/console/fields/values/spans.ts'
import { ActiveFilters } from '../../../../src/console/pages/list/ActiveFilters.tsx'
import { ListEmpty } from '../../../../src/console/pages/list/ListEmpty.tsx'
import { isAsInView } from '../../../../src/console/pages/list/panels/views.ts'
import { readState } from '../../../../src/console/pages/list/query/state.ts'
import type { ListCommands } from '../../../../src/console/pages/list/query/useListController.ts'
import { LIST, listPage } from '../../support/pages.ts'
import { app } from '../../support/app.tsx'
import { eachAnew, shown, start } from '../../support/started.tsx'

eachAnew()
const page = listPage()

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
    const commands = { query: vi.fn(), part: vi.fn() }
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
  })
})
