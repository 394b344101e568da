import { createForm } from '@formily/core'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useBeginning } from '../../../src/console/forms/editing/besides.ts'
import { createChanges } from '../../../src/console/forms/editing/changes.ts'
import type { FormPage } from '../../../src/core/contract/configuration.ts'

afterEach(cleanup)

const PAGE = { kind: 'form', route: 'a/b', prefill: { shop: 'shop' } } as unknown as FormPage

function begun(typed: string | undefined): boolean {
  const form = createForm({ values: { note: '' } })
  const changes = createChanges(() => form)
  const { result } = renderHook(() => useBeginning(PAGE, '?shop=7', { form, changes, isNew: true }))
  if (typed !== undefined) {
    form.setValues({ note: typed })
    changes.touch()
  }
  result.current.begin()
  expect(form.values).toMatchObject({ shop: '7' })
  return changes.is()
}

it('R5.01 what the address says is no change, what was typed before all of the form was drawn is one', () => {
  expect(begun(undefined)).toBe(false)
  expect(begun('已电话核实')).toBe(true)
})
