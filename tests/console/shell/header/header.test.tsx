import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { UserInfo } from '../../../../src/core/contract/api.ts'
import { send } from '../../../../src/console/data/http/http.ts'
import { provideRelogin } from '../../../../src/console/data/session/relogin.ts'
import { clearSession, keepToken, keepUser } from '../../../../src/console/data/session/session.ts'
import { guarded } from '../../../../src/console/fields/cells/guarded.tsx'
import { chunk, ChunkError } from '../../../../src/console/boundaries/chunk.ts'
import { provideFeedback, type Notice, type Question } from '../../../../src/console/feedback/notice.ts'
import { Password } from '../../../../src/console/pages/account/Password.tsx'
import { checkPassword } from '../../../../src/console/pages/account/checkPassword.ts'
import { firstRoute, targetOf } from '../../../../src/console/pages/system/RedirectView.tsx'
import { installClickGuard } from '../../../../src/console/shell/clickGuard.ts'
import { setConstants } from '../../../../src/console/data/settings/constants.ts'
import { BackToTop } from '../../../../src/console/shell/BackToTop.tsx'
import { UserPanel } from '../../../../src/console/shell/header/UserPanel.tsx'
import { Header } from '../../../../src/console/shell/header/Header.tsx'
import { manualOf } from '../../../../src/console/navigation/manuals.ts'
import { product } from '../../../../src/console/product/product.ts'
import { Relogin } from '../../../../src/console/signin/Relogin.tsx'
import { watermarkText } from '../../../../src/console/shell/Watermark.tsx'
import { FieldBoundary } from '../../../../src/console/boundaries/FieldBoundary.tsx'
import { appFacts, boot, user } from '../../support/boot.ts'
import { app, render } from '../../support/app.tsx'
import { eachAnew, entry, shown, start } from '../../support/started.tsx'

eachAnew()

describe('the header', () => {
  it('R1.05 shows the date and refreshes it hourly', async () => {
    await start()
    vi.useFakeTimers({ now: new Date('2025-03-31T23:30:00+08:00') })
    shown(<Header onMenu={() => {}} onPalette={() => {}} />)
    expect(screen.getByText('2025年3月31日 星期一')).toBeTruthy()
    act(() => {
      vi.advanceTimersByTime(3_600_000)
    })
    expect(screen.getByText('2025年4月1日 星期二')).toBeTruthy()
  })

  it('R2.03 R2.04 leads each person to where their day begins', async () => {
    const desk = () => screen.getByTitle('我的工作台').getAttribute('href')
    await start({ menu: [entry('/index/workbench'), entry('/x/list')] })
    const { unmount } = shown(<Header onMenu={() => {}} onPalette={() => {}} />)
    expect(desk()).toBe('/index/workbench')
    unmount()
    await start({ menu: [{ ...entry('/index/workbench'), hidden: true, meta: { title: '', roles: ['4'] } }] })
    shown(<Header onMenu={() => {}} onPalette={() => {}} />)
    expect(desk()).toBe('/index/indexSuo')
  })

  it('has what the product adds, once it is there', async () => {
    await start()
    shown(<Header onMenu={() => {}} onPalette={() => {}} />)
    expect(screen.queryByText('产品的部件')).toBeNull()
    act(() => product(app).set({ Header: () => <b>产品的部件</b> }))
    expect(screen.getByText('产品的部件')).toBeTruthy()
    act(() => product(app).set({}))
    expect(screen.queryByText('产品的部件')).toBeNull()
  })
})

describe('the user menu', () => {
  it('R6.10 says that there is no manual where none is for the user', async () => {
    await start()
    const notices: Notice[] = []
    provideFeedback(app, { notice: notice => notices.push(notice), ask: async () => false })
    shown(<UserPanel onClose={() => {}} />)
    fireEvent.click(screen.getByRole('menuitem', { name: '操作手册' }))
    expect(notices).toEqual([{ level: 'warning', text: '操作手册不存在！' }])
  })

  it('R5.02 alerts a confirmation that is not the new password, and asks the server nothing', async () => {
    await start()
    const asked: Question[] = []
    provideFeedback(app, { notice: () => {}, ask: async question => asked.push(question) > 0 })
    const fetched = vi.spyOn(globalThis, 'fetch')
    shown(<Password page={{ route: 'own/password', title: '修改密码' }} />)
    const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fill('旧密码', 'Wangjian2025')
    fill('新密码', 'Abcde12')
    fireEvent.click(screen.getByRole('button', { name: '修改密码' }))
    await screen.findByText('请输入确认密码')
    expect(asked).toEqual([])
    fill('确认密码', 'Abcde13')
    fireEvent.submit(screen.getByLabelText('确认密码').closest('form')!)
    await waitFor(() => expect(asked).toMatchObject([{ title: '确认密码与密码不一致' }]))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('确认密码')))
    expect(fetched).not.toHaveBeenCalled()
  })

  it('R5.02 the change of password has six messages', () => {
    expect(checkPassword({ oldpass: '', pass: '', checkPass: '' })).toEqual({
      oldpass: '请输入旧密码',
      pass: '请输入密码',
      checkPass: '请输入确认密码',
    })
    const rule = '密码必须为6-18位且必须包含大小写字母加数字。'
    for (const pass of ['Ab1', 'abcdef1', 'ABCDEF1', 'Abcdefg', `Ab1${'x'.repeat(16)}`])
      expect(checkPassword({ oldpass: 'x', pass, checkPass: pass })).toEqual({ pass: rule })
    expect(checkPassword({ oldpass: 'x', pass: 'Abcde1', checkPass: 'Abcde2' })).toEqual({
      checkPass: '确认密码与密码不一致',
    })
    expect(checkPassword({ oldpass: 'x', pass: 'Abcde1', checkPass: 'Abcde1' })).toEqual({})
  })

  it('R6.10 the manual goes by role name, else by role code, else by level', () => {
    const roles = {
      ...user,
      sysRoles: [
        { code: 'a', name: '甲' },
        { code: 'b', name: '市级管理员' },
      ],
    }
    expect(manualOf({ ...appFacts, manuals: { 市级管理员: 'manuals/市级.pdf' } }, roles)).toBe(
      `/file/manuals/${encodeURIComponent('市级.pdf')}`,
    )
    expect(manualOf({ ...appFacts, manuals: { 市级管理员: 'https://help.example/a' } }, roles)).toBe(
      'https://help.example/a',
    )
    const named = { b: { hash: 'h1' }, '2': { hash: 'h2' } }
    expect(manualOf({ ...appFacts, manuals: { ...named, 甲: 'https://help.example/a' } }, roles)).toBe(
      'https://help.example/a',
    )
    expect(manualOf({ ...appFacts, manuals: named }, roles)).toEqual({ hash: 'h1' })
    expect(manualOf({ ...appFacts, manuals: named }, user)).toEqual({ hash: 'h2' })
    expect(manualOf(appFacts, roles)).toBeUndefined()
  })
})

describe('small parts', () => {
  it('R5.03 a guarded button takes one click in 1000 ms, or in the time that it gives', () => {
    let now = 0
    const stop = installClickGuard(app, document, () => now)
    const clicked = vi.fn()
    render(
      <button type="button" data-guard="300" onClick={clicked}>
        保存
      </button>,
    )
    const button = screen.getByRole('button')
    for (now of [0, 100, 299]) fireEvent.click(button)
    expect(clicked).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    now = 300
    fireEvent.click(button)
    expect(clicked).toHaveBeenCalledTimes(2)
    stop()
  })

  it('R2.03 R2.04 / leads to the first page of the menu, and whose level is not of the first entry to the welcome page', async () => {
    const closed = { ...entry(''), subMenus: [{ ...entry('/index/home'), hidden: true }] }
    const ofOthers = (level: string) => ({ ...entry('/x/board'), hidden: true, meta: { title: '', roles: [level] } })
    await start({ menu: [closed, { ...entry(''), subMenus: [entry('/x/list'), entry('/y/list')] }] })
    expect(targetOf(app, 'menu.first')).toBe('x/list')
    await start({ menu: [closed] })
    expect(targetOf(app, 'menu.first')).toBe('index/indexSuo')
    // whose level the first entry of all leaves out is welcomed, whatever else is open to them
    await start({ menu: [ofOthers('4'), entry('/x/list')] })
    expect(targetOf(app, 'menu.first')).toBe('index/indexSuo')
    await start({ menu: [entry('/x/list'), ofOthers('4')] })
    expect(targetOf(app, 'menu.first')).toBe('x/list')
  })

  it('R2.04 a screen of the console’s own is nobody’s first page', () => {
    const pages = { 'own/password': { kind: 'system' } }
    expect(firstRoute([entry('/own/password')], pages)).toBeUndefined()
    expect(firstRoute([entry('/own/password'), entry('/x/list')], pages)).toBe('x/list')
  })

  it('R1.07 the way back to the top appears after more than 100 px, or what the configuration says', async () => {
    await start()
    const within = { current: document.createElement('main') }
    const scrolled = (top: number): boolean => {
      within.current.scrollTop = top
      act(() => void within.current.dispatchEvent(new Event('scroll')))
      return screen.queryByText('回到顶部') !== null
    }
    document.body.append(within.current)
    const { unmount } = render(<BackToTop within={within} />)
    expect([scrolled(100), scrolled(101), scrolled(100)]).toEqual([false, true, false])
    unmount()
    setConstants(app, { backToTop: 300 })
    render(<BackToTop within={within} />)
    expect([scrolled(300), scrolled(301)]).toEqual([false, true])
    setConstants(app, {})
    within.current.remove()
  })

  it('the watermark names the user and the minute', () => {
    expect(watermarkText('{nickName} {time}', '张三', Date.parse('2025-01-02T03:04:05+08:00'))).toBe(
      '张三 2025-01-02 03:04',
    )
  })
})

describe('R4.02 a session that ends while somebody works', () => {
  it('asks once for all that were refused, and sends them again', async () => {
    await start()
    keepToken('old')
    const askAgain = vi.fn(async () => {
      keepToken('new')
      return true
    })
    provideRelogin(app, askAgain)
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const good = new Headers(init.headers).get('authorization') === 'Bearer new'
      return new Response(JSON.stringify({ resultCode: '0', data: 'there' }), { status: good ? 200 : 401 })
    })
    const call = { name: 'x', method: 'POST', path: '/api/x', in: 'body', envelope: 'resultCode' } as const
    expect(await Promise.all([send(app, call), send(app, call), send(app, call)])).toEqual(['there', 'there', 'there'])
    expect(askAgain).toHaveBeenCalledTimes(1)
    provideRelogin(app, undefined)
  })

  it('goes on when another tab has signed the same user in, and begins anew with another one', async () => {
    await start()
    clearSession()
    const done = vi.fn()
    const replaced = vi.spyOn(location, 'replace').mockImplementation(() => {})
    render(<Relogin onDone={done} />)
    const signedIn = async (who: UserInfo) => {
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot({ user: who }))))
      keepToken('of-another-tab')
      await act(async () => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
      })
      expect(done).not.toHaveBeenCalled()
      keepUser(who)
      await act(async () => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
      })
    }
    await signedIn({ ...user, id: 'somebody else' })
    await waitFor(() => expect(replaced).toHaveBeenCalledWith('/'))
    expect(done).not.toHaveBeenCalled()
    clearSession()
    await signedIn(user)
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  })
})

describe('a field or widget that fails', () => {
  it('draws its own error with a retry and leaves the page alone', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let broken = true
    const Field = () => {
      if (broken) throw new Error('no')
      return <b>值</b>
    }
    render(
      <p>
        页面
        <FieldBoundary>
          <Field />
        </FieldBoundary>
      </p>,
    )
    expect(screen.getByRole('alert').textContent).toContain('没有显示出来')
    expect(screen.getByText('页面')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(screen.getByText('值')).toBeTruthy()
  })
})

describe('R8.06 a part of the console that does not come', () => {
  it('is an error of its own when it is missing, and when it takes too long', async () => {
    await start()
    await expect(chunk(app, Promise.reject(new TypeError('gone')))).rejects.toBeInstanceOf(ChunkError)
    await expect(chunk(app, new Promise(() => {}), 10)).rejects.toThrow('页面资源没有取到')
    expect(await chunk(app, Promise.resolve(1))).toBe(1)
  })
})

describe('a cell that fails', () => {
  it('says so in its own place', () => {
    const draw = guarded(value => <b>{(value as { name: string }).name}</b>)
    render(
      <p>
        {draw(null, {})}
        {draw({ name: '甲' }, {})}
      </p>,
    )
    expect(screen.getByRole('alert').textContent).toBe('没有显示出来')
    expect(screen.getByText('甲')).toBeTruthy()
  })
})
