import { useEffect, useState, type ReactNode } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import { CallError } from '../../../data/http/errors.ts'
import { send } from '../../../data/http/http.ts'
import { notify } from '../../../feedback/notice.ts'
import { RECORD_REVEAL } from '../../../data/calls/own-calls.ts'
import { t } from '../../../i18n/t.ts'

interface Props {
  of: { entity: string; key: string; field: string }
  label: string
  /** the value as its mask leaves it */
  children: ReactNode
}

/** A masked value with a button that asks the server for it. Every showing is on record there. */
export function Revealable({ of, label, children }: Props) {
  const app = useApp()
  const [value, setValue] = useState<string>()
  const [busy, setBusy] = useState(false)
  // a page that is left stays alive behind the next one: what was shown does not
  useEffect(() => () => setValue(undefined), [])
  const show = () => {
    if (busy) return
    setBusy(true)
    send<{ value: string }>(app, RECORD_REVEAL, of)
      .then(
        answer => setValue(answer.value),
        (cause: unknown) => tellMissing(app, cause, label),
      )
      .finally(() => setBusy(false))
  }
  if (value !== undefined)
    return (
      <span className="long" tabIndex={-1} ref={focus}>
        {value}
      </span>
    )
  return (
    <>
      {children}
      <button
        type="button"
        className="link reveal"
        aria-busy={busy}
        aria-label={`${t('显示')} ${t(label)}`}
        onClick={show}
      >
        {t('显示')}
      </button>
    </>
  )
}

/** The button goes with its focus; the value takes it, and is read out. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** A 404 has no words of its own in the catalogue. */
function tellMissing(app: ConsoleApp, cause: unknown, label: string): void {
  if (cause instanceof CallError && cause.status === 404)
    notify(app, { level: 'warning', text: t('{what}没有读到', { what: t(label) }) })
}
