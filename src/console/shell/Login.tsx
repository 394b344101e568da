import { useEffect, useRef, useState, type FormEvent } from 'react'
import { login } from '../data/auth.ts'
import { currentConfig } from '../data/config.ts'
import { t } from '../i18n/t.ts'
import { systemTitle } from './titles.ts'
import './login.css'

/** Nothing but inputs: whoever is not logged in loads no table, no theme, no menu. */
export function LoginScreen({ onDone = enter }: { onDone?: () => void }) {
  const { app } = currentConfig().manifest
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const title = systemTitle(app, undefined)
  useEffect(() => { document.title = title }, [title])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username') ?? '').trim()
    const password = String(form.get('password') ?? '')
    if (!username || !password) return setError(t(username ? '请输入密码' : '请输入账号'))
    setBusy(true)
    setError('')
    try {
      await login(username, password)
      onDone()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t('登录没有成功'))
      setBusy(false)
    }
  }
  return (
    <div className="login">
      <main>
        <h1>{title}</h1>
        {app.systemName && t(app.systemName) !== title && <p className="login-name">{t(app.systemName)}</p>}
        <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
          <label htmlFor="username">{t('账号')}</label>
          <input id="username" name="username" autoComplete="username" autoFocus maxLength={64} spellCheck={false} />
          <Password />
          <p className="login-error" role="alert">{error}</p>
          <button type="submit" disabled={busy}>{busy ? t('登录中…') : t('登录')}</button>
        </form>
      </main>
      <footer>{app.footer.shown ? t(app.footer.text) : ''}</footer>
    </div>
  )
}

function Password() {
  const [shown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <label htmlFor="password">{t('密码')}</label>
      <span className="password">
        <input id="password" ref={input} name="password" type={shown ? 'text' : 'password'} autoComplete="current-password" maxLength={64} />
        <button type="button" tabIndex={-1} aria-pressed={shown} onClick={() => setShown(!shown)}>{shown ? t('隐藏') : t('显示')}</button>
      </span>
    </>
  )
}

/** Where the user was going, within this console only. */
function enter(): void {
  const wanted = new URLSearchParams(location.search).get('redirect') ?? '/'
  location.replace(/^\/(?![/\\])/.test(wanted) ? wanted : '/')
}
