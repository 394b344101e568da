import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action, ListPage } from '../../../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { provideDialogs, type AskSpec } from '../../../../../src/console/feedback/dialogs.ts'
import { provideFeedback } from '../../../../../src/console/feedback/notice.ts'
import { AskDialog, prepareAsk } from '../../../../../src/console/forms/AskDialog.tsx'
import { createSelection } from '../../../../../src/console/pages/list/columns/selection.ts'
import type { CompiledList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { failures } from '../../../../../src/console/pages/list/jobs/failures.ts'
import { runBatch } from '../../../../../src/console/pages/list/jobs/runBatch.ts'
import { feedback } from '../../../../../src/console/shell/overlays/feedback.ts'
import { Notices } from '../../../../../src/console/shell/overlays/Notices.tsx'
import { boot } from '../../../support/boot.ts'
import { field, formPage, LIST, listPage } from '../../../support/pages.ts'
import { app, render } from '../../../support/app.tsx'

type Body = Record<string, unknown>
const FORM = formPage([
  field('name', 'text', { label: '名称', required: true }),
  field('kind', 'text', { label: '种类', visible: "=values.name == 'a'", required: "=values.name == 'a'" }),
  field('note', 'text', { label: '备注' }),
  field('own', 'text', { label: '别人填的', disabled: true }),
])
const entry = { kind: 'form', title: '登记', hash: 'h', calls: [], links: [] }
let asked: { path: string; body: Body }[]
/** Answers of the states of each batch, by its id. */
let states: Record<string, Body>

beforeEach(async () => {
  asked = []
  document.cookie = 'Token=t; path=/'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname === '/config/boot') {
      const { manifest, ...rest } = boot()
      return new Response(JSON.stringify({ ...rest, manifest: { ...manifest, pages: { 'thing/form': entry } } }))
    }
    if (pathname === '/config/page/h') return new Response(JSON.stringify(FORM))
    const path = pathname.replace(/^.*\/api-console\//, '')
    const body = init.body ? (JSON.parse(String(init.body)) as Body) : {}
    if (init.method === 'POST') asked.push({ path, body })
    const begun = { id: path === 'batches' ? 'b' : 'undo', total: 2 }
    const data = init.method === 'POST' ? begun : states[searchParams.get('id') ?? '']
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  provideFeedback(app, feedback(app))
  await loadBoot(app, 'thing/list')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ended = (id: string, more: Body = {}): Body => ({
  id,
  total: 2,
  done: 2,
  ok: 2,
  finished: true,
  cancelled: false,
  undo: false,
  results: [],
  ...more,
})

function list(page: ListPage): CompiledList {
  const selection = createSelection('id')
  const rows = [
    { id: 1, name: '甲' },
    { id: 2, name: '乙' },
  ]
  selection.show(rows)
  selection.setAll(
    rows.map(row => [String(row.id), row]),
    true,
  )
  return { selection, now: () => undefined, columns: {}, page } as unknown as CompiledList
}

const LABEL: Action = {
  name: 'label',
  label: '打标签',
  on: ['selection'],
  origin: 'x:1:1',
  call: { ...LIST, name: 'thing.label' },
  undo: true,
}

describe('a batch that can be undone', () => {
  it('offers it in its notice; the undo runs as a batch and tells how many were left out', async () => {
    states = {
      b: ended('b', { undo: true }),
      undo: ended('undo', { ok: 1, results: [{ key: '2', code: '0', msg: '之后又有改动，没有撤销' }] }),
    }
    render(<Notices />)
    await runBatch(app, listPage(), LABEL, list(listPage()))
    await screen.findByText('成功打标签2条')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '撤销操作', hidden: true })))
    await screen.findByText(/撤销打标签成功1条，失败1条\s+1\. 之后又有改动，没有撤销/)
    expect(asked.map(({ path }) => path)).toEqual(['batches', 'batches/undo'])
    expect(asked[1]?.body).toEqual({ id: 'b' })
    // an undo is not undone
    expect(screen.queryByRole('button', { name: '撤销操作', hidden: true })).toBeNull()
  })

  it('goes on with an undo that was cancelled half way, of the same batch', async () => {
    states = { b: ended('b', { undo: true }), undo: ended('undo', { done: 1, ok: 1, cancelled: true }) }
    render(<Notices />)
    await runBatch(app, listPage(), LABEL, list(listPage()))
    await screen.findByText('成功打标签2条')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '撤销操作', hidden: true })))
    await screen.findByText('已取消：撤销打标签了 1 条，其余 1 条没有处理')
    states['undo'] = ended('undo', { total: 1, done: 1, ok: 1 })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '继续撤销', hidden: true })))
    await waitFor(() => expect(asked.filter(({ path }) => path === 'batches/undo')).toHaveLength(2))
    expect(asked.at(-1)?.body).toEqual({ id: 'b' })
  })

  it('says nothing of it where the server kept nothing; what failed offers it beside its reasons', async () => {
    states = { b: ended('b', { ok: 1, undo: true, results: [{ key: '2', code: '0', msg: '不行' }] }) }
    await runBatch(app, listPage(), LABEL, list(listPage()))
    await waitFor(() => expect(failures(app).of('thing/list')).toMatchObject({ count: 1 }))
    expect(failures(app).of('thing/list')?.undo).toBeTypeOf('function')
    states = { b: ended('b', { ok: 1, results: [{ key: '2', code: '0', msg: '不行' }] }) }
    await runBatch(app, listPage(), LABEL, list(listPage()))
    await waitFor(() => expect(failures(app).of('thing/list')).toMatchObject({ count: 1 }))
    expect(failures(app).of('thing/list')?.undo).toBeUndefined()
  })
})

describe('a batch that asks', () => {
  it('begins with what was filled in when those that failed are tried again, and with nothing for others', async () => {
    const specs: AskSpec[] = []
    provideDialogs(app, spec => specs.push(spec))
    const asking: Action = { ...LABEL, form: [field('note', 'text', { label: '备注' })] }
    const rows = list(listPage())
    const press = () => runBatch(app, listPage(), asking, rows)
    states = { b: ended('b', { ok: 1, results: [{ key: '2', code: '0', msg: '不行' }] }) }
    await press()
    await specs[0]?.submit({ note: '统一说明' })
    await waitFor(() => expect(rows.selection.keys()).toEqual(['2']))
    await press()
    rows.selection.setAll([['1', { id: 1, name: '甲' }]], true)
    await press()
    expect(specs.map(({ values }) => values)).toEqual([{}, { note: '统一说明' }, {}])
  })
})

describe('a change of fields of many records', () => {
  it('asks the fields of the form that its user may fill in, once, and sends those that were chosen', async () => {
    states = { b: ended('b') }
    const specs: AskSpec[] = []
    provideDialogs(app, spec => specs.push(spec))
    const { call: _call, ...button } = LABEL
    const many: Action = { ...button, label: '批量修改', page: 'thing/form', fields: ['name', 'kind', 'note', 'own'] }
    await runBatch(app, listPage(), many, list(listPage()))
    const [spec] = specs
    if (!spec) throw new Error('No dialog was opened')
    // conditions over a record's other values are the server's to judge, for each record
    expect(spec.fields.map(({ name, visible, required }) => [name, visible, required])).toEqual([
      ['name', undefined, true],
      ['kind', undefined, undefined],
      ['note', undefined, undefined],
    ])
    await prepareAsk(spec)
    render(<AskDialog spec={spec} onClose={() => {}} />)
    const ok = () => screen.getByRole('button', { name: /批量修改/ })
    expect(ok()).toHaveProperty('disabled', true)
    expect(screen.queryByRole('textbox')).toBeNull()
    for (const label of ['种类', '备注']) fireEvent.click(screen.getByRole('checkbox', { name: label }))
    const [kind] = await screen.findAllByRole('textbox')
    fireEvent.change(kind as HTMLElement, { target: { value: '新' } })
    await act(async () => fireEvent.click(ok()))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.body).toEqual({ call: 'thing.save', args: { kind: '新', note: null }, keys: ['1', '2'] })
  })
})
