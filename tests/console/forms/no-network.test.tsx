import { act, cleanup, fireEvent, render as renderPlainly, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OUTCOME_UNKNOWN, SUBMISSION_HEADER } from '../../../src/core/contract/api.ts'
import type { FormPage } from '../../../src/core/contract/configuration.ts'
import { createApp, type ConsoleApp } from '../../../src/console/app/app.ts'
import { AppContext } from '../../../src/console/app/useApp.ts'
import { ChunkError, NetworkError, chunk } from '../../../src/console/boundaries/chunk.ts'
import { MissingPart } from '../../../src/console/boundaries/MissingPart.tsx'
import { NoNetwork } from '../../../src/console/boundaries/NoNetwork.tsx'
import { lazyPart } from '../../../src/console/boundaries/lazyPart.ts'
import { Part } from '../../../src/console/boundaries/Part.tsx'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { installConnection } from '../../../src/console/data/http/connection.ts'
import { send } from '../../../src/console/data/http/http.ts'
import { ask, notify } from '../../../src/console/feedback/notice.ts'
import { FormView, prepareForm } from '../../../src/console/forms/FormView.tsx'
import { Overlays } from '../../../src/console/shell/overlays/overlays.tsx'
import { boot } from '../support/boot.ts'
import { field, formPage, LIST } from '../support/pages.ts'

const page: FormPage = {
  ...formPage([field('name', 'text', { label: '名称' }), field('note', 'longText', { label: '说明' })]),
  call: { ...LIST, name: 'thing.save', path: '/api/thing/save', changes: ['thing'] },
}

const UNSURE = {
  resultCode: '503',
  resultMsg: '不确定是否已保存：数据库暂时不可用，请稍后重试。再按一次时系统会核对，不会重复保存',
  data: { reason: OUTCOME_UNKNOWN },
}
const SAVED = { resultCode: '422', resultMsg: '这次提交此前已经保存，之后改动的内容没有保存' }

let isDown: boolean
/** what the next saves are answered, before all are well again */
let said: { resultCode: string }[]
let saves: { number: string | null; body: string }[]
let loaded: Promise<unknown>[]
let end: () => void

beforeEach(() => {
  sessionStorage.clear()
  document.cookie = 'Token=t; path=/'
  isDown = false
  said = []
  saves = []
  loaded = []
  end = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('/thing/save'))
      saves.push({ number: new Headers(init.headers).get(SUBMISSION_HEADER), body: String(init.body) })
    if (isDown) throw new TypeError('Failed to fetch')
    const next = url.includes('/thing/save') ? said.shift() : undefined
    if (next) return new Response(JSON.stringify(next), { status: Number(next.resultCode) })
    if (url.startsWith('/config/boot')) return new Response(JSON.stringify(boot()))
    return new Response(JSON.stringify({ resultCode: '0', data: null }))
  })
})
afterEach(async () => {
  isDown = false
  end()
  cleanup()
  await Promise.all(loaded)
  vi.unstubAllGlobals()
})

/** A console as after a reload: nothing of the one before is in memory. */
async function start(content: React.ReactNode): Promise<ConsoleApp> {
  const app = createApp()
  await loadBoot(app, 'thing/form')
  end = installConnection(app)
  renderPlainly(
    <AppContext value={app}>
      <MemoryRouter>
        <MissingPart />
        <NoNetwork />
        {content}
        <Overlays />
      </MemoryRouter>
    </AppContext>,
  )
  return app
}
const type = (label: RegExp, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  })
const press = (name: string, at = 0) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name })[at] as HTMLElement)
  })
const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value

describe('a save without a network', () => {
  beforeEach(() => prepareForm(page))

  it('says that the network is gone, keeps what was typed, and is done once when it is tried again', async () => {
    await start(<FormView page={page} search="" visit={0} />)
    await screen.findByLabelText(/名称/)
    await type(/名称/, '甲店')
    isDown = true
    await press('保存')
    expect(await screen.findByText(/网络不通，还没有保存/)).toBeTruthy()
    await waitFor(() => expect(screen.getByText(/网络不通：现在读不到也存不了/)).toBeTruthy())
    // R8.03, and nothing of an update
    expect(screen.getByText('请求超时请重试')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/更新/)
    expect(value(/名称/)).toBe('甲店')
    // what is changed before the next attempt belongs to the same save
    await type(/名称/, '甲店二')
    isDown = false
    await press('重试', screen.getAllByRole('button', { name: '重试' }).length - 1)
    await screen.findByText('已保存')
    expect(saves.map(({ body }) => body.includes('甲店二'))).toEqual([false, true])
    expect(saves[0]?.number).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(saves.map(({ number }) => number)).size).toBe(1)
    expect(sessionStorage.getItem('unanswered')).toBe(null)
  })

  it('that may be there already is looked up before anything else is saved, also where the text has changed meanwhile', async () => {
    await start(<FormView page={page} search="" visit={0} />)
    await screen.findByLabelText(/名称/)
    await type(/名称/, '甲店')
    said = [UNSURE, { resultCode: '503' }, SAVED]
    await press('保存')
    expect(await screen.findByText(UNSURE.resultMsg)).toBeTruthy()
    expect(await screen.findByText(/没有收到服务器的回答：填写的内容都在，请重试，不会存成两份/)).toBeTruthy()
    expect(value(/名称/)).toBe('甲店')
    await type(/名称/, '甲店二')
    for (const count of [2, 3]) {
      await press('保存')
      await waitFor(() => expect(saves).toHaveLength(count))
    }
    expect(await screen.findByText(SAVED.resultMsg)).toBeTruthy()
    // whoever wants a second one all the same gets it
    await press('保存')
    await screen.findByText('已保存')
    const numbers = saves.map(({ number }) => number)
    expect(numbers.slice(0, 3)).toEqual([numbers[0], numbers[0], numbers[0]])
    expect(numbers[3]).not.toBe(numbers[0])
  })

  it('keeps its number over a reload, as the draft keeps the text', async () => {
    await start(<FormView page={page} search="" visit={0} />)
    await screen.findByLabelText(/名称/)
    await type(/名称/, '甲店')
    window.dispatchEvent(new Event('beforeunload'))
    isDown = true
    await press('保存')
    await screen.findByText(/网络不通，还没有保存/)
    isDown = false
    end()
    cleanup()
    await start(<FormView page={page} search="" visit={0} />)
    await screen.findByText('已恢复上次没有保存的内容')
    expect(value(/名称/)).toBe('甲店')
    await press('保存')
    await waitFor(() => expect(saves).toHaveLength(2))
    expect(saves[1]?.number).toBe(saves[0]?.number)
  })

  it('left for another page, the text stays in this tab where the server could not take it', async () => {
    await start(<FormView page={page} search="" visit={0} />)
    await screen.findByLabelText(/名称/)
    await type(/名称/, '甲店')
    isDown = true
    await press('取消')
    await press('离开')
    await waitFor(() => expect(sessionStorage.getItem('draft:u1:thing/form')).toContain('甲店'))
  })
})

describe('what tells of a failure', () => {
  it('is there before it happens: notices and questions need nothing loaded', async () => {
    const app = await start(null)
    isDown = true
    const again = vi.fn()
    // told in the same moment, not after a chunk
    act(() => notify(app, { level: 'error', text: '没有成功', again }))
    expect(screen.getByText('没有成功')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(again).toHaveBeenCalledOnce()
    expect(screen.queryByText('没有成功')).toBe(null)
    let answer: Promise<boolean> = Promise.resolve(false)
    act(() => {
      answer = ask(app, { title: '确定离开？', ok: '离开' })
    })
    fireEvent.click(screen.getByRole('button', { name: '离开' }))
    expect(await answer).toBe(true)
    expect(screen.queryByText('确定离开？')).toBe(null)
  })

  it('tells a change that had no answer with a way to send it again', async () => {
    const app = await start(null)
    isDown = true
    const again = vi.fn()
    await act(async () => {
      await send(app, page.call, { name: '甲' }, { again }).catch(() => undefined)
    })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(again).toHaveBeenCalledOnce()
  })
})

describe('R8.06 a part that does not come', () => {
  const Loaded = () => <p>到了</p>

  it('speaks of an update only where the server answers', async () => {
    const app = await start(null)
    await expect(chunk(app, Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(ChunkError)
    isDown = true
    await expect(chunk(app, Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(NetworkError)
  })

  it('comes by itself when the network is back', async () => {
    isDown = false
    const load = vi.fn(async () => {
      if (isDown) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: Loaded }
    })
    const Lazy = lazyPart(load)
    const app = createApp()
    await loadBoot(app, '')
    end = installConnection(app)
    isDown = true
    renderPlainly(
      <AppContext value={app}>
        <MissingPart />
        <NoNetwork />
        <Part>
          <Lazy />
        </Part>
      </AppContext>,
    )
    expect(await screen.findByText(/网络不通/)).toBeTruthy()
    isDown = false
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('到了')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/网络不通/)).toBe(null))
    expect(screen.queryByText(/刚刚更新/)).toBe(null)
  })

  it('that a release has replaced asks for a reload', async () => {
    const Lazy = lazyPart(async (): Promise<{ default: typeof Loaded }> => {
      throw new TypeError('404')
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await start(
      <Part>
        <Lazy />
      </Part>,
    )
    expect(await screen.findByText(/系统可能刚刚更新/)).toBeTruthy()
  })
})
