import { createForm } from '@formily/core'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChanges } from '../../../src/console/forms/editing/changes.ts'
import { keepDraft, readDraft } from '../../../src/console/forms/editing/draft.ts'
import { useDraft } from '../../../src/console/forms/editing/useDraft.ts'
import { renderHook } from '../support/app.tsx'

const PLACE = 'u1:thing/form'
const DRAFT = { values: { name: '昨天的名称', note: '昨天的说明' } }

beforeEach(() => {
  sessionStorage.clear()
  keepDraft(PLACE, DRAFT)
  vi.stubGlobal('fetch', async () => new Response('{"resultCode":"200","data":null}'))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A form of which the first field stands, while the others are still to be drawn. */
function begun() {
  const form = createForm()
  const changes = createChanges(() => form)
  form.createField({ name: 'note' })
  form.createArrayField({ name: 'rows' })
  form.createField({ name: 'name', basePath: 'rows.0' })
  const place = { owner: 'u1', route: 'thing/form', search: '', record: '' }
  const { result } = renderHook(() => useDraft(form, place, changes, () => undefined))
  const type = (text: string, where = 'note') =>
    act(() => form.query(where).take(field => void ('onInput' in field && field.onInput(text))))
  return { form, result, type }
}

it('lays the draft of this tab around what was typed before all of the form was drawn', async () => {
  const { form, result, type } = begun()
  await type('今天的说明')
  await type('今天的一行', 'rows.0.name')
  await act(() => result.current.open(({ values }) => form.setValues(values)))
  expect(form.values).toEqual({ name: '昨天的名称', note: '今天的说明', rows: [{ name: '今天的一行' }] })
  expect(result.current.restored).toBe(true)
})

it('keeps the draft of this tab as it is until it has been restored, also when the form is left before', async () => {
  vi.useFakeTimers()
  const { result, type } = begun()
  await type('今')
  await vi.advanceTimersByTimeAsync(5000)
  expect(readDraft(PLACE)).toEqual(DRAFT)
  act(() => result.current.leave())
  await vi.advanceTimersByTimeAsync(5000)
  expect(readDraft(PLACE)).toEqual(DRAFT)
})
