import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DateRange } from '../../../../src/console/fields/pickers/DateRange.tsx'
import { render } from '../../support/app.tsx'

afterEach(cleanup)

const said = vi.fn<(value: string) => void>()
/** A period as a list draws it: anew with everything that happens beside it. */
function Period() {
  const [value, setValue] = useState('')
  const [answers, setAnswers] = useState(0)
  const change = (next: string): void => {
    said(next)
    setValue(next)
  }
  return (
    <>
      <button type="button" onClick={() => setAnswers(answers + 1)}>
        答复
      </button>
      <DateRange id="days" value={value} onChange={change} open autoFocus />
    </>
  )
}

const ends = (): HTMLInputElement[] => ['days', 'days-end'].map(id => document.getElementById(id) as HTMLInputElement)
const type = async (end: number, day: string, isLast = false): Promise<void> => {
  const field = ends()[end]!
  await act(async () => fireEvent.focus(field))
  await act(async () => fireEvent.change(field, { target: { value: day } }))
  await act(async () => fireEvent.click(screen.getByText('答复')))
  await act(async () => fireEvent.keyDown(field, { key: 'Tab' }))
  await act(async () => fireEvent.blur(field, { relatedTarget: isLast ? null : ends()[1] }))
}

it.each([
  ['2026-11-01', '2026-11-09'],
  ['20261101', '2026-11-09'],
  ['2026-11-01', '2026.11.9'],
  ['2026-11-09', '2026-11-01'],
  ['2026-11-09', '2026/11/1'],
  ['2026年11月9日', '2026-11-01'],
])(
  'R5.01 the days that are typed, %s and %s, stay when the page is drawn anew before the focus leaves them',
  async (...days) => {
    said.mockClear()
    render(<Period />)
    await type(0, days[0])
    await type(1, days[1], true)
    expect(said.mock.lastCall).toEqual(['2026-11-01~2026-11-09'])
    expect(ends().map(field => field.value)).toEqual(['2026-11-01', '2026-11-09'])
  },
)
