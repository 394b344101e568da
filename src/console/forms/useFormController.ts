import { createForm, onFormInputChange, type Form } from '@formily/core'
import { useEffect, useMemo, useState } from 'react'
import type { Row } from '../../core/contract/api.ts'
import type { FormField, FormPage } from '../../core/contract/configuration.ts'
import { send } from '../data/http.ts'
import { early, keyOf } from '../data/early.ts'
import { ask, notify } from '../data/notice.ts'
import { renew } from '../data/query.ts'
import { t } from '../i18n/t.ts'
import { recordArgs, recordKey } from '../pages/first.ts'
import { guardLeaving, useGo } from '../pages/navigation.ts'
import { tellOnce } from '../pages/once.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { reactionOf, type Reaction } from './linkage.ts'
import { submitForm } from './submit.ts'

export interface FormController {
  form: Form
  fields: FormField[]
  reactions: Map<string, Reaction | undefined>
  status: 'loading' | 'error' | 'ready'
  error: Error | undefined
  saving: boolean
  restored: boolean
  isNew: boolean
  idPrefix: string
  save: () => void
  cancel: () => void
  /** forget the draft and start from the record again */
  discard: () => void
  retry: () => void
}

export function useFormController(page: FormPage, search: string): FormController {
  const go = useGo()
  const place = page.route + search
  const key = recordKey(page.entity.key, search)
  const [dirty] = useState(createDirty)
  const { form, fields, reactions } = useForm(page, place, dirty)
  const [saving, setSaving] = useState(false)
  const loaded = useRecord(page, search, form, place, dirty)
  useGuard(dirty, place)
  const back = () => go.back(`/${page.of ?? ''}`)
  const save = () => {
    if (saving) return
    setSaving(true)
    const sent = async (values: Record<string, unknown>) => {
      const data = await send<unknown>(page.save, key ? { ...values, [page.entity.key]: key } : values)
      dirty.set(false)
      dropDraft(place)
      notify({ level: 'success', text: t(page.done ?? '已保存') })
      await tellOnce(data)
      void renew()
      back()
    }
    void submitForm(form, fields, page.route, sent).finally(() => setSaving(false))
  }
  return { form, fields, reactions, ...loaded, saving, isNew: !key, idPrefix: page.route, save, cancel: back }
}

/** Whether something was typed and not saved. */
function createDirty() {
  let dirty = false
  return { is: () => dirty, set: (next: boolean) => { dirty = next } }
}
type Dirty = ReturnType<typeof createDirty>

function useForm(page: FormPage, place: string, dirty: Dirty) {
  return useMemo(() => {
    const fields = page.sections.flatMap((section) => section.fields)
    const byName = new Map(fields.map((field) => [field.name, field]))
    const form = draftingForm(place, dirty)
    const reactions = new Map(fields.map((field) => [field.name, reactionOf(field, () => form, byName)]))
    return { form, fields, reactions }
  }, [page, place, dirty])
}

function draftingForm(place: string, dirty: Dirty): Form {
  let timer: ReturnType<typeof setTimeout> | undefined
  return createForm({
    effects: () => onFormInputChange((form) => {
      dirty.set(true)
      clearTimeout(timer)
      timer = setTimeout(() => { if (dirty.is()) keepDraft(place, { ...(form.values as Row) }) }, 300)
    }),
  })
}

function useRecord(page: FormPage, search: string, form: Form, place: string, dirty: Dirty) {
  const needed = Boolean(page.load && recordKey(page.entity.key, search))
  const [state, setState] = useState<{ status: FormController['status']; error?: Error }>({ status: needed ? 'loading' : 'ready' })
  const [restored, setRestored] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    const start = (row: Row) => {
      const draft = readDraft(place)
      form.setValues({ ...row, ...draft }, 'merge')
      dirty.set(draft !== undefined)
      setRestored(draft !== undefined)
      setState({ status: 'ready' })
    }
    if (!needed || !page.load) {
      start({})
      return
    }
    const args = recordArgs(page.entity.key, search)
    const answer = (early(keyOf(page.load, args)) ?? send(page.load, args)) as Promise<Row>
    answer.then((row) => { if (live) start(row) }, (error: Error) => { if (live) setState({ status: 'error', error }) })
    return () => { live = false }
  }, [page, search, form, place, needed, dirty, round])
  const retry = () => {
    setState({ status: needed ? 'loading' : 'ready' })
    setRound((count) => count + 1)
  }
  const discard = () => {
    dropDraft(place)
    dirty.set(false)
    void form.reset('*', { forceClear: !needed }).then(retry)
  }
  return { status: state.status, error: state.error, restored, retry, discard }
}

function useGuard(dirty: Dirty, place: string): void {
  useEffect(() => {
    guardLeaving(async () => {
      if (!dirty.is()) return true
      const leaves = await ask({ title: t('有未保存的修改，确定离开？'), text: t('离开后修改不会保存'), ok: t('离开'), danger: true })
      if (leaves) {
        dirty.set(false)
        dropDraft(place)
      }
      return leaves
    })
    const unload = (event: BeforeUnloadEvent) => { if (dirty.is()) event.preventDefault() }
    window.addEventListener('beforeunload', unload)
    return () => {
      guardLeaving(undefined)
      window.removeEventListener('beforeunload', unload)
    }
  }, [dirty, place])
}
