import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ConsoleApp } from '../app/app.ts'
import { useApp } from '../app/useApp.ts'
import { login, needsCode } from '../data/config/auth.ts'
import { currentConfig, loadBoot } from '../data/config/config.ts'
import { leaveToLogin, restart, watchSignIn } from '../data/session/session.ts'
import { t } from '../i18n/t.ts'
import { routeOf } from '../navigation/routes.ts'
import './relogin.css'

/**
 * Continues after a new sign-in: with the same page for the same user, else from the start, because data of one user
 * must not be shown to another.
 */
async function goOn(app: ConsoleApp, before: string | undefined, onDone: () => void): Promise<void> {
  const { user } = await loadBoot(app, routeOf(location.pathname))
  if (user.id === before) onDone()
  else restart()
}

/** Sign-in dialog over the page when the session has ended, so that nothing typed is lost (R4.02). */
export function Relogin({ onDone }: { onDone: () => void }) {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [before] = useState(() => currentConfig(app).boot?.user)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  useEffect(() => {
    dialog.current?.showModal?.()
  }, [])
  useEffect(() => watchSignIn(() => void goOn(app, before?.id, onDone).catch(() => undefined)), [app, before, onDone])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const [username, password, code] = [
      String(form.get('username') ?? '').trim(),
      String(form.get('password') ?? ''),
      String(form.get('code') ?? '').trim(),
    ]
    if (!username || !password) return setError(t(username ? '请输入密码' : '请输入账号'))
    setBusy(true)
    setError('')
    try {
      await login(app, { username, password, code })
      await goOn(app, before?.id, onDone)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t('登录没有成功'))
      if (needsCode(cause)) setAsksCode(true)
      setBusy(false)
    }
  }
  return (
    <dialog
      ref={dialog}
      className="layer relogin"
      aria-labelledby="relogin-title"
      onCancel={event => event.preventDefault()}
    >
      <h2 id="relogin-title">{t('登录已过期')}</h2>
      <p className="weak">{t('请重新登录，页面上填写的内容都还在')}</p>
      <form noValidate onSubmit={event => void submit(event)}>
        <label htmlFor="again-username">{t('账号')}</label>
        <input
          id="again-username"
          name="username"
          className="input"
          autoComplete="username"
          defaultValue={before?.username}
          maxLength={64}
        />
        <label htmlFor="again-password">{t('密码')}</label>
        <input
          id="again-password"
          name="password"
          type="password"
          className="input"
          autoComplete="current-password"
          autoFocus
          maxLength={64}
        />
        {asksCode && <CodeField />}
        <p className="relogin-error" role="alert">
          {error}
        </p>
        <div>
          <button type="button" className="button" onClick={leaveToLogin}>
            {t('退出')}
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? t('登录中…') : t('登录')}
          </button>
        </div>
      </form>
    </dialog>
  )
}

const CodeField = () => (
  <>
    <label htmlFor="again-code">{t('动态验证码或恢复码')}</label>
    <input
      id="again-code"
      name="code"
      className="input"
      autoComplete="one-time-code"
      autoFocus
      maxLength={20}
      spellCheck={false}
    />
  </>
)
