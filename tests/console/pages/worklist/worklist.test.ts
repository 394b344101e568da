import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Action, Column, ListPage } from '../../../../src/core/contract/configuration.ts'
import type { Todo } from '../../../../src/console/pages/worklist/todos.ts'
import { countsOf, worksOf } from '../../../../src/console/pages/worklist/worklist.ts'
import { column, listPage } from '../../support/pages.ts'

const LIMIT = column('limit', 'limit', { due: { soon: 3 } })
const action = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  label: name,
  on: ['row'],
  origin: 'test.yaml:1:1',
  transition: name,
  args: { action: name },
  ...more,
})
const page = (route: string, due: Column | undefined, more: Partial<ListPage> = {}): ListPage =>
  listPage({
    route,
    title: route,
    columns: [column('name', 'text', { page: `${route}/one` }), ...(due ? [due] : [])],
    actions: [action('change', { args: {} }), action('refuse', { danger: true }), action('accept')],
    ...more,
  })
const todo = (list: ListPage, rows: Row[], total = rows.length): Todo => ({
  page: list,
  tab: { name: 'own', label: '本单位', filters: {} },
  url: `/${list.route}?tab=own`,
  total,
  capped: false,
  rows,
  due: list.columns.find(({ due }) => due !== undefined),
})
const works = (...todos: Todo[]) => worksOf(todos, ({ page: { dictionaries } }) => ({ dictionaries, fileBase: '' }))

describe('what waits', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-05T02:00:00Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is one list of all kinds, the most urgent first; what has no limit comes last, as its list has it', () => {
    const clues = todo(page('clues', LIMIT), [
      { id: 'c1', name: '甲', limit: '2026-01-02 09:00:00' },
      { id: 'c2', name: '乙', limit: '2026-03-02 09:00:00' },
      { id: 'c3', name: '丙' },
    ])
    const tasks = todo(page('tasks', column('until', 'date', { due: { soon: 2 } })), [
      { id: 't1', name: '丁', until: '2026-01-05' },
    ])
    const hits = todo(page('hits', undefined), [{ id: 'h1', name: '戊' }])
    expect(works(hits, clues, tasks).map(({ key, limit }) => [key, limit?.tone, limit?.words])).toEqual([
      ['c1', 'error', '超期 3 天'],
      ['t1', 'warning', '今天到期'],
      ['c2', 'none', '2026-03-02'],
      ['h1', undefined, undefined],
      ['c3', undefined, undefined],
    ])
  })

  it('of two tabs of one list is told apart by their names', () => {
    const one = page('tasks', LIMIT)
    const [own, accept, clues] = [todo(one, []), todo(one, []), todo(page('clues', LIMIT), [])]
    const all = [own, { ...accept, tab: { ...accept.tab, label: '待验收' } }, clues]
    expect(countsOf([], all).map(({ name }) => name)).toEqual(['tasks · 本单位', 'tasks · 待验收', 'clues'])
  })

  it('leads to its record, by the step that the server would take and that neither refuses nor merely changes it', () => {
    const rows: Row[] = [
      { id: 'a', name: '甲', $may: ['change', 'refuse', 'accept'] },
      { id: 'b', name: '乙', $may: ['change', 'refuse'] },
    ]
    expect(works(todo(page('clues', LIMIT), rows)).map(({ title, step, url }) => [title, step, url])).toEqual([
      ['甲', 'accept', '/clues/one?id=a'],
      ['乙', '查看', '/clues/one?id=b'],
    ])
  })

  it('is counted by list, with what is late and what is near of it', () => {
    const clues = todo(
      page('clues', LIMIT),
      ['2026-01-02 09:00:00', '2026-01-06 09:00:00', '2026-03-01 09:00:00'].map((limit, i) => ({ id: `${i}`, limit })),
      40,
    )
    const [count] = countsOf(works(clues), [clues])
    expect(count).toMatchObject({ total: 40, late: 1, soon: 1 })
  })
})
