import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { provideFeedback, type Question } from '../../../src/console/feedback/notice.ts'
import { AskDialog, prepareAsk } from '../../../src/console/forms/AskDialog.tsx'
import { ConflictDialog } from '../../../src/console/forms/ConflictDialog.tsx'
import { tabs } from '../../../src/console/navigation/tabs.ts'
import { hasUnsaved, installHistoryGuard, mayLeave } from '../../../src/console/navigation/unsaved.ts'
import { compileList } from '../../../src/console/pages/list/columns/columns.tsx'
import { ColumnPanel } from '../../../src/console/pages/list/panels/ColumnPanel.tsx'
import { ImportPanel } from '../../../src/console/pages/list/panels/ImportPanel.tsx'
import { ViewPanel } from '../../../src/console/pages/list/panels/ViewPanel.tsx'
import { Drop } from '../../../src/console/shell/header/Drop.tsx'
import { feedback } from '../../../src/console/shell/overlays/feedback.ts'
import { Questions } from '../../../src/console/shell/overlays/Questions.tsx'
import { showOneTimePassword } from '../../../src/console/feedback/oneTimePassword.ts'
import { ToolPanel } from '../../../src/supervision/console/ToolPanel.tsx'
import { app, render } from '../support/app.tsx'
import { column, field, formPage, listPage } from '../support/pages.ts'
import { answers, eachAnew, start } from '../support/started.tsx'

const questions: Question[] = []
let yes = false

eachAnew()
beforeEach(async () => {
  document.cookie = 'Token=t; path=/'
  for (const [name, open] of [
    ['showModal', true],
    ['close', false],
  ] as const)
    vi.spyOn(HTMLDialogElement.prototype, name).mockImplementation(function (this: HTMLDialogElement) {
      this.open = open
    })
  questions.length = 0
  yes = false
  await start()
  provideFeedback(app, {
    notice: () => {},
    ask: async question => {
      questions.push(question)
      return yes
    },
  })
})
afterEach(cleanup)

const did = (what: () => unknown): Promise<void> =>
  act(async () => {
    await what()
  })
const change = (control: HTMLElement, value: string) => {
  fireEvent.input(control, { target: { value } })
  fireEvent.change(control, { target: { value } })
}
const FIELDS = [field('opinion', 'text', { label: '意见' }), field('note', 'text', { label: '备注' })]
const LIST = listPage({
  columns: [column('name', 'text', { label: '名称' }), column('code', 'text', { label: '代码' })],
})
const ASK = {
  title: '受理',
  ok: '受理',
  fields: FIELDS,
  values: { note: '已有的' },
  dictionaries: {},
  submit: async () => {},
}

interface Case {
  draw: (onClose: () => void) => ReactNode
  /** what somebody types or chooses, and what takes it back */
  fill: () => unknown
  undo?: () => unknown
  /** by which ways it is closed; each is tried */
  ways: Record<string, (dialog: HTMLElement) => void>
}

const escape = (dialog: HTMLElement) => void fireEvent.keyDown(dialog, { key: 'Escape', keyCode: 27 })
const press = (name: string) => (dialog: HTMLElement) =>
  void fireEvent.click(within(dialog).getByRole('button', { name }))
const PANEL = { Esc: escape, '×': press('关闭面板'), beside: (dialog: HTMLElement) => void fireEvent.click(dialog) }
const MODAL = {
  Esc: (dialog: HTMLElement) => escape(dialog.querySelector<HTMLElement>('.ant-modal-content') ?? dialog),
  '×': (dialog: HTMLElement) => void fireEvent.click(dialog.querySelector('.ant-modal-close') as HTMLElement),
}

const cases: Record<string, Case> = {
  'a dialog before a step': {
    draw: onClose => <AskDialog spec={ASK} onClose={onClose} />,
    fill: () => change(screen.getByLabelText('意见'), '同意'),
    undo: () => change(screen.getByLabelText('意见'), ''),
    ways: { ...MODAL, 取消: press('取消') },
  },
  'a dialog that asks which fields to change': {
    draw: onClose => <AskDialog spec={{ ...ASK, pick: true }} onClose={onClose} />,
    fill: () => fireEvent.click(screen.getByRole('checkbox', { name: '意见' })),
    undo: () => fireEvent.click(screen.getByRole('checkbox', { name: '意见' })),
    ways: { ...MODAL, 取消: press('取消') },
  },
  'the comparison of two versions': {
    draw: onClose => (
      <ConflictDialog
        page={formPage(FIELDS)}
        conflict={{
          current: {},
          differences: FIELDS.map(one => ({ field: one, mine: '1', theirs: '2', standard: undefined })),
        }}
        values={{}}
        onSolve={() => {}}
        onClose={onClose}
      />
    ),
    fill: () => fireEvent.click(screen.getAllByRole('radio')[0] as HTMLElement),
    ways: { ...MODAL, 返回修改: press('返回修改') },
  },
  'the columns of a list': {
    draw: onClose => <ColumnPanel page={LIST} store={compileList(app, LIST).columns} onClose={onClose} />,
    fill: () => fireEvent.click(screen.getByRole('checkbox', { name: '代码' })),
    undo: () => fireEvent.click(screen.getByRole('checkbox', { name: '代码' })),
    ways: { ...PANEL, 取消: press('取消') },
  },
  'a width that is being typed': {
    draw: onClose => <ColumnPanel page={LIST} store={compileList(app, LIST).columns} onClose={onClose} />,
    fill: () => change(screen.getByLabelText('代码的列宽'), '300'),
    ways: PANEL,
  },
  'the name of a view': {
    draw: onClose => <ViewPanel page={LIST} compiled={compileList(app, LIST)} onClose={onClose} />,
    fill: () => change(screen.getByRole('textbox', { name: '视图名称' }), '重点'),
    undo: () => change(screen.getByRole('textbox', { name: '视图名称' }), ''),
    ways: PANEL,
  },
  'a view that is renamed': {
    draw: onClose => <ViewPanel page={LIST} compiled={compileList(app, LIST)} onClose={onClose} />,
    fill: async () => {
      await did(() => void fireEvent.click(screen.getByRole('button', { name: '改名' })))
      change(screen.getByRole('textbox', { name: '新名称' }), '别的')
    },
    ways: PANEL,
  },
  'a file that is checked': {
    draw: onClose => <ImportPanel page={LIST} onClose={onClose} />,
    fill: () =>
      fireEvent.change(screen.getByLabelText('选择文件', { selector: 'input' }), {
        target: { files: [new File(['a'], 'a.csv')] },
      }),
    ways: PANEL,
  },
  'the links of the header': {
    draw: () => <Drop icon="link" text="网络工具" Panel={ToolPanel} className="tools" />,
    fill: async () => {
      if (!screen.queryByLabelText('网址'))
        await did(() => void fireEvent.click(screen.getByRole('button', { name: '添加' })))
      change(screen.getByLabelText('网址'), 'https://a.example')
    },
    undo: () => change(screen.getByLabelText('网址'), ''),
    ways: {
      Esc: escape,
      beside: () => void fireEvent.pointerDown(document.body),
      again: () => void fireEvent.click(screen.getByRole('button', { name: '网络工具' })),
    },
  },
}

const unloads = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe.each(Object.entries(cases))('%s', (name, { draw, fill, undo, ways }) => {
  const onClose = vi.fn()
  const isDrop = name === 'the links of the header'
  const isOpen = (): boolean => screen.queryByRole('dialog') !== null && onClose.mock.calls.length === 0
  async function open(): Promise<HTMLElement> {
    onClose.mockClear()
    questions.length = 0
    // a check of a spreadsheet that goes on
    for (const part of ['uploads', 'imports']) answers[part] = { id: '1', total: 9, done: 1, finished: false }
    answers['views'] = [{ id: '1', name: '已有的', query: {}, mine: true, shared: false, owner: '' }]
    await prepareAsk(ASK)
    render(<MemoryRouter>{draw(onClose)}</MemoryRouter>)
    if (isDrop) fireEvent.click(screen.getByRole('button', { name: '网络工具' }))
    if (name === 'a view that is renamed') await screen.findByRole('button', { name: '改名' })
    return screen.findByRole('dialog')
  }

  it.each(Object.entries(ways))('asks before %s throws away what was typed, and keeps it', async (_, close) => {
    const dialog = await open()
    await did(fill)
    expect([hasUnsaved(app), unloads()]).toEqual([true, true])
    await act(async () => close(dialog))
    expect(questions.map(({ title, stay }) => [title, stay])).toEqual([['放弃填写的内容？', '继续填写']])
    expect(isOpen()).toBe(true)
    // another page, by a link or the browser's back
    expect(await act(() => mayLeave(app))).toBe(false)
    expect(isOpen()).toBe(true)
    yes = true
    await act(async () => close(dialog))
    expect(isOpen()).toBe(false)
  })

  it('closes at once where nothing was typed, or it was taken back', async () => {
    const [, close] = Object.entries(ways)[0] ?? []
    for (const before of [[], undo ? [fill, undo] : []]) {
      const dialog = await open()
      for (const what of before) await did(what)
      expect([hasUnsaved(app), unloads()]).toEqual([false, false])
      await act(async () => close?.(dialog))
      await waitFor(() => expect(isOpen()).toBe(false))
      expect(questions).toEqual([])
      cleanup()
    }
  })
})

it('a dialog goes with the page that it was opened on', async () => {
  const onClose = vi.fn()
  tabs(app).open({ id: 'thing/list', url: '/thing/list', title: '列表' })
  render(<MemoryRouter>{cases['a dialog before a step']?.draw(onClose)}</MemoryRouter>)
  await act(async () => tabs(app).open({ id: 'other', url: '/other', title: '别的' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('a password that is shown once is closed by its button alone', async () => {
  provideFeedback(app, feedback(app))
  render(<Questions />)
  let seen = false
  await act(
    async () => void showOneTimePassword(app, { username: 'a', password: 'Once1234' }).then(() => (seen = true)),
  )
  const dialog = screen.getByRole('dialog')
  const pressed = fireEvent.keyDown(dialog, { key: 'Escape' })
  await act(async () => void fireEvent(dialog, new Event('cancel', { cancelable: true })))
  expect([pressed, seen, unloads()]).toEqual([false, false, true])
  // it lies over all pages: another one may be shown below it
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {})
  installHistoryGuard(app)
  window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 7 } }))
  expect(go).not.toHaveBeenCalled()
  go.mockRestore()
  // Enter, pressed twice at the dialog before, copies it
  expect(document.activeElement?.textContent).toBe('复制')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '已记下' })))
  expect([seen, unloads()]).toEqual([true, false])
})
