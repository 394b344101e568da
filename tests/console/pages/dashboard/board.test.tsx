import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { BoardWidget, DashboardPage } from '../../../../src/core/contract/configuration.ts'
import type { FigureRow, Figures, FiguresProblem, MeasureFacts } from '../../../../src/core/contract/statistics.ts'
import { tableOf } from '../../../../src/console/charts/model/table.ts'
import { cacheId } from '../../../../src/console/pages/cache.ts'
import { aroundOf } from '../../../../src/console/pages/dashboard/around.ts'
import { boardArgs, readBoard, writeBoard } from '../../../../src/console/pages/dashboard/boardState.ts'
import { csvOf } from '../../../../src/console/pages/dashboard/csv.ts'
import type { Board } from '../../../../src/console/pages/dashboard/useBoard.ts'
import { Widget } from '../../../../src/console/pages/dashboard/Widget.tsx'
import { render } from '../../support/app.tsx'
import { LIST } from '../../support/pages.ts'

const MEASURE: MeasureFacts = { name: 'things', label: '事物数', kind: 'count' }
const row = (keys: string[], value: number | null): FigureRow => ({ keys, labels: keys, values: [value], filters: {} })
const figures = (rows: FigureRow[], more: Partial<Figures> = {}): Figures => ({
  asOf: '2026-11-22 10:00:00',
  measures: ['things'],
  by: ['kind'],
  rows,
  total: row(
    [],
    rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
  ),
  filters: { things: {} },
  ...more,
})
const widget: BoardWidget = {
  name: 'things',
  widget: 'rank',
  title: '各类事物',
  width: 4,
  height: 5,
  query: { statistic: 'things', measures: ['things'], by: ['kind'] },
  measures: [MEASURE],
  by: [{ name: 'kind', label: '类别', kind: 'dict' }],
  options: {},
}
const page: DashboardPage = {
  kind: 'dashboard',
  route: 'index/home',
  title: '概览',
  dictionaries: {},
  controls: { period: ['month', 'year'], area: { drill: true } },
  source: LIST,
  widgets: [widget],
}

describe('what a dashboard looks at is its URL', () => {
  it('is read and written back, for its call too', () => {
    const { state, problem } = readBoard(page.controls, '?period=2026-10&area=990100', '2026-11-22')
    expect(problem).toBeUndefined()
    expect(writeBoard(state)).toBe('?period=2026-10&area=990100')
    expect(boardArgs(state)).toEqual({ period: '2026-10', area: '990100' })
  })

  it('may be one unit, where the page offers units', () => {
    const { state } = readBoard({ ...page.controls, unit: true }, '?period=2026-10&unit=u-7', '2026-11-22')
    expect(writeBoard(state)).toBe('?period=2026-10&unit=u-7')
    expect(boardArgs(state)).toEqual({ period: '2026-10', unit: 'u-7' })
    expect(boardArgs(readBoard(page.controls, '?period=2026-10&unit=u-7', '2026-11-22').state)).toEqual({
      period: '2026-10',
    })
  })

  it('may be one record, where the page offers records', () => {
    const record = { entity: 'stall', label: '摊位' }
    const { state } = readBoard({ ...page.controls, record }, '?period=2026-10&record=s-7', '2026-11-22')
    expect(writeBoard(state)).toBe('?period=2026-10&record=s-7')
    expect(boardArgs(state)).toEqual({ period: '2026-10', record: 's-7' })
    expect(boardArgs(readBoard(page.controls, '?record=s-7', '2026-11-22').state)).not.toHaveProperty('record')
  })

  it('takes no area where the page has no such control, and tells of a period that there is not', () => {
    expect(boardArgs(readBoard({}, '?period=2026-10&area=990100', '2026-11-22').state)).toEqual({})
    expect(readBoard(page.controls, '?period=2026-13', '2026-11-22').problem).toBe('没有“2026-13”这一期')
  })

  it('is one entry of the tabs, whatever it looks at', () => {
    const at = (search: string) => cacheId(page, { route: page.route, search })
    expect(at('?period=2026-10')).toBe(at('?period=2026-11&area=990100'))
  })
})

describe('numbers as a file', () => {
  it('are exact, whole for Excel, and no text of theirs is taken for a formula', () => {
    const rows = [row(['=1+1'], 1234.5), row(['a "b", c'], 2)]
    const text = csvOf(tableOf(figures(rows), [MEASURE], widget.by))
    expect(text).toBe('\uFEFF类别,事物数\r\n\'=1+1,1234.5\r\n"a ""b"", c",2\r\n合计,1236.5\r\n')
  })

  it('say their unit at the head, and changes as they are written', () => {
    const rows = [{ ...row(['甲'], 3), previous: [4] }]
    const text = csvOf(tableOf(figures(rows), [{ ...MEASURE, unit: '件' }], widget.by))
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFF类别,事物数(件),事物数 上期(件),事物数 环比',
      '甲,3,4,-25.0%',
    ])
  })
})

describe('the last column and line of a cross table', () => {
  it('are the sums that were counted, each by its own dimension', () => {
    const given = figures([row(['a', 'x'], 1), row(['a', 'y'], 2), row(['b', 'x'], 4)], {
      by: ['kind', 'place'],
      subtotals: [
        { ...row([], 3), keys: ['a', null], labels: ['a', ''] },
        { ...row([], 4), keys: ['b', null], labels: ['b', ''] },
        { ...row([], 5), keys: [null, 'x'], labels: ['', 'x'] },
        { ...row([], 2), keys: [null, 'y'], labels: ['', 'y'] },
      ],
    })
    const told = (part: Figures | undefined) => part?.rows.map(({ keys, values }) => [...keys, values[0]])
    const around = aroundOf(given, ['place'])
    expect(told(around.rows)).toEqual([
      ['a', 3],
      ['b', 4],
    ])
    expect(told(around.columns)).toEqual([
      ['x', 5],
      ['y', 2],
    ])
    expect(aroundOf(figures([]), undefined)).toEqual({})
  })
})

describe('a widget', () => {
  const drawn = (answer: Figures | FiguresProblem | undefined, state: Board['state'] = {}, name = '各类事物') => {
    document.body.replaceChildren()
    const board: Board = {
      state,
      problem: undefined,
      answer: answer && { asOf: '', areas: [], widgets: { things: answer } },
      error: undefined,
      stale: false,
      busy: false,
      turn: 0,
      change: () => undefined,
      again: () => Promise.resolve(),
    }
    render(
      <MemoryRouter>
        <Widget page={page} widget={widget} board={board} />
      </MemoryRouter>,
    )
    return screen.getByRole('region', { name })
  }

  it('looks different when it is denied, has failed, has nothing yet, or is still waiting', () => {
    const states = [
      drawn({ state: 'denied', message: '您没有权限查看这些数据' }),
      drawn({ state: 'failed', message: '数据库没有应答' }),
      drawn(figures([])),
      drawn(undefined),
    ].map(one => one.querySelector('.board-body')?.innerHTML)
    expect(states[0]).toContain('您没有权限查看这些数据')
    expect(states[0]).not.toContain('重试')
    expect(states[1]).toContain('role="alert"')
    expect(states[1]).toContain('重试')
    expect(states[2]).toContain('这一期还没有数据')
    expect(new Set(states).size).toBe(states.length)
  })

  it('says which numbers a backend has not got, and what it counts instead', () => {
    const by = (elsewhere: Figures['elsewhere']): Figures => figures([row(['a'], 1)], { elsewhere })
    expect(drawn(by({ lacks: [] })).textContent).not.toContain('无事物数')
    expect(drawn(by({ lacks: [MEASURE.name] })).textContent).toContain('无事物数')
    expect(drawn(by({ title: '各地事物', lacks: [] }), {}, '各地事物').textContent).toContain('各地事物')
  })

  it('says so where a unit was chosen and its numbers are of all of them', () => {
    expect(drawn(figures([row(['a'], 1)]), { unit: 'u-7' }).textContent).toContain('不分单位')
    expect(drawn(figures([row(['a'], 1)])).textContent).not.toContain('不分单位')
  })
})
