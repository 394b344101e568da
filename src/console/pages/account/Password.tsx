import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { useApp } from '../../app/useApp.ts'
import { logout } from '../../data/config/auth.ts'
import { currentConfig } from '../../data/config/config.ts'
import { send } from '../../data/http/http.ts'
import { USER_PASSWORD } from '../../data/calls/session-calls.ts'
import { ask } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { checkPassword, type PasswordErrors, type PasswordValues } from './checkPassword.ts'
import './password.css'

const FIELDS = ['oldpass', 'pass', 'checkPass'] as const

/** Changes the user's password; afterwards the user signs in again (R4.03). */
export function Password({ page }: { page: { route: string; title: string } }) {
  const app = useApp()
  const [errors, setErrors] = useState<PasswordErrors & { other?: string }>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = read(form)
    const wrong = checkPassword(values, currentConfig(app).manifest.app.constants)
    setErrors(wrong)
    const first = FIELDS.find(name => wrong[name])
    // the one message that the specification alerts (R5.02)
    if (first === 'checkPass' && values.checkPass)
      await ask(app, { title: wrong[first] ?? '', ok: t('知道了'), only: true })
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    try {
      await send(
        app,
        USER_PASSWORD,
        { id: currentConfig(app).boot?.user.id, oldPassword: values.oldpass, newPassword: values.pass },
        { quiet: true },
      )
      // a notice would be gone with the page: the one that follows says it
      const username = currentConfig(app).boot?.user.username ?? ''
      await logout(app, { username, text: '密码已修改，请用新密码登录' })
    } catch (cause) {
      setErrors({ other: cause instanceof Error ? cause.message : t('操作没有成功') })
      setBusy(false)
    }
  }
  const labels = { oldpass: t('旧密码'), pass: t('新密码'), checkPass: t('确认密码') }
  return (
    <section className="page">
      <PageHead page={page} />
      {currentConfig(app).boot?.user.mustChangePassword && (
        <p className="password-first" role="status">
          {t('您登录用的是一次性密码，修改之后才能使用系统。')}
        </p>
      )}
      <form ref={form} className="password-form panel" noValidate onSubmit={event => void submit(event)}>
        <p className="weak">{t('6–18 位，含大写字母、小写字母和数字，不能是常见的密码，也不能含登录名')}</p>
        {FIELDS.map(name => (
          <div key={name}>
            <label htmlFor={`password-${name}`}>{labels[name]}</label>
            <input
              id={`password-${name}`}
              name={name}
              type="password"
              className="input"
              maxLength={64}
              autoComplete={name === 'oldpass' ? 'current-password' : 'new-password'}
              aria-required="true"
              aria-invalid={Boolean(errors[name])}
              aria-describedby={`password-${name}-error`}
            />
            <span id={`password-${name}-error`} className="field-error" role="alert">
              {errors[name]}
            </span>
          </div>
        ))}
        <p className="field-error" role="alert">
          {errors.other}
        </p>
        <div>
          <button type="submit" className="button primary" data-guard="" disabled={busy}>
            {t('修改密码')}
          </button>
        </div>
      </form>
    </section>
  )
}

function read(form: RefObject<HTMLFormElement | null>): PasswordValues {
  const data = new FormData(form.current ?? undefined)
  const text = (name: string) => String(data.get(name) ?? '')
  return { oldpass: text('oldpass'), pass: text('pass'), checkPass: text('checkPass') }
}
