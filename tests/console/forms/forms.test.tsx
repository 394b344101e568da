import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormPage } from '../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../src/console/data/config/expressions.ts'
import { FormView, prepareForm } from '../../../src/console/forms/FormView.tsx'
import { problemOf } from '../../../src/console/fields/values/problems.ts'
import { boot } from '../support/boot.ts'
import { field, formPage } from '../support/pages.ts'
import { app, render } from '../support/app.tsx'

const page = formPage([
  field('name', 'text', { label: '名称', required: true, maxLength: 5 }),
  field('icpNo', 'text', { label: '备案号' }),
  field('holder', 'text', { label: '备案主体', visible: "=values.icpNo != ''", required: "=values.icpNo != ''" }),
  field('count', 'int', { label: '数量' }),
  field('big', 'text', { label: '说明', visible: '=values.count > 10' }),
  field('locked', 'text', { label: '锁定', disabled: "=values.name == 'x'" }),
])

const sent: unknown[] = []
let answer: () => Response
const kept: unknown[] = []
let stored: unknown = null
const ok = (data: unknown) => new Response(JSON.stringify({ resultCode: '0', data }))
function drafts(init: RequestInit): Response {
  if (init.method === 'GET') return ok(stored)
  kept.push(JSON.parse(String(init.body)))
  return ok(null)
}

beforeEach(async () => {
  sessionStorage.clear()
  sent.length = 0
  kept.length = 0
  stored = null
  document.cookie = 'Token=t; path=/'
  answer = () => new Response(JSON.stringify({ resultCode: '0', data: '1' }))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    if (url.includes('/drafts')) return drafts(init)
    if (init.method !== 'GET') sent.push(JSON.parse(String(init.body)))
    return answer()
  })
  await loadBoot(app, 'thing/form')
  await loadExpressions(page)
  await prepareForm(page)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(more: Partial<FormPage> = {}, search = '') {
  render(
    <MemoryRouter>
      <FormView page={{ ...page, ...more }} search={search} visit={0} />
    </MemoryRouter>,
  )
  await waitFor(() => screen.getByLabelText(/名称/))
}
const type = async (label: RegExp, value: string) => {
  await act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  })
}
const save = async () => {
  await act(async () => {
    fireEvent.click(screen.getByText('保存'))
  })
}

describe('a form from its page', () => {
  it('linkage: an expression shows, requires and locks fields as values change', async () => {
    await open()
    expect(screen.queryByLabelText(/备案主体/)).toBeNull()
    await type(/备案号/, 'ICP1')
    expect(screen.getByLabelText(/备案主体/)).toBeTruthy()
    expect(document.querySelectorAll('.form-item em')).toHaveLength(2)
    await type(/备案号/, '')
    expect(screen.queryByLabelText(/备案主体/)).toBeNull()
    await type(/名称/, 'x')
    expect((screen.getByLabelText(/锁定/) as HTMLInputElement).disabled).toBe(true)
  })

  it('an absent number is no number: the field stays hidden until the condition holds', async () => {
    await open()
    expect(screen.queryByLabelText(/说明/)).toBeNull()
    await type(/数量/, '11')
    await waitFor(() => expect(screen.queryByLabelText(/说明/)).toBeTruthy())
  })

  it('says what is missing, focuses the first error and sends nothing', async () => {
    await open()
    await save()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('请输入名称'))
    expect(document.activeElement?.id).toBe('thing/form.name')
    expect(sent).toEqual([])
  })

  it('sends visible fields only, trimmed', async () => {
    await open()
    await type(/名称/, ' 甲 ')
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ name: '甲', icpNo: null, count: null, locked: null })
  })

  it('R5.01 of a record begins with the default of what it has to say and does not, and keeps all else', async () => {
    const begun = (stored: object, search: string) => {
      answer = () => ok({ id: '7', ...stored })
      const fields = [
        field('name', 'text', { label: '名称', required: true, default: '确认' }),
        field('icpNo', 'text', { label: '备案号', default: '没有' }),
        field('risk', 'text', { label: '等级', required: "=values.name == '确认'", default: '2' }),
        field('locked', 'text', { label: '锁定', required: true, default: '否', disabled: "=values.name != ''" }),
      ]
      const source = { name: 'thing.one', method: 'GET', path: '/one', in: 'query', envelope: 'resultCode' } as const
      return open({ source, sections: [{ ...page.sections[0]!, fields }] }, search)
    }
    const shown = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
    await begun({ name: null, icpNo: null, risk: '3' }, '?id=7')
    await waitFor(() => expect(shown(/名称/)).toBe('确认'))
    expect([shown(/备案号/), shown(/等级/), shown(/锁定/)]).toEqual(['', '3', ''])
    cleanup()
    await begun({ name: '排除', icpNo: null, risk: null }, '?id=7')
    await waitFor(() => expect(shown(/名称/)).toBe('排除'))
    expect([shown(/备案号/), shown(/等级/)]).toEqual(['', '2'])
  })

  it('has its act at the far right, and says how many fields are left to mend', async () => {
    await open()
    const buttons = () => [...document.querySelectorAll('.form-actions button')].map(one => one.textContent)
    expect(buttons()).toEqual(['取消', '保存'])
    await save()
    await screen.findByText(/还有 \d+ 项要改/)
    expect(buttons()).toEqual(['去第一项', '取消', '保存'])
  })

  it('errors of the server stand at their fields, and go when the value is touched', async () => {
    answer = () =>
      new Response(JSON.stringify({ resultCode: '400', resultMsg: '有误', errors: { name: '名称已存在' } }), {
        status: 400,
      })
    await open()
    await type(/名称/, '甲')
    await save()
    await waitFor(() => expect(screen.getByText('名称已存在')).toBeTruthy())
    await type(/名称/, '乙')
    expect(screen.queryByText('名称已存在')).toBeNull()
    answer = () => new Response(JSON.stringify({ resultCode: '0', data: '1' }))
    await save()
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('takes what its address says into a new record, and nothing that it was not told to', async () => {
    await open({ prefill: { name: 'title', icpNo: 'no' } }, '?title=%E4%BD%A0%E5%A5%BD&count=7')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/名称/).value).toBe('你好'))
    expect(screen.getByLabelText<HTMLInputElement>(/备案号/).value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>(/数量/).value).toBe('')
  })
  it('says why nothing can be saved now, before anything is filled in', async () => {
    answer = () => ok({ ok: false, text: '服务器没有安装浏览器' })
    await open({ ready: { name: 'thing.ready', method: 'GET', path: '/ready', in: 'none', envelope: 'resultCode' } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('服务器没有安装浏览器'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
  })
  it('no field takes more columns than a form has', async () => {
    await open({
      sections: page.sections.map(section => ({
        ...section,
        fields: section.fields.map(one => ({ ...one, span: 3 })),
      })),
    })
    const spans = [...document.querySelectorAll<HTMLElement>('.form-item')].map(item => item.style.gridColumn)
    expect(new Set(spans)).toEqual(new Set(['span 2']))
  })
  it('what was typed survives a reload', async () => {
    await open()
    await type(/名称/, '草稿')
    await waitFor(() => expect(sessionStorage.getItem('draft:u1:thing/form')).toContain('草稿'))
  })
})

describe('what is wrong with a value', () => {
  it.each([
    [field('u', 'url', { label: '网址' }), 'www.x.cn', '网址要以 http:// 或 https:// 开头'],
    [field('c', 'uscc', { label: '代码' }), '123', '统一社会信用代码不正确，请核对18位代码'],
    [field('n', 'int', { label: '数量', max: 10 }), 11, '数量不能大于10'],
    [field('n', 'text', { label: '名称', minLength: 2 }), 'a', '名称至少2个字'],
    [field('n', 'text', { label: '名称', pattern: '^a', patternMessage: '要以 a 开头' }), 'b', '要以 a 开头'],
    [field('n', 'text', { label: '名称' }), 'b', undefined],
  ])('%o %s', (facts, value, problem) => {
    expect(problemOf(facts, value, false)).toBe(problem)
  })
})
