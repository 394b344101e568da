import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DictionaryEntries, FormField } from '../../../src/core/contract/configuration.ts'
import type { FieldKind } from '../../../src/core/model/documents.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { FIELDS } from '../../../src/console/fields/fields.ts'
import { NAMED_CONTROLS } from '../../../src/console/fields/named.ts'
import { AskDialog, prepareAsk } from '../../../src/console/forms/AskDialog.tsx'
import type { AskSpec } from '../../../src/console/feedback/dialogs.ts'
import { FormView, prepareForm } from '../../../src/console/forms/FormView.tsx'
import { boot } from '../support/boot.ts'
import { field, formPage } from '../support/pages.ts'
import { app, render } from '../support/app.tsx'

const KIND = [['k1', '甲'] as [string, string], ['k2', '乙'] as [string, string]]
const dictionaries = { kind: KIND }
const more = (kind: FieldKind): Partial<FormField> => ({
  label: kind,
  ...(kind === 'dict' || kind === 'status' ? { dict: 'kind' } : {}),
  ...(kind === 'rule' ? { rule: { entity: 'thing' } } : {}),
  ...(kind === 'table' ? { fields: [field('cell', 'text'), field('day', 'date')], default: [{}] as never } : {}),
})
/** Every control of a form: of each kind, several at once where it can, and those that a field may name. */
const CONTROLS: FormField[] = [
  ...(Object.keys(FIELDS) as FieldKind[]).map(kind => field(kind, kind, more(kind))),
  ...(['dict', 'ref', 'file'] as const).map(kind => field(`${kind}s`, kind, { ...more(kind), multiple: true })),
  ...(Object.keys(NAMED_CONTROLS) as (keyof typeof NAMED_CONTROLS)[]).map(control =>
    field(control, 'json', { label: control, control, dict: 'kind' }),
  ),
]

const RULE = {
  entity: 'thing',
  label: '物品',
  fields: [{ name: 'a', label: '甲', kind: 'text' }],
  dictionaries: {},
}
let sent: string[]
beforeEach(async () => {
  sessionStorage.clear()
  document.cookie = 'Token=t; path=/'
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    if (init.method === 'POST' && !url.includes('/drafts')) sent.push(url)
    const data = url.includes('/rules/fields') ? RULE : url.includes('/drafts') ? null : []
    return new Response(JSON.stringify({ resultCode: '0', data }))
  })
  await loadBoot(app, 'thing/form')
})
afterEach(async () => {
  cleanup()
  await new Promise(resolve => setTimeout(resolve))
  vi.unstubAllGlobals()
})

const FOCUSABLE = 'input:not([type=file]), textarea, .control button, [tabindex="0"]'

/** Presses Enter in each control, which a browser may send the form by only if it stands in one. */
async function pressEnter(): Promise<string[]> {
  const items = [...document.querySelectorAll('.form-item')]
  expect(items).toHaveLength(CONTROLS.length)
  for (const item of items) {
    const element = item.querySelector<HTMLElement>(FOCUSABLE)
    if (!element) throw new Error(`Nothing to press Enter in: ${item.textContent}`)
    await act(async () => {
      element.focus()
      for (const event of ['keyDown', 'keyPress', 'keyUp'] as const)
        fireEvent[event](element, { key: 'Enter', code: 'Enter', keyCode: 13, charCode: 13 })
    })
  }
  return items.filter(item => item.closest('form') || item.querySelector('form')).map(item => item.outerHTML)
}
const saved = () => sent.filter(url => url.includes('/thing/'))

describe('Enter, in whatever control', () => {
  it('never sends a form: only its button does', async () => {
    const page = { ...formPage(CONTROLS), dictionaries }
    await prepareForm(page)
    render(
      <MemoryRouter>
        <FormView page={page} search="" visit={0} />
      </MemoryRouter>,
    )
    await screen.findByLabelText('longText')
    await screen.findByText('添加一行条件')
    // until it is used no control brings the library's parts along, which draw many times as slowly
    expect(document.querySelectorAll('[class*="ant-"]')).toHaveLength(0)
    expect(await pressEnter()).toEqual([])
    expect(document.querySelectorAll('.ant-select, .ant-picker').length).toBeGreaterThan(5)
    expect(saved()).toEqual([])
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
    })
    await waitFor(() => expect(saved()).toHaveLength(1))
  })

  it('never sends a dialog of an action', async () => {
    const submit = vi.fn(async () => {})
    const spec = { title: '处理', ok: '提交', fields: CONTROLS, dictionaries, submit }
    await prepareAsk(spec)
    render(<AskDialog spec={spec} onClose={() => {}} />)
    await screen.findByText('处理')
    await screen.findByText('添加一行条件')
    expect(await pressEnter()).toEqual([])
    expect(submit).not.toHaveBeenCalled()
  })
})

describe('a dialog of an action', () => {
  const fields = [field('unit', 'text', { label: '接收单位' }), field('note', 'text', { label: '要求' })]
  const open = async (more: Partial<AskSpec>) => {
    const done = { submit: vi.fn(async () => {}), close: vi.fn(), go: vi.fn() }
    const spec = { title: '派发线索', ok: '派发', fields, dictionaries, submit: done.submit, ...more }
    await prepareAsk(spec)
    const further = { label: '派发并处理', go: done.go }
    render(<AskDialog spec={{ ...spec, further }} onClose={done.close} />)
    await screen.findByText('派发线索')
    return done
  }
  const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

  it('fills in what a call answers later, and leaves what is there', async () => {
    await open({ values: { note: '尽快' }, later: Promise.resolve({ unit: 'o1', note: '不急' }) })
    await waitFor(() => expect(value('接收单位')).toBe('o1'))
    expect(value('要求')).toBe('尽快')
  })

  it('has the act in its word at the far right, and says how many fields are left to mend, and which is first', async () => {
    const needed = fields.map(one => ({ ...one, required: true }))
    const done = await open({ fields: needed })
    const act = screen.getByRole('button', { name: /^派\s*发$/ })
    expect(
      within(act.closest('.ask-actions') as HTMLElement)
        .getAllByRole('button')
        .at(-1),
    ).toBe(act)
    expect(screen.queryByText(/项要改/)).toBe(null)
    fireEvent.click(act)
    expect((await screen.findByText('还有 2 项要改')).tagName).toBe('SPAN')
    expect(done.submit).not.toHaveBeenCalled()
    screen.getByLabelText(/要求/).focus()
    fireEvent.click(screen.getByRole('button', { name: '去第一项' }))
    expect(document.activeElement).toBe(screen.getByLabelText(/接收单位/))
    fireEvent.change(screen.getByLabelText(/接收单位/), { target: { value: 'o1' } })
    await screen.findByText('还有 1 项要改')
  })

  it('says where its record stands', async () => {
    const state = field('state', 'status', { dict: 'workflow/clue' })
    const standing = { fields: [state], dictionaries: { 'workflow/clue': [['20', '待受理']] as DictionaryEntries } }
    await open({ standing, record: { state: '20' } })
    expect(document.querySelector('.about')?.textContent).toBe('待受理')
    cleanup()
    await open({ standing, record: {} })
    expect(document.querySelector('.about')).toBe(null)
  })

  it('goes on with what comes next by its own button only, and only once all is done', async () => {
    const press = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
    const first = await open({})
    await press(/^派\s*发$/)
    await waitFor(() => expect(first.close).toHaveBeenCalledOnce())
    expect([first.submit.mock.calls.length, first.go.mock.calls.length]).toEqual([1, 0])
    cleanup()
    const refused = await open({ submit: async () => Promise.reject(new Error('no')) })
    await press(/^派发并处理$/)
    expect([refused.close.mock.calls.length, refused.go.mock.calls.length]).toEqual([0, 0])
    cleanup()
    const second = await open({})
    await press(/^派发并处理$/)
    await waitFor(() => expect(second.go).toHaveBeenCalledOnce())
    expect([second.submit.mock.calls.length, second.close.mock.calls.length]).toEqual([1, 1])
  })
})
