import { createForm } from '@formily/core'
import { FormProvider } from '@formily/react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FormField } from '../../../src/core/contract/configuration.ts'
import { PeriodPick } from '../../../src/console/forms/fields/PeriodPick.tsx'
import { render } from '../support/app.tsx'

afterEach(cleanup)

const FIELD: FormField = { name: 'start', label: '开始日期', kind: 'date', origin: '' }

async function picking(field: FormField, values: Record<string, string>) {
  const form = createForm({ values })
  render(
    <FormProvider form={form}>
      <PeriodPick field={field} until="end" disabled={false} />
    </FormProvider>,
  )
  const button = screen.getByRole('button', { name: '选起止日期' })
  fireEvent.click(button)
  await screen.findByRole('grid')
  const day = (text: string) =>
    fireEvent.click(screen.getAllByRole('gridcell').find(cell => cell.getAttribute('data-day') === text)!)
  return { form, button, day }
}

describe('the period of a form', () => {
  it('R4.07 R2.25 is chosen by two clicks on one calendar, in either order, which fill in both ends', async () => {
    const { form, button, day } = await picking(FIELD, { start: '2026-03-02', end: '2026-03-04' })
    day('2026-03-20')
    expect(form.values).toMatchObject({ start: '2026-03-02', end: '2026-03-04' })
    day('2026-03-10')
    expect(form.values).toMatchObject({ start: '2026-03-10', end: '2026-03-20' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })

  it('R5.05 begins no earlier than the field allows; of times it is whole days', async () => {
    const { form, day } = await picking(
      { ...FIELD, kind: 'datetime', min: '2026-03-05' },
      { start: '2026-03-06 08:00:00' },
    )
    day('2026-03-03')
    day('2026-03-09')
    day('2026-03-12')
    expect(form.values).toMatchObject({ start: '2026-03-09 00:00:00', end: '2026-03-12 23:59:59' })
  })
})
