import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { maximised } from '../../../../src/console/navigation/maximised.ts'
import { isShortcut, SHORTCUTS, type ShortcutName } from '../../../../src/console/navigation/shortcuts.ts'
import { tabs, tabsBeside, tailOf } from '../../../../src/console/navigation/tabs.ts'
import { watchFocus } from '../../../../src/console/shell/focusReturn.ts'
import { Shortcuts } from '../../../../src/console/shell/Shortcuts.tsx'
import { Tabs } from '../../../../src/console/shell/tabs/Tabs.tsx'
import { boot } from '../../support/boot.ts'
import { app, render } from '../../support/app.tsx'

const tab = (id: string, more: object = {}) => ({ id, url: `/${id}`, title: id, ...more })
const open = (...ids: string[]) => {
  for (const id of ids) tabs(app).open(tab(id))
}
const ids = () =>
  tabs(app)
    .state()
    .tabs.map(one => one.id)
const drawn = () =>
  render(
    <MemoryRouter>
      <Tabs />
    </MemoryRouter>,
  )

beforeEach(async () => {
  sessionStorage.clear()
  tabs(app).restore('u1')
  maximised(app).set(false)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('tabs', () => {
  it('are pinned at the left, and then closed by themselves alone', () => {
    open('a', 'b', 'c', 'd')
    tabs(app).pin('c', true)
    expect(ids()).toEqual(['c', 'a', 'b', 'd'])
    expect(tabsBeside(tabs(app).state().tabs, 'b')).toEqual({ left: ['a'], right: ['d'], others: ['a', 'd'] })
    for (const id of ['e', 'f', 'g']) tabs(app).open(tab(id), 3)
    expect(ids()).toEqual(['c', 'f', 'g'])
    tabs(app).pin('c', false)
    tabs(app).restore('u1')
    expect(tabs(app).state().tabs[0]).toMatchObject({ id: 'c', pinned: false })
  })

  it('are moved by dragging and by keys, a pinned one among the pinned', () => {
    open('a', 'b', 'c')
    drawn()
    fireEvent.keyDown(screen.getByRole('tab', { name: 'c' }), { key: 'ArrowLeft', ctrlKey: true, shiftKey: true })
    expect(ids()).toEqual(['a', 'c', 'b'])
    const carried = {
      data: '',
      types: ['text/x-tab'],
      setData: (_: string, id: string) => (carried.data = id),
      getData: () => carried.data,
    }
    fireEvent.dragStart(screen.getByRole('tab', { name: 'b' }), { dataTransfer: carried })
    fireEvent.drop(screen.getByRole('tab', { name: 'a' }), { dataTransfer: carried })
    expect(ids()).toEqual(['b', 'a', 'c'])
    tabs(app).pin('a', true)
    tabs(app).move('a', 'c')
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  it('have a menu by the mouse and by a key: pin, close left, right and others, maximise', async () => {
    open('a', 'b', 'c')
    drawn()
    fireEvent.keyDown(screen.getByRole('tab', { name: 'b' }), { key: 'F10', shiftKey: true })
    fireEvent.click(screen.getByRole('menuitem', { name: '关闭左侧' }))
    await waitFor(() => expect(ids()).toEqual(['b', 'c']))
    fireEvent.contextMenu(screen.getByRole('tab', { name: 'c' }))
    fireEvent.click(screen.getByRole('menuitem', { name: '最大化内容' }))
    expect(maximised(app).get()).toBe(true)
    fireEvent.keyDown(document.body, { key: 'p', code: 'KeyP', altKey: true })
    expect(ids()).toEqual(['c', 'b'])
  })

  it('of one name are told apart by the end of the record’s number', () => {
    const two = [
      tab('x', { name: '甲店', url: '/one?id=demo-000012' }),
      tab('y', { name: '甲店', url: '/one?id=demo-000034' }),
      tab('z'),
    ]
    expect(two.map(one => tailOf(two, one))).toEqual(['000012', '000034', ''])
  })
})

describe('keyboard shortcuts', () => {
  const press = (more: object) => ({
    key: '',
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    target: document.body,
    ...more,
  })

  it('are asked of the table that the sheet is drawn from; those of one character only while nobody types', () => {
    expect(isShortcut(press({ key: 'k', metaKey: true }), 'find')).toBe(true)
    expect(isShortcut(press({ key: '?', shiftKey: true }), 'help')).toBe(true)
    expect(isShortcut(press({ key: '?', target: document.createElement('input') }), 'help')).toBe(false)
    expect(isShortcut(press({ key: 'µ', code: 'KeyM', altKey: true }), 'maximise')).toBe(true)
    expect(isShortcut(press({ key: 'm', code: 'KeyM' }), 'maximise')).toBe(false)
    render(<Shortcuts onClose={() => {}} />)
    for (const name of Object.keys(SHORTCUTS) as ShortcutName[])
      expect(screen.getByText(SHORTCUTS[name].text)).toBeTruthy()
  })

  it('no two of them are the same', () => {
    const all = Object.values(SHORTCUTS).map(({ shown, where }) => `${where} ${shown}`)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the focus', () => {
  it('goes back to what opened a dialog, or to the row in the place of one that is gone', async () => {
    // happy-dom draws nothing, and so says that nothing has a place
    vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
    const stop = watchFocus()
    document.body.innerHTML = `<main id="main" tabindex="-1"><table><tbody>
      <tr data-row-key="1" tabindex="0"><td><button>一</button></td></tr>
      <tr data-row-key="2" tabindex="0"><td><button>二</button></td></tr></tbody></table></main>`
    const [first] = [...document.querySelectorAll('button')]
    const dialog = document.createElement('div')
    dialog.innerHTML = '<div role="dialog"><button>确定</button></div>'
    first?.focus()
    document.body.append(dialog)
    dialog.querySelector('button')?.focus()
    dialog.remove()
    await waitFor(() => expect(document.activeElement).toBe(first))
    // one of two dialogs goes: the focus stays in the other, and does not go behind it
    document.body.append(dialog)
    dialog.innerHTML = '<div role="dialog" aria-modal="true"><button>取消</button><input /></div>'
    dialog.querySelector('input')?.focus()
    const question = document.createElement('dialog')
    question.innerHTML = '<button>继续填写</button>'
    document.body.append(question)
    question.querySelector('button')?.focus()
    question.remove()
    await waitFor(() => expect(document.activeElement).toBe(dialog.querySelector('input')))
    dialog.remove()
    await waitFor(() => expect(document.activeElement).toBe(first))
    document.querySelector('tr')?.remove()
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset['rowKey']).toBe('2'))
    stop()
    document.body.innerHTML = ''
    vi.restoreAllMocks()
  })
})
