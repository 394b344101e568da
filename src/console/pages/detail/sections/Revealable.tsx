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
  /** the masked value */
  children: ReactNode
}

/** A masked value with a button that requests the full one; the server writes each request to the audit trail. */
export function Revealable({ of, label, children }: Props) {
  const app = useApp()
  const [value, setValue] = useState<string>()
  const [busy, setBusy] = useState(false)
  // hidden pages stay mounted: hide the value again when the page is left
  useEffect(() => () => setValue(undefined), [])
  const show = () => {
    if (busy) return
    setBusy(true)
    send<{ value: string }>(app, RECORD_REVEAL, of)
      .then(
        answer => setValue(answer.value),
        (cause: unknown) => notifyMissing(app, cause, label),
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

/** The button disappears when it is pressed: the focus moves to the value, which a screen reader then reads. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** A 404 has no message in the error catalogue. */
function notifyMissing(app: ConsoleApp, cause: unknown, label: string): void {
  if (cause instanceof CallError && cause.status === 404)
    notify(app, { level: 'warning', text: t('{what}没有读到', { what: t(label) }) })
}
