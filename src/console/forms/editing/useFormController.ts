import { createForm, type Form } from '@formily/core'
import { useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { FormField, FormPage } from '../../../core/contract/configuration.ts'
import { ownUserId } from '../../data/config/config.ts'
import { recordKey } from '../../pages/parts/recordArgs.ts'
import { useGo } from '../../navigation/navigation.ts'
import { tabs } from '../../navigation/tabs.ts'
import { createChanges, type FormChanges } from './changes.ts'
import type { ConflictChoice, EditConflict } from './conflict.ts'
import type { Offer } from './draft.ts'
import { fromAddress } from './fromAddress.ts'
import { toldBeside, useBeginning } from './besides.ts'
import { linkageOf, type Linkage } from '../fields/linkage.ts'
import { isValid, type Outcome, type Place } from './submit.ts'
import { useDraft } from './useDraft.ts'
import { useGuard } from './useGuard.ts'
import { useNextRecord } from './useNextRecord.ts'
import { useRecord, type RecordStatus } from './useRecord.ts'
import { useSave } from './useSave.ts'

export interface FormController {
  form: Form
  fields: FormField[]
  linkage: Linkage
  status: RecordStatus
  error: Error | undefined
  saving: boolean
  /** of the last save */
  outcome: Outcome | undefined
  isNew: boolean
  idPrefix: string
  /** this tab's draft has been restored */
  restored: boolean
  /** a draft of another time or machine, to be accepted or discarded */
  offer: Offer | undefined
  conflict: EditConflict | undefined
  /** index of the section shown, in a form with steps */
  step: number
  save: () => void
  cancel: () => void
  /** deletes the draft and resets the form to the record */
  discard: () => void
  restore: () => void
  putDraft: () => Promise<void>
  solve: (choices: Record<string, ConflictChoice>) => void
  closeConflict: () => void
  turn: (step: number) => void
  retry: () => void
  /** called when the fields are drawn: their values are the unchanged state */
  ready: () => void
  /** name of a field that is not asked for, because its record stands beside the form */
  told: string | undefined
  /** key of the record that is changed; undefined for a new one */
  recordKey: string | undefined
  /** the record that is changed, as it was read */
  record: Row | undefined
  place: Place
  /** called with the record beside the form */
  takeOver: (row: Row) => void
}

/** State and commands of a form page. */
export function useFormController(page: FormPage, search: string): FormController {
  const app = useApp()
  const go = useGo()
  const key = recordKey(page.entity.key, search)
  const { form, fields, linkage, changes } = useMemo(() => makeForm(app, page, !key), [app, page, key])
  const record = useRecord(page, search, { form, initialOf: linkage.initialOf, changes })
  const { rebase } = record
  // drafts of new records are separate for each subject in the address
  const about = key ?? Object.values(fromAddress(page, search)).join()
  const [owner] = useState(() => ownUserId(app))
  const draft = useDraft(form, { owner, route: page.route, search, record: about }, changes, record.base)
  useGuard(changes.is, draft.leave, draft.keep)
  const { step, turn, reveal } = useSteps(page, form, fields)
  // a form that is left for good keeps no tab behind it: what was typed waits as a draft
  const leave = () => tabs(app).close([page.route + search])
  const cancel = () => go.back(`/${page.parent ?? ''}`, leave)
  const goOn = useNextRecord(page, search, key)
  const done = (saved: unknown) => {
    changes.settle()
    draft.drop()
    // the record's page takes the form's place
    if (page.page === undefined || typeof saved !== 'string') goOn(cancel)
    else go.on(`/${page.page}?${page.entity.key}=${encodeURIComponent(saved)}`, leave)
  }
  const told = toldBeside(app, page, key, search)
  const submission = `form ${page.route}${search}`
  const save = useSave({ page, form, fields, key, told, record, reveal, done, submission })
  const apply = useCallback(
    (values: Row, base: Row | undefined) => {
      form.setValues(values, 'merge')
      if (base) rebase(base)
      changes.touch(...Object.keys(values))
    },
    [form, rebase, changes],
  )
  const { open } = draft
  const { begin, again, takeOver } = useBeginning(page, search, { form, changes, isNew: !key })
  const ready = useCallback(() => {
    begin()
    void open(({ values, base }) => apply(values, base))
  }, [begin, open, apply])
  const restore = () => {
    if (!draft.offer) return
    apply(draft.offer.values, draft.offer.base)
    draft.take()
  }
  const discard = () => {
    draft.drop()
    changes.settle()
    void form.reset('*', { forceClear: Boolean(key) }).then(() => {
      again()
      record.retry()
    })
  }
  return {
    form,
    fields,
    linkage,
    status: record.status,
    error: record.error,
    isNew: !key,
    idPrefix: page.route,
    restored: draft.restored,
    offer: draft.offer,
    step,
    ...save,
    cancel,
    discard,
    putDraft: draft.put,
    restore,
    turn,
    retry: record.retry,
    ready,
    told,
    recordKey: key,
    record: key === undefined ? undefined : record.base(),
    place: { fields, idPrefix: page.route, reveal },
    takeOver,
  }
}

function makeForm(
  app: ConsoleApp,
  page: FormPage,
  isNew: boolean,
): { form: Form; fields: FormField[]; linkage: Linkage; changes: FormChanges } {
  const fields = page.sections.flatMap(section => section.fields)
  const form = createForm()
  return { form, fields, linkage: linkageOf(app, () => form, fields, { isNew }), changes: createChanges(() => form) }
}

/** Shows one section at a time. Going forward validates the sections so far, going back does not. */
function useSteps(page: FormPage, form: Form, fields: FormField[]) {
  const app = useApp()
  const [step, setStep] = useState(0)
  const show = (next: number) => flushSync(() => setStep(next))
  const reveal = (name: string) => {
    const section = page.sections.findIndex(one => one.fields.some(field => field.name === name))
    if (page.steps && section >= 0) show(section)
  }
  const turn = (next: number) => {
    const passed = page.sections.slice(0, next).flatMap(section => section.fields)
    if (next <= step) show(next)
    else
      void isValid(app, form, { fields: passed.length ? passed : fields, idPrefix: page.route, reveal }).then(yes => {
        if (yes) show(next)
      })
  }
  return { step, turn, reveal }
}
