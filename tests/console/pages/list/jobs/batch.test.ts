import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action, ListPage } from '../../../../../src/core/contract/configuration.ts'
import { BATCH_CANCEL, BATCH_STATE } from '../../../../../src/console/data/calls/own-calls.ts'
import { batchNotice, countedNotice } from '../../../../../src/console/feedback/batch.ts'
import { filterSummary } from '../../../../../src/console/pages/list/jobs/filterSummary.ts'
import { follow } from '../../../../../src/console/pages/list/jobs/follow.ts'
import { selectAll, questionFor, runBatch } from '../../../../../src/console/pages/list/jobs/runBatch.ts'
import { exported, exportList } from '../../../../../src/console/pages/list/jobs/runExport.ts'
import { provideFeedback } from '../../../../../src/console/feedback/notice.ts'
import { failures } from '../../../../../src/console/pages/list/jobs/failures.ts'
import { resume } from '../../../../../src/console/pages/list/jobs/resume.ts'
import { pending } from '../../../../../src/console/pages/list/jobs/pending.ts'
import { jobs } from '../../../../../src/console/pages/list/jobs/jobs.ts'
import { createSelection } from '../../../../../src/console/pages/list/columns/selection.ts'
import type { CompiledList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { column, field, LIST, listPage } from '../../../support/pages.ts'
import { app } from '../../../support/app.tsx'

type Body = Record<string, unknown>
/** Answers by path; what was asked is kept. */
function server(answers: Record<string, (body: Body, count: number) => unknown>): { path: string; body: Body }[] {
  const asked: { path: string; body: Body }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, 'http://x').pathname.replace(/^.*\/api-console\//, '')
    const body = init.body ? (JSON.parse(String(init.body)) as Body) : {}
    asked.push({ path: `${init.method} ${path}`, body })
    const answer = answers[`${init.method} ${path}`]
    if (!answer) throw new TypeError('failed')
    return new Response(
      JSON.stringify({
        resultCode: '0',
        data: answer(body, asked.filter(one => one.path === `${init.method} ${path}`).length),
      }),
    )
  })
  return asked
}
const DELETE: Action = {
  name: 'delete',
  label: '删除',
  on: ['selection'],
  origin: 'x:1:1',
  call: { ...LIST, name: 'thing.delete' },
}

function compiled(page: ListPage): CompiledList {
  const selection = createSelection('id')
  selection.show([
    { id: 1, name: '甲' },
    { id: 2, name: '乙' },
  ])
  const state = { page: 2, size: 20, filters: { name: '药' } }
  return { selection, now: () => ({ state, total: 90, commands: {} }), columns: {}, page } as unknown as CompiledList
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const settle = () => vi.advanceTimersByTimeAsync(10_000)

describe('R8.04 what a batch brought', () => {
  it('says how many were done, or both counts and the distinct reasons', () => {
    expect(batchNotice(app, [{ code: '1' }, { code: '1' }], '删除')).toEqual({ level: 'success', text: '成功删除2条' })
    expect(countedNotice(app, 3, 2, ['已删除', '已删除'], '删除')).toEqual({
      level: 'error',
      seconds: 5,
      text: '删除成功3条，失败2条\n1. 已删除',
    })
  })
})

describe('all that match', () => {
  it('is written down by the server; one tick less leaves the rest of the screen', async () => {
    const asked = server({ 'POST selections': () => ({ id: 's', count: 90, capped: false }) })
    const list = compiled(listPage())
    await selectAll(app, listPage(), list)
    expect(asked[0]?.body).toMatchObject({ call: 'thing.list', args: { name: '药' } })
    expect([list.selection.size(), list.selection.has('77')]).toEqual([90, true])
    list.selection.toggle('1', { id: 1 })
    expect([list.selection.allMatching(), list.selection.keys()]).toEqual([undefined, ['2']])
  })

  it('is let go when the filters change; single ticks stay', () => {
    const selection = createSelection('id')
    selection.toggle('1', { id: 1 })
    selection.clearAllMatching()
    expect(selection.size()).toBe(1)
    selection.selectAllMatching({ id: 's', count: 9, capped: false })
    selection.clearAllMatching()
    expect(selection.size()).toBe(0)
  })
})

describe('a batch', () => {
  it('runs for the ticked rows; what failed is named and stays ticked', async () => {
    const results = [{ key: '2', code: '0', msg: '状态不允许' }]
    const asked = server({
      'POST batches': () => ({ id: 'b', total: 2 }),
      'GET batches': (_, count) => ({
        id: 'b',
        total: 2,
        done: count,
        ok: 1,
        finished: count > 1,
        cancelled: false,
        results: count > 1 ? results : [],
      }),
    })
    const page = listPage()
    const list = compiled(page)
    list.selection.setAll(
      [
        ['1', { id: 1, name: '甲' }],
        ['2', { id: 2, name: '乙' }],
      ],
      true,
    )
    await runBatch(app, page, DELETE, list)
    await settle()
    expect(asked[0]).toEqual({ path: 'POST batches', body: { call: 'thing.delete', args: {}, keys: ['1', '2'] } })
    expect(list.selection.keys()).toEqual(['2'])
    expect(failures(app).of(page.route)).toEqual({
      action: '删除',
      count: 1,
      failed: [{ key: '2', name: '乙', msg: '状态不允许' }],
    })
    expect(jobs(app).list()).toEqual([])
  })

  it('asks for all that match by their number', () => {
    expect(questionFor(DELETE, listPage(), 1234).title).toBe('删除“1,234 条事物”')
    // one that was seen has a name; one of "all that match" has none
    expect(questionFor(DELETE, listPage(), 1, [{ id: '1', name: '甲店' }]).title).toBe('删除“甲店”')
    expect(questionFor(DELETE, listPage(), 1).title).toBe('删除“1 条事物”')
  })
})

describe('work in the background', () => {
  const work = { id: 'w', total: 4, text: '正在导出', state: BATCH_STATE, cancel: BATCH_CANCEL }

  it('shows how far it is, can be cancelled, and survives an answer that is lost', async () => {
    let cancelled = false
    const asked = server({
      'GET batches': (_, count) => {
        if (count === 2) throw new TypeError('lost')
        return { id: 'w', total: 4, done: count, finished: false, cancelled }
      },
      'POST batches/cancel': () => {
        cancelled = true
        return null
      },
    })
    const end = follow(app, work)
    await vi.advanceTimersByTimeAsync(200)
    expect(jobs(app).list()).toMatchObject([{ id: 'w', text: '正在导出', total: 4 }])
    jobs(app).list()[0]?.cancel()
    await settle()
    expect((await end).cancelled).toBe(true)
    expect(jobs(app).list()).toEqual([])
    expect(asked.some(({ path }) => path === 'POST batches/cancel')).toBe(true)
  })

  it('is followed on while the server starts again, and says so', async () => {
    let away = true
    server({
      'GET batches': () => {
        if (away) throw new TypeError('away')
        return { id: 'w', total: 4, done: 4, finished: true, cancelled: false }
      },
    })
    const end = follow(app, work)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(jobs(app).list()).toMatchObject([{ text: '正在导出（连接中断，正在重试）' }])
    away = false
    await settle()
    expect((await end).done).toBe(4)
  })

  it('gives up when the server is gone for good', async () => {
    server({})
    const end = follow(app, work).catch(() => 'gone')
    await vi.advanceTimersByTimeAsync(1_800_000)
    expect(await end).toBe('gone')
    expect(jobs(app).list()).toEqual([])
  })

  it('is gone on with by the page that is loaded next, once, and forgotten when it has ended', async () => {
    sessionStorage.setItem(
      'jobs',
      JSON.stringify([
        { kind: 'batch', id: 'r', total: 3, route: 'thing', label: '删除', chosen: { keys: ['1', '2', '3'] } },
      ]),
    )
    server({
      'GET batches': (_, count) => ({
        id: 'r',
        total: 3,
        done: count,
        ok: count - 1,
        finished: count > 2,
        cancelled: false,
        results: count > 2 ? [{ key: '3', code: '0', msg: '状态不允许' }] : [],
      }),
    })
    const left = pending(app).left()
    expect([left.map(({ id }) => id), pending(app).left()]).toEqual([['r'], []])
    resume(app, left, listPage(), compiled(listPage()))
    await vi.advanceTimersByTimeAsync(100)
    expect(jobs(app).list()).toMatchObject([{ id: 'r', text: '正在删除', done: 1, total: 3 }])
    await settle()
    expect(failures(app).of('thing')).toMatchObject({
      action: '删除',
      count: 1,
      failed: [{ key: '3', name: '3', msg: '状态不允许' }],
    })
    expect([jobs(app).list(), sessionStorage.getItem('jobs')]).toEqual([[], null])
  })
})

describe('an export', () => {
  it('has the columns of the screen, in their order', () => {
    const page = listPage({
      columns: [
        column('name', 'text'),
        column('kind', 'dict', { dict: 'kind' }),
        column('sum', 'money', { unit: '元' }),
      ],
    })
    const shown = ['$tick', 'sum', 'name'].map(name => ({
      name,
      label: name,
      width: 120,
      title: name,
      draw: () => null,
    }))
    expect(exported(page, shown)).toEqual([
      { name: 'sum', label: 'sum', kind: 'money', width: 120, unit: '元' },
      { name: 'name', label: 'name', kind: 'text', width: 120 },
    ])
  })

  it('is heard at once, and says its end', async () => {
    const told: string[] = []
    const shown = new Set<string>()
    provideFeedback(app, {
      notice: ({ text }) => {
        told.push(text)
        shown.add(text)
      },
      withdraw: ({ text }) => void shown.delete(text),
      ask: async () => true,
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    server({
      'POST exports': () => ({ id: 'e1', total: 90 }),
      'GET exports': (_, count) => ({ id: 'e1', total: 90, done: 90, finished: count > 1, cancelled: false }),
      'POST exports/file': () => ({}),
    })
    const page = listPage()
    const list = { ...compiled(page), columns: { columns: () => [] } } as unknown as CompiledList
    const work = exportList(app, page, list)
    await vi.waitFor(() => expect(told).toEqual([`开始导出${page.title}`]))
    await settle()
    await work
    expect(told).toEqual([`开始导出${page.title}`, `${page.title}已导出，共 90 条`])
    // the first word has gone with what it was about
    expect([...shown]).toEqual([`${page.title}已导出，共 90 条`])
    vi.restoreAllMocks()
  })

  it('says the filters in words', async () => {
    const page = listPage({
      filters: [
        field('name', 'text'),
        field('kind', 'dict', { dict: 'kind' }),
        field('time', 'datetime'),
        field('isDead', 'flag'),
      ],
    })
    expect(
      await filterSummary(app, page, {
        page: 1,
        size: 20,
        filters: { name: '药', kind: '1,2', time: '2026-01-01~', isDead: '0' },
      }),
    ).toBe('name：药；kind：甲、乙；time：2026-01-01 起；isDead：否')
    expect(await filterSummary(app, page, { page: 1, size: 20, filters: {} })).toBe('')
    const parted = listPage({ tabs: [{ name: 'some', label: '甲类', filters: { kind: { value: '1' } } }] })
    expect(
      await filterSummary(app, parted, { page: 1, size: 20, filters: { name: '药', kind: '2' }, tab: 'some' }),
    ).toBe('甲类；name：药')
  })
})
