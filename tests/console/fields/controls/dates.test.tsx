import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DateControl, DateTimeControl } from '../../../../src/console/fields/controls/dates.tsx'
import { field } from '../../support/pages.ts'
import { render } from '../../support/app.tsx'

afterEach(cleanup)

const BOUNDS = { label: '截止日期', min: '2026-11-27' }

async function typed(
  Control: typeof DateControl,
  kind: 'date' | 'datetime',
  text: string,
  value: string | null = null,
): Promise<unknown[]> {
  const values: unknown[] = []
  const onChange = (value: unknown): void => void values.push(value)
  render(<Control id="end" field={field('end', kind, BOUNDS)} value={value} entries={[]} onChange={onChange} />)
  fireEvent.focus(document.querySelector('#end')!)
  fireEvent.click(document.querySelector('#end')!)
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input#end')
    expect(found).toBeTruthy()
    return found!
  })
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return values
}

it.each([
  [DateControl, 'date', '2026-11-20', ['2026-11-20']],
  [DateTimeControl, 'datetime', '2026-11-20 08:30', ['2026-11-20 08:30:00']],
  [DateControl, 'date', '2026-02-30', ['2026-02-30']],
  [DateControl, 'date', '2026.11.5', ['2026-11-05']],
  [DateControl, 'date', '昨天', ['昨天']],
] as const)(
  'a day that was typed and may not be is the value, so that it is told: %#',
  async (Control, kind, text, expected) => {
    expect(await typed(Control, kind, text)).toEqual(expected)
  },
)

it('what was no day is given up where it is left empty, and a day stays', async () => {
  expect(await typed(DateControl, 'date', '', '昨天')).toEqual([null])
  cleanup()
  expect(await typed(DateControl, 'date', '2026-12-01', '2026-12-01')).toEqual([])
})
