import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { provideFeedback } from '../../../../../src/console/feedback/notice.ts'
import { failures } from '../../../../../src/console/pages/list/jobs/failures.ts'
import { ImportPanel } from '../../../../../src/console/pages/list/panels/ImportPanel.tsx'
import { ListTools } from '../../../../../src/console/pages/list/ListTools.tsx'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { feedback } from '../../../../../src/console/shell/overlays/feedback.ts'
import { Notices } from '../../../../../src/console/shell/overlays/Notices.tsx'
import { boot } from '../../../support/boot.ts'
import { listPage } from '../../../support/pages.ts'
import { app, render } from '../../../support/app.tsx'

const ADD = { name: 'add', label: '新增', on: ['page' as const], origin: 'x:1:1', page: 'thing/form' }
const PAGE = listPage({ actions: [ADD], import: { button: 'add', page: 'thing/form' } })
const FINISHED = { total: 3, done: 3, finished: true, cancelled: false }
const REPORT = { good: 2, bad: 1, problems: [{ cell: 'B3', row: 3, reason: '名称不能为空' }] }

let asked: { path: string; body: unknown }[]
let check: Record<string, unknown>
let batch: Record<string, unknown>

beforeEach(async () => {
  asked = []
  check = { id: 'c', ...FINISHED, report: REPORT }
  batch = { id: 'b', ...FINISHED, total: 2, done: 2, ok: 2, undo: true, results: [] }
  document.cookie = 'Token=t; path=/'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://x')
    if (pathname === '/config/boot') return new Response(JSON.stringify(boot()))
    const path = pathname.replace(/^.*\/(api-console|api-im|api)\//, '')
    if (init.method !== 'POST') return answer(path === 'batches' ? batch : check)
    asked.push({ path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body })
    if (path === 'file/uploads') return answer({ id: 'f' })
    return answer({ id: path === 'imports' ? 'c' : 'b', total: 2 })
  })
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
  })
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    this.open = false
  })
  provideFeedback(app, feedback(app))
  await loadBoot(app, 'thing/list')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answer = (data: unknown): Response => new Response(JSON.stringify({ resultCode: '0', data }))
const bodyOf = (path: string): unknown => asked.find(one => one.path === path)?.body

async function choose(file: File): Promise<void> {
  await act(async () =>
    fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } }),
  )
}

describe('importing a spreadsheet', () => {
  it('is offered to whoever has the button that adds', () => {
    const tools = (page: typeof PAGE) =>
      render(<ListTools page={page} compiled={compileList(app, page)} view={undefined} onRefresh={() => {}} />)
    const { unmount } = tools(PAGE)
    expect(screen.getByRole('button', { name: '导入' })).toBeTruthy()
    unmount()
    tools({ ...PAGE, actions: [{ ...ADD, visible: '=false' }] })
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  })

  it('checks the file, shows each refused cell, imports the rest and offers to undo it', async () => {
    const onClose = vi.fn()
    render(
      <>
        <ImportPanel page={PAGE} onClose={onClose} />
        <Notices />
      </>,
    )
    await choose(new File(['a'], '甲.csv'))
    await screen.findByText('B3')
    expect(screen.getByText('名称不能为空')).toBeTruthy()
    expect(bodyOf('imports')).toMatchObject({ route: 'thing/list', file: 'f' })
    expect(bodyOf('imports/run')).toBeUndefined()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '导入 2 行', hidden: true })))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodyOf('imports/run')).toEqual({ id: 'c' })
    await screen.findByText('成功导入2条')
    expect(screen.getByRole('button', { name: '撤销操作', hidden: true })).toBeTruthy()
  })

  it('says what is wrong with a file as a whole, and lets another be chosen', async () => {
    check = { id: 'c', ...FINISHED, error: '表格里没有认识的列名，请使用本页下载的模板' }
    render(<ImportPanel page={PAGE} onClose={() => {}} />)
    await choose(new File(['a'], '甲.csv'))
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain('没有认识的列名')
    expect(screen.getByRole('button', { name: /下载模板/, hidden: true })).toBeTruthy()
  })

  it('takes cells that are pasted, and names rows that fail after all', async () => {
    batch = { ...batch, ok: 1, results: [{ key: '7', code: '0', msg: '名称已存在' }] }
    render(<ImportPanel page={PAGE} onClose={() => {}} />)
    const clipboardData = { files: [], getData: () => '名称\t种类\n甲\t乙' }
    await act(async () =>
      fireEvent.paste(screen.getByRole('button', { name: /选择文件/, hidden: true }), { clipboardData }),
    )
    await screen.findByText('B3')
    expect(bodyOf('file/uploads')).toBeInstanceOf(FormData)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '导入 2 行', hidden: true })))
    await waitFor(() => expect(failures(app).of('thing/list')?.failed[0]?.name).toBe('第 7 行'))
    expect(failures(app).of('thing/list')?.isGone).toBe(true)
  })
})
