import { useId, useState, type FormEvent } from 'react'
import { t } from '../../i18n/t.ts'

export type Secrets = Partial<Record<Asked, string>>
type Asked = 'password' | 'code'

interface SecretFormProps {
  asks: Asked[]
  label: string
  primary?: boolean
  /** errors that it throws are shown below the fields */
  onSubmit: (given: Secrets) => Promise<void>
}

/** Asks for password or code again before a sensitive change. */
export function SecretForm({ asks, label, primary, onSubmit }: SecretFormProps) {
  const id = useId()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const words = { password: t('登录密码'), code: t('手机上的验证码') }
  const missing = { password: t('请输入密码'), code: t('请输入动态验证码') }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const given: Secrets = Object.fromEntries(asks.map(name => [name, String(typed.get(name) ?? '')]))
    const first = asks.find(name => !given[name])
    setError(first ? missing[first] : '')
    if (first) return
    setBusy(true)
    try {
      await onSubmit(given)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t('操作没有成功'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="secret-form" noValidate onSubmit={event => void submit(event)}>
      {asks.map(name => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{words[name]}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            className="input"
            maxLength={64}
            spellCheck={false}
            type={name === 'password' ? 'password' : 'text'}
            autoComplete={name === 'password' ? 'current-password' : 'one-time-code'}
          />
        </div>
      ))}
      <p className="field-error" role="alert">
        {error}
      </p>
      <div>
        <button type="submit" className={primary ? 'button primary' : 'button'} disabled={busy}>
          {label}
        </button>
      </div>
    </form>
  )
}
