import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import type { DetailPage, FormField, FormPage } from '../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../src/console/data/config/expressions.ts'
import { provideFeedback } from '../../../src/console/feedback/notice.ts'
import { installHistoryGuard } from '../../../src/console/navigation/unsaved.ts'
import { rememberSequence } from '../../../src/console/navigation/recordSequence.ts'
import type { AskSpec } from '../../../src/console/feedback/dialogs.ts'
import { AskDialog } from '../../../src/console/forms/AskDialog.tsx'
import { FormView, prepareForm } from '../../../src/console/forms/FormView.tsx'
import { keepUser } from '../../../src/console/data/session/session.ts'
import { appFacts, boot, user } from '../support/boot.ts'
import { column, field, formPage, LIST, listPage } from '../support/pages.ts'
import { app, render } from '../support/app.tsx'

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const ok = (data: unknown) => json({ resultCode: '0', data })
interface Asked {
  url: string
  body: Row
}

let asked: Asked[]
let answers: Record<string, (body: Row) => Response>
let notices: string[]
let questions: string[]
let yes: boolean
let worker: string

const record: Row = { id: '7', name: '甲店', count: 3, note: '旧', updateTime: '2026-01-01 08:00:00' }
const base = formPage([
  field('name', 'text', { label: '名称', required: true }),
  field('count', 'int', { label: '数量' }),
  field('note', 'text', { label: '说明' }),
])
const changing: FormPage = {
  ...base,
  source: { ...LIST, name: 'thing.one', path: '/api/thing/one' },
  call: { ...LIST, name: 'thing.save', path: '/api/thing/save' },
}

/** A page that may stand beside the form. */
const beside: DetailPage = {
  kind: 'detail',
  route: 'thing/beside',
  title: '线索与证据',
  dictionaries: {},
  entity: { name: 'clue', label: '线索', key: 'resultId', title: 'name' },
  source: { ...LIST, method: 'GET', in: 'query', name: 'clue.one', path: '/api/clue/one' },
  facts: [],
  sections: [
    {
      name: 'proof',
      label: '证据',
      fields: [field('proof', 'file', { label: '截图' }), field('words', 'text', { label: '描述' })],
    },
  ],
  actions: [],
  tabs: [],
  print: true,
}
const pages = { 'thing/beside': { hash: 'h1', kind: 'detail' as const, title: beside.title, calls: [], links: [] } }

beforeEach(async () => {
  sessionStorage.clear()
  document.cookie = 'Token=t; path=/'
  asked = []
  notices = []
  questions = []
  yes = true
  worker = 'u1'
  answers = { '/thing/one': () => ok(record), '/thing/save': () => ok('7'), '/drafts': () => ok(null) }
  provideFeedback(app, {
    notice: ({ text }) => {
      notices.push(text)
    },
    ask: async ({ title }) => {
      questions.push(title)
      return yes
    },
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith('/config/boot'))
      return json(
        boot({ user: { ...user, id: worker }, manifest: { version: 'v1', pages, app: appFacts, locales: {} } }),
      )
    if (url.startsWith('/config/page/h1')) return json(beside)
    const body = (init.body ? JSON.parse(String(init.body)) : {}) as Row
    asked.push({ url: `${init.method} ${url}`, body })
    return Object.entries(answers).find(([part]) => url.includes(part))?.[1](body) ?? json({}, 404)
  })
  await loadBoot(app, 'thing/form')
})
afterEach(async () => {
  cleanup()
  // what a form sends when it goes away still finds this server
  await new Promise(resolve => setTimeout(resolve))
  vi.unstubAllGlobals()
})

async function open(page: FormPage, search = '') {
  await loadExpressions(page)
  await prepareForm(page)
  window.history.replaceState({ idx: 0 }, '', '/list')
  window.history.pushState({ idx: 1 }, '', `/thing/form${search}`)
  render(
    <BrowserRouter>
      <FormView page={page} search={search} visit={0} />
    </BrowserRouter>,
  )
  await screen.findByLabelText(/名称/)
}
const type = (label: RegExp, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  })
const press = (name: RegExp | string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
const of = (part: string) => asked.filter(({ url }) => url.includes(part))
const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

describe('somebody saved in between', () => {
  const current = { ...record, name: '乙店', note: '他人写的', updateTime: '2026-01-02 09:30:00' }
  const conflict = () => json({ resultCode: '409', resultMsg: '该记录已被他人修改', data: { current } }, 409)

  it('a save says which state of the record it builds on', async () => {
    await open(changing, '?id=7')
    await type(/说明/, '新')
    await press('保存')
    await waitFor(() => expect(of('/thing/save')).toHaveLength(1))
    expect(of('/thing/save')[0]?.body).toMatchObject({ id: '7', note: '新', updateTime: '2026-01-01 08:00:00' })
  })

  it('both texts of each field stand side by side, and what is chosen is saved', async () => {
    answers['/thing/save'] = conflict
    await open(changing, '?id=7')
    await type(/说明/, '我写的')
    await press('保存')
    expect(await screen.findByText('该记录已被他人修改')).toBeTruthy()
    const rows = [...document.querySelectorAll('.conflict tbody tr')].map(row =>
      [...row.children].map(cell => cell.textContent),
    )
    expect(rows).toEqual([
      ['名称', '甲店', '乙店'],
      ['说明', '我写的', '他人写的'],
    ])
    expect((screen.getByRole('button', { name: /按所选保存/ }) as HTMLButtonElement).disabled).toBe(true)
    // what I did not touch is theirs unless I say otherwise
    expect((document.querySelectorAll('.conflict input')[1] as HTMLInputElement).checked).toBe(true)
    await act(async () => {
      fireEvent.click(document.querySelectorAll('.conflict input')[2] as HTMLElement)
    })
    answers['/thing/save'] = () => ok('7')
    await press(/按所选保存/)
    await waitFor(() => expect(of('/thing/save')).toHaveLength(2))
    expect(of('/thing/save')[1]?.body).toMatchObject({
      name: '乙店',
      note: '我写的',
      updateTime: '2026-01-02 09:30:00',
    })
  })

  it('a change to what is not in the form asks nothing', async () => {
    answers['/thing/save'] = ({ updateTime }) =>
      updateTime === record.updateTime
        ? json({ resultCode: '409', data: { current: { ...record, updateTime: '2026-01-03 00:00:00' } } }, 409)
        : ok('7')
    await open(changing, '?id=7')
    await type(/说明/, '新')
    await press('保存')
    await waitFor(() => expect(notices).toEqual(['已保存']))
    expect(of('/thing/save')).toHaveLength(2)
  })
})

describe('a form that goes on to the next record', () => {
  const next: FormPage = { ...changing, next: true }
  const remember = (keys: string[]) =>
    rememberSequence(app, {
      id: 'thing/list',
      list: listPage({ columns: [column('name', 'text', { page: 'thing/form' })] }),
      source: LIST,
      keys,
      page: 1,
      size: 20,
      total: keys.length,
      argsOf: pageNo => ({ pageNo }),
      within: false,
    })

  it('opens it in the order of the list, without a question', async () => {
    remember(['6', '7', '8'])
    await open(next, '?id=7')
    await type(/说明/, '新')
    await press('保存')
    await waitFor(() => expect(window.location.search).toBe('?id=8'))
    expect([window.location.pathname, questions]).toEqual(['/thing/form', []])
  })

  it('goes back behind the last one, and where no list is known', async () => {
    remember(['6', '7'])
    await open(next, '?id=7')
    await press('保存')
    await waitFor(() => expect(window.location.pathname).toBe('/list'))
    cleanup()
    remember(['1', '2'])
    await open(next, '?id=7')
    await press('保存')
    await waitFor(() => expect(window.location.pathname).toBe('/list'))
  })
})

describe('the record that a form is about', () => {
  const above = () => document.querySelector('.form-body > .about')?.textContent
  it('is named above it, with its state: its own, or the one beside it', async () => {
    answers['/thing/one'] = () => ok({ ...record, state: '20' })
    const standing = [field('state', 'status', { dict: 'workflow/clue' })]
    await open({ ...changing, standing, dictionaries: { 'workflow/clue': [['20', '待受理']] } }, '?id=7')
    expect(above()).toBe('甲店待受理')
    cleanup()
    answers['/clue/one'] = () => ok({ resultId: 'c9', name: '一条线索' })
    await open({ ...base, beside: { page: 'thing/beside', key: 'note' } })
    expect(above()).toBe(undefined)
    await type(/说明/, 'c9')
    await waitFor(() => expect(above()).toBe('一条线索'))
  })

  const about: FormPage = { ...base, beside: { page: 'thing/beside', key: 'note' } }
  beforeEach(() => {
    answers['/clue/one'] = () =>
      ok({ resultId: 'c1', words: '夸大宣传', proof: '/file/a/page.png,/file/b/说明.pdf,https://a.example/other.png' })
  })

  it('stands beside it as soon as the form names it: pictures to be seen, everything to be downloaded', async () => {
    await open(about)
    expect([document.querySelector('.beside'), of('/clue/one')]).toEqual([null, []])
    await type(/说明/, 'c1')
    expect(await screen.findByText('夸大宣传')).toBeTruthy()
    expect(of('/clue/one')[0]?.url).toContain('resultId=c1')
    expect([...document.querySelectorAll('.beside img')].map(one => one.getAttribute('src'))).toEqual([
      '/file/a/page.png',
    ])
    expect([...document.querySelectorAll('.beside .file')].map(one => one.textContent)).toEqual([
      'page.png',
      '说明.pdf',
      'other.png',
    ])
  })

  it('is its own where no field names another', async () => {
    await open({ ...changing, beside: { page: 'thing/beside' } }, '?id=7')
    expect(await screen.findByText('夸大宣传')).toBeTruthy()
    expect(of('/clue/one')[0]?.url).toContain('resultId=7')
  })

  it('stands in a dialog that decides about it', async () => {
    await loadExpressions(base)
    const spec: AskSpec = {
      title: '审核通过',
      ok: '审核通过',
      fields: [],
      dictionaries: {},
      beside: { route: 'thing/beside', key: 'c2' },
      submit: async () => {},
    }
    render(
      <BrowserRouter>
        <AskDialog spec={spec} onClose={() => {}} />
      </BrowserRouter>,
    )
    expect(await screen.findByText('夸大宣传')).toBeTruthy()
    expect([...document.querySelectorAll('.ask-beside .file')].map(one => one.textContent)).toContain('说明.pdf')
    expect(of('/clue/one')[0]?.url).toContain('resultId=c2')
  })

  describe('named by the address of a new form', () => {
    const told: FormPage = {
      ...about,
      call: changing.call,
      prefill: { note: 'resultId' },
      beside: { page: 'thing/beside', key: 'note', prefill: { name: 'words' } },
    }

    it('is not asked for, begins what it tells, and is sent along', async () => {
      await open(told, '?resultId=c1')
      await waitFor(() => expect(value(/名称/)).toBe('夸大宣传'))
      expect(screen.queryByLabelText(/说明/)).toBeNull()
      await press('保存')
      await waitFor(() => expect(of('/thing/save')[0]?.body).toMatchObject({ note: 'c1', name: '夸大宣传' }))
    })

    it('leaves what the address says, too', async () => {
      await open({ ...told, prefill: { note: 'resultId', name: 'title' } }, '?resultId=c1&title=%E4%B9%99%E5%BA%97')
      expect(await screen.findByText('夸大宣传')).toBeTruthy()
      expect(value(/名称/)).toBe('乙店')
    })

    it('is asked for where its page may not be seen, or the field is not always shown', async () => {
      await open({ ...told, beside: { page: 'thing/other', key: 'note' } }, '?resultId=c1')
      expect(value(/说明/)).toBe('c1')
      cleanup()
      const fields = told.sections[0]!.fields.map(one =>
        one.name === 'note' ? { ...one, visible: '=values.name != null' as never } : one,
      )
      await open({ ...told, sections: [{ ...told.sections[0]!, fields }] }, '?resultId=c1')
      expect(value(/说明/)).toBe('c1')
    })
  })

  it('is left out for whoever may not have its page', async () => {
    await open({ ...about, beside: { page: 'thing/other', key: 'note' } })
    await type(/说明/, 'c1')
    expect([document.querySelector('.beside'), of('/clue/one')]).toEqual([null, []])
  })
})

describe('what a field begins with', () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const begun = formPage([
    field('name', 'text', { label: '名称', default: '=user.nickName' as never }),
    field('day', 'date', { label: '日期', default: '=today' as never }),
    field('count', 'int', { label: '数量', default: 3 }),
  ])

  it('is worked out for a new record, and is no change of it', async () => {
    await open(begun)
    expect([value(/名称/), value(/日期/), value(/数量/)]).toEqual([user.nickName, today, '3'])
    await press('返回')
    expect(questions).toEqual([])
  })

  it('is not put into a record that exists', async () => {
    answers['/thing/one'] = () => ok({ id: '7', name: '甲店' })
    await open({ ...begun, source: changing.source!, call: changing.call }, '?id=7')
    expect([value(/名称/), value(/日期/), value(/数量/)]).toEqual(['甲店', '', ''])
  })
})

describe('a record that is not there', () => {
  for (const [what, answer] of [
    ['refused', () => json({}, 404)],
    ['nothing', () => ok(null)],
  ] as const) {
    it(`is no empty form (${what}): it says so and leads back`, async () => {
      answers['/thing/one'] = answer
      await loadExpressions(changing)
      await prepareForm(changing)
      render(
        <BrowserRouter>
          <FormView page={changing} search={`?id=${what}`} visit={0} />
        </BrowserRouter>,
      )
      expect(await screen.findByText(/没有这条事物/)).toBeTruthy()
      expect(screen.queryByLabelText(/名称/)).toBe(null)
      expect(screen.queryByRole('button', { name: '保存' })).toBe(null)
    })
  }
})

describe('drafts', () => {
  it('what is typed goes to the server a moment later, and a save drops it', async () => {
    await open(base)
    await type(/名称/, '写了一半')
    await waitFor(() =>
      expect(of('POST').at(-1)?.body).toMatchObject({
        form: 'thing/form',
        record: '',
        values: { values: { name: '写了一半' } },
      }),
    )
    answers['/thing/list'] = () => ok('1')
    await press('保存')
    await waitFor(() => expect(of('/drafts').at(-1)?.body.values).toBe(null))
    expect(sessionStorage.getItem('draft:u1:thing/form')).toBe(null)
  })

  it('one of another time is offered with its time, and taken or left', async () => {
    answers['/drafts'] = () => ok({ values: { values: { name: '昨天写的' } }, savedAt: '2026-02-03 16:05:09' })
    await open(base)
    expect((await screen.findByRole('status')).textContent).toContain('2026-02-03 16:05')
    expect(value(/名称/)).toBe('')
    await press('恢复')
    expect(value(/名称/)).toBe('昨天写的')
    cleanup()
    await open(base)
    await screen.findByRole('status')
    await press('丢弃')
    await waitFor(() => expect(of('POST').at(-1)?.body.values).toBe(null))
    expect(screen.queryByRole('status')).toBe(null)
  })

  it('are their own user’s: who signs in next is shown nothing of them, and nothing is written in the other name', async () => {
    await open(base)
    await type(/名称/, '甲写的')
    window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(sessionStorage.getItem('draft:u1:thing/form')).toContain('甲写的')
    // in another tab, while the page with the text still stands here
    keepUser({ ...user, id: 'u2' })
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(false)
    cleanup()
    worker = 'u2'
    await loadBoot(app, 'thing/form')
    await open(base)
    await waitFor(() => expect(of('/drafts').at(-1)?.url).toMatch(/^GET/))
    expect(value(/名称/)).toBe('')
    expect(of('POST').filter(({ url }) => url.includes('/drafts'))).toEqual([])
  })

  it('are said to be saved when the server has them, and else where they are', async () => {
    await open({ ...base, draft: true })
    await type(/名称/, '先存着')
    await press('保存草稿')
    await waitFor(() => expect(notices).toEqual(['草稿已保存']))
    answers['/drafts'] = () => json({}, 500)
    await press('保存草稿')
    await waitFor(() => expect(notices.at(-1)).toMatch(/服务器没有保存草稿/))
    expect(sessionStorage.getItem('draft:u1:thing/form')).toContain('先存着')
  })

  it('brings the state it was typed on, so that a change since then is noticed', async () => {
    answers['/drafts'] = () =>
      ok({
        values: { values: { note: '草稿' }, base: { ...record, updateTime: '2025-12-01 00:00:00' } },
        savedAt: '2026-02-03 16:05:09',
      })
    await open(changing, '?id=7')
    await screen.findByRole('status')
    await press('恢复')
    await press('保存')
    await waitFor(() => expect(of('/thing/save')[0]?.body.updateTime).toBe('2025-12-01 00:00:00'))
  })
})

describe('the guard', () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }

  it('asks before typed text is left and keeps it as a draft', async () => {
    await open(base)
    await type(/名称/, '甲')
    expect(closing()).toBe(true)
    yes = false
    await press('取消')
    expect(questions).toHaveLength(1)
    yes = true
    await press('取消')
    await waitFor(() => expect(of('POST').at(-1)?.body.values).toMatchObject({ values: { name: '甲' } }))
  })

  it('asks nothing where nothing was typed, or it was taken back again', async () => {
    await open(changing, '?id=7')
    expect(closing()).toBe(false)
    await type(/名称/, '甲')
    await type(/名称/, '甲店')
    expect(closing()).toBe(false)
    await press('取消')
    expect(questions).toEqual([])
  })

  it('asks nothing after a save', async () => {
    await open(changing, '?id=7')
    await type(/名称/, '甲')
    await press('保存')
    await waitFor(() => expect(notices).toEqual(['已保存']))
    expect(questions).toEqual([])
    expect(closing()).toBe(false)
  })

  it('asks nothing when the session has ended: the login page leads back to the draft', async () => {
    await open(base)
    await type(/名称/, '甲')
    document.cookie = 'Token=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
    expect(closing()).toBe(false)
    expect(sessionStorage.getItem('draft:u1:thing/form')).toContain('甲')
  })

  it('takes a step back of the browser back until the user agrees', async () => {
    const moves: number[] = []
    const go = vi.spyOn(window.history, 'go').mockImplementation((by = 0) => {
      moves.push(by)
    })
    await open(base)
    await type(/名称/, '甲')
    yes = false
    installHistoryGuard(app)
    const router = vi.fn()
    window.addEventListener('popstate', router)
    const pop = async (idx: number) =>
      act(async () => {
        window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } }))
      })
    await pop(0)
    expect(moves).toEqual([1])
    expect(router).not.toHaveBeenCalled()
    await pop(1)
    yes = true
    await pop(0)
    // an answer that comes at once waits until the step has been taken back
    expect(moves).toEqual([1, 1])
    await pop(1)
    expect(moves).toEqual([1, 1, -1])
    expect(router).not.toHaveBeenCalled()
    window.removeEventListener('popstate', router)
    go.mockRestore()
  })
})

describe('a look-up', () => {
  const call = {
    ...LIST,
    name: 'business.byUscc',
    method: 'GET' as const,
    path: '/api/uscc/{code}',
    in: 'path' as const,
    names: ['code'],
  }
  const page = formPage([
    field('code', 'text', {
      label: '代码',
      lookup: {
        label: '查询',
        call,
        args: { code: '=values.code' },
        fill: { name: 'subjectName', note: 'regAddress' },
      },
    }),
    field('name', 'text', { label: '名称' }),
    field('note', 'text', { label: '住所' }),
  ])

  it('fills other fields with the answer, as if typed', async () => {
    answers['/uscc/'] = () => ok({ subjectName: '某某公司', regAddress: '' })
    await open(page)
    await type(/代码/, 'X1')
    await press('查询')
    await waitFor(() => expect(value(/名称/)).toBe('某某公司'))
    expect(of('/uscc/')[0]?.url).toContain('/uscc/X1')
    expect(notices).toEqual(['已填写名称'])
  })

  it('without a button asks as soon as a value is chosen, and says nothing', async () => {
    const [code, ...others] = page.sections[0]?.fields ?? []
    const { label: _, ...silent } = code?.lookup ?? { label: '', call, args: {}, fill: {} }
    answers['/uscc/X2'] = () => ok({ subjectName: '某某分局', regAddress: null })
    await open(formPage([{ ...(code as FormField), lookup: silent }, ...others]))
    expect(screen.queryByRole('button', { name: '查询' })).toBe(null)
    await type(/代码/, 'X2')
    await waitFor(() => expect(value(/名称/)).toBe('某某分局'))
    // what was filled in may be changed, and is asked anew with another choice only
    await type(/名称/, '自己写的')
    expect(of('/uscc/')).toHaveLength(1)
    expect(notices).toEqual([])
  })

  it('asks nothing while another field that it tells of is missing, and says which', async () => {
    const [code, ...others] = page.sections[0]?.fields ?? []
    const { lookup, ...rest } = code as FormField
    const both = { ...lookup!, args: { code: '=values.code', name: '=values.name', note: '=values.note' } }
    const needed = others.map(one => (one.name === 'name' ? { ...one, required: true } : one))
    await open(formPage([{ ...rest, lookup: both }, ...needed]))
    await type(/代码/, 'X3')
    await press('查询')
    await waitFor(() => expect(screen.getByText('请输入名称')).toBeTruthy())
    expect(of('/uscc/')).toEqual([])
    // what may stay empty keeps nobody from asking
    answers['/uscc/'] = () => ok({ regAddress: '某某路' })
    await type(/名称/, '甲店')
    await press('查询')
    await waitFor(() => expect(value(/住所/)).toBe('某某路'))
  })

  it('asks nothing without a value, and says when there is nothing', async () => {
    await open(page)
    await press('查询')
    expect(screen.getByText('请输入代码')).toBeTruthy()
    await type(/代码/, 'X2')
    await press('查询')
    await waitFor(() => expect(notices).toEqual(['没有查到，请手工填写']))
  })
})

describe('a form of steps', () => {
  const page: FormPage = {
    ...base,
    steps: true,
    sections: [
      { name: 'one', label: '第一步', fields: [field('name', 'text', { label: '名称', required: true })] },
      { name: 'two', label: '第二步', fields: [field('note', 'text', { label: '说明', required: true })] },
    ],
  }
  const shown = () =>
    [...document.querySelectorAll('.form-scroll .panel:not([hidden])')].map(
      panel => panel.querySelector('h2')?.textContent,
    )

  it('goes on when the step is right, and back without asking', async () => {
    await open(page)
    expect(shown()).toEqual(['第一步'])
    await press('下一步')
    expect(shown()).toEqual(['第一步'])
    expect(screen.getByRole('alert').textContent).toBe('请输入名称')
    await type(/名称/, '甲')
    await press('下一步')
    await waitFor(() => expect(shown()).toEqual(['第二步']))
    await press('上一步')
    expect(shown()).toEqual(['第一步'])
  })

  it('an error of the server brings its step back', async () => {
    answers['/thing/list'] = () => json({ resultCode: '400', resultMsg: '有误', errors: { name: '名称已存在' } }, 400)
    await open(page)
    await type(/名称/, '甲')
    await press('下一步')
    await waitFor(() => expect(shown()).toEqual(['第二步']))
    await type(/说明/, '乙')
    await press('保存')
    await waitFor(() => expect(shown()).toEqual(['第一步']))
    expect(screen.getByText('名称已存在')).toBeTruthy()
  })
})

describe('a sub-table', () => {
  const page = formPage([
    field('name', 'text', { label: '名称' }),
    field('goods', 'table', {
      label: '商品',
      fields: [
        field('title', 'text', { label: '品名', required: true }),
        field('count', 'int', { label: '件数', min: 1 }),
      ],
    }),
  ])
  const cell = (at: number, name: string) =>
    document.getElementById(`thing/form.goods.${at}.${name}`) as HTMLInputElement

  it('rows are added, filled in and taken away, and saved with the record', async () => {
    answers['/thing/list'] = () => ok('1')
    await open(page)
    await press('添加一行')
    await press('添加一行')
    await act(async () => {
      fireEvent.change(cell(0, 'title'), { target: { value: '苹果' } })
    })
    await press('保存')
    expect(screen.getByRole('alert').textContent).toBe('第2行：请输入品名')
    expect(of('/thing/list')).toEqual([])
    await act(async () => {
      fireEvent.click(screen.getAllByRole('button', { name: '删除' })[1] as HTMLElement)
    })
    await press('保存')
    await waitFor(() => expect(of('/thing/list')[0]?.body.goods).toEqual([{ title: '苹果', count: null }]))
  })

  it('of rows that the server lists shows them, and asks for the other columns alone', async () => {
    answers['/thing/list'] = () => ok('1')
    const found = { title: '苹果', verdict: null }
    await open(
      formPage([
        field('name', 'text', { label: '名称' }),
        field('goods', 'table', {
          label: '商品',
          default: [found] as never,
          fields: [
            field('title', 'text', { label: '品名', readOnly: true }),
            field('verdict', 'text', { label: '判断' }),
          ],
        }),
      ]),
    )
    expect(screen.getByRole('cell', { name: '品名' }).textContent).toBe('苹果')
    expect(cell(0, 'title')).toBeNull()
    expect(screen.queryAllByRole('button', { name: /添加一行|删除/ })).toEqual([])
    await act(async () => {
      fireEvent.change(cell(0, 'verdict'), { target: { value: '正常' } })
    })
    await press('保存')
    await waitFor(() => expect(of('/thing/list')[0]?.body.goods).toEqual([{ title: '苹果', verdict: '正常' }]))
  })
})
