import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPublic } from '../../../src/console/data/config/config.ts'
import { askToSignInAgain, token } from '../../../src/console/data/session/session.ts'
import { drawLogin } from '../../../src/console/signin/login.ts'
import { boot } from '../support/boot.ts'
import { app } from '../support/app.tsx'

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const done = vi.fn()
let asked: string[]

beforeEach(async () => {
  document.cookie = 'Token=; max-age=0'
  asked = []
  done.mockReset()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/config/public')) return json({ manifest: boot().manifest, credentials: 'query' })
    asked.push(url)
    return url.includes('password=right')
      ? json({ resultCode: '0', data: { access_token: 'fresh' } })
      : json({ resultMsg: '账号或密码不正确' }, 401)
  })
  await loadPublic(app)
  document.body.innerHTML = '<div id="root"></div>'
  drawLogin(app, document.getElementById('root') as HTMLElement, done)
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => {
  field(label).value = value
}
const send = () => fireEvent.submit(field('账号').form as HTMLFormElement)

describe('the login page', () => {
  it('R1.03 names the system, and waits for the account', () => {
    expect(document.title).toBe('大数据网络监测平台')
    expect(screen.getByRole('heading').textContent).toBe(document.title)
    expect(document.activeElement).toBe(field('账号'))
  })

  it('says once why somebody signs in again, with the account filled in', () => {
    askToSignInAgain({ username: 'one', text: '密码已修改，请用新密码登录' })
    const draw = () => drawLogin(app, document.getElementById('root') as HTMLElement, done)
    draw()
    expect(screen.getByRole('status').textContent).toBe('密码已修改，请用新密码登录')
    expect(field('账号').value).toBe('one')
    expect(document.activeElement).toBe(field('密码'))
    draw()
    expect(screen.queryByRole('status')).toBeNull()
    expect(field('账号').value).toBe('')
  })

  it('says what is missing, and asks nobody', () => {
    send()
    expect(screen.getByRole('alert').textContent).toBe('请输入账号')
    type('账号', 'one')
    send()
    expect(screen.getByRole('alert').textContent).toBe('请输入密码')
    expect(asked).toEqual([])
  })

  it('says what the server says to a wrong password, and goes on with the right one', async () => {
    type('账号', 'one')
    type('密码', 'wrong')
    send()
    // pressed again before the answer is there
    send()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('账号或密码不正确'))
    expect(asked).toHaveLength(1)
    expect(done).not.toHaveBeenCalled()
    type('密码', 'right')
    send()
    await waitFor(() => expect(done).toHaveBeenCalledOnce())
    expect(token()).toBe('fresh')
  })

  it('shows the password while that is wished', () => {
    const eye = screen.getByRole('button', { name: '显示' })
    fireEvent.click(eye)
    expect([field('密码').type, eye.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
    fireEvent.click(screen.getByRole('button', { name: '隐藏' }))
    expect([field('密码').type, eye.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
  })
})
