import { createForm } from '@formily/core'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useBeginning } from '../../../src/console/forms/editing/besides.ts'
import { createChanges } from '../../../src/console/forms/editing/changes.ts'
import type { FormPage } from '../../../src/core/contract/configuration.ts'

afterEach(cleanup)

const PAGE = {
  kind: 'form',
  route: 'a/b',
  prefill: { shop: 'shop' },
  beside: { prefill: { subject: 'name' } },
} as unknown as FormPage

/** A form of which somebody types into the first field, while the others are still to be drawn. */
function begun(...typed: string[]) {
  const form = createForm({ values: { note: '旧' } })
  const changes = createChanges(() => form)
  changes.settle()
  const { result } = renderHook(() => useBeginning(PAGE, '?shop=7', { form, changes, isNew: true }))
  const type = (note: string): void => {
    form.setValues({ note })
    changes.touch('note')
  }
  typed.forEach(type)
  result.current.begin()
  expect(form.values).toMatchObject({ shop: '7' })
  return { isChanged: changes.is, type, takeOver: result.current.takeOver }
}

it('R5.01 what the address says is no change, what was typed before all of the form was drawn is one', () => {
  expect(begun().isChanged()).toBe(false)
  expect(begun('已电话核实').isChanged()).toBe(true)
})

it('is unchanged when what was typed that early is taken back again, then or later', () => {
  expect(begun('已电话核实', '旧').isChanged()).toBe(false)
  const { isChanged, type, takeOver } = begun('已电话核实')
  takeOver({ name: '淮南烘焙' })
  type('旧')
  expect(isChanged()).toBe(false)
})
