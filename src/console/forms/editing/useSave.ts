import type { Form } from '@formily/core'
import { useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { FormField, FormPage } from '../../../core/contract/configuration.ts'
import { recount } from '../../data/counters.ts'
import { savedMeanwhile } from '../../data/http/errors.ts'
import { send } from '../../data/http/http.ts'
import { notify } from '../../feedback/notice.ts'
import { renew } from '../../data/http/query.ts'
import { t } from '../../i18n/t.ts'
import { showOneTimePassword } from '../../feedback/oneTimePassword.ts'
import { conflictOf, type ConflictChoice, type EditConflict } from './conflict.ts'
import { submitForm, type Outcome } from './submit.ts'

interface Saving {
  page: FormPage
  form: Form
  fields: FormField[]
  key: string | undefined
  /** field that is sent without being asked for */
  told: string | undefined
  /** the record as last read or rebased */
  record: { base: () => Row | undefined; rebase: (row: Row) => void }
  reveal: (name: string) => void
  /** `saved`: what the call answers */
  done: (saved: unknown) => void
  /** names the submission: its text may change before it is sent again */
  submission: string
}

/** Saves with the time at which the record was read, so that the server can detect concurrent changes. */
export function useSave({ page, form, fields, key, told, record: { base, rebase }, reveal, done, submission }: Saving) {
  const app = useApp()
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>()
  const [conflict, setConflict] = useState<EditConflict | undefined>()
  const sent = async (values: Row) => {
    const data = await attempt(values)
    notify(app, { level: 'success', text: t(page.done ?? '已保存') })
    // from here on the form has no unsaved changes, so leaving does not ask
    const passwordSeen = showOneTimePassword(app, data)
    done(data)
    await passwordSeen
    void recount(app, page.call)
    void renew()
    if (page.afterwards) void goOn(app, page, page.afterwards, key ?? data)
  }
  const attempt = async (values: Row): Promise<unknown> => {
    const read = base()
    const own = key ? { [page.entity.key]: key, ...(read?.updateTime ? { updateTime: read.updateTime } : {}) } : {}
    try {
      const carried = told === undefined ? {} : { [told]: (form.values as Row)[told] }
      return await send<unknown>(
        app,
        page.call,
        { ...values, ...carried, ...own },
        { submission, comparesVersions: true },
      )
    } catch (cause) {
      const current = savedMeanwhile(cause)
      if (!current) throw cause
      const found = conflictOf(fields, read ?? {}, values, current)
      if (found.differences.length > 0) {
        setConflict(found)
        throw cause
      }
      // the other user's changes do not affect this form's fields: save again on top of them
      rebase(current)
      return attempt(values)
    }
  }
  const save = () => {
    if (saving) return
    setSaving(true)
    void submitForm(app, form, { fields, idPrefix: page.route, reveal }, sent)
      .then(setOutcome)
      .finally(() => setSaving(false))
  }
  const solve = (choices: Record<string, ConflictChoice>) => {
    if (!conflict) return
    const theirs = conflict.differences.filter(({ field }) => choices[field.name] === 'theirs')
    form.setValues(Object.fromEntries(theirs.map(({ field, theirs: value }) => [field.name, value ?? null])), 'merge')
    rebase(conflict.current)
    setConflict(undefined)
    save()
  }
  return { saving, outcome, conflict, save, solve, closeConflict: () => setConflict(undefined) }
}

/** What the page says comes after saving: a batch that the server begins, followed on the list of the form. */
async function goOn(
  app: ConsoleApp,
  page: FormPage,
  next: NonNullable<FormPage['afterwards']>,
  key: unknown,
): Promise<void> {
  const { call, label } = next
  const data = await send<unknown>(app, call, { [page.entity.key]: key }).catch(() => undefined)
  if (data === undefined) return
  const { followBegun } = await import('../../pages/list/jobs/begun.ts')
  followBegun(app, data, { route: page.parent ?? page.route, label, call })
}
