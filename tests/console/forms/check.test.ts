import { createForm, type Field } from '@formily/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FormField } from '../../../src/core/contract/configuration.ts'
import { problemOf } from '../../../src/console/fields/values/problems.ts'
import { linkageOf } from '../../../src/console/forms/fields/linkage.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { app } from '../support/app.tsx'
import { boot } from '../support/boot.ts'
import { listPage } from '../support/pages.ts'

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
  await loadBoot(app, listPage().route)
})
afterEach(() => vi.unstubAllGlobals())

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind: 'text',
  origin: '',
  ...more,
})
const result = field('result')
const mode = field('mode', { check: "=values.mode != '4' || values.result != '1'", checkMessage: '与结论不符' })

/** A form of these fields, each with its reaction and its validation, as the page draws them. */
function formOf(fields: FormField[], values: object) {
  const form = createForm({ values })
  const linkage = linkageOf(app, () => form, fields)
  for (const one of fields) {
    const reaction = linkage.reactionOf(one)
    form.createField({
      name: one.name,
      validator: {
        triggerType: 'onBlur',
        validator: (value: unknown) => problemOf(linkage.limitsOf(one), value, false) ?? '',
      },
      ...(reaction ? { reactions: [reaction as never] } : {}),
    })
  }
  return { form, linkage, errors: () => (form.query('mode').take() as Field).selfErrors }
}

it('R5.01 what another field makes wrong is told at once, and no longer once it is right', async () => {
  const { form, errors } = formOf([result, mode], { result: '2', mode: '4' })
  form.setValuesIn('result', '1')
  await vi.waitFor(() => expect(errors()).toEqual(['与结论不符']))
  form.setValuesIn('result', '2')
  await vi.waitFor(() => expect(errors()).toEqual([]))
})

it('says nothing of what the form has not got: the server judges it with the record', () => {
  const { linkage } = formOf([mode], { mode: '4' })
  expect(linkage.limitsOf(mode)).not.toHaveProperty('check')
})
