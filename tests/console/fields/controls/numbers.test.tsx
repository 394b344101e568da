import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldKind } from '../../../../src/core/model/documents.ts'
import { NumberControl } from '../../../../src/console/fields/controls/basic.tsx'
import { problemOf } from '../../../../src/console/fields/values/problems.ts'
import { field } from '../../support/pages.ts'
import { render } from '../../support/app.tsx'

afterEach(cleanup)

let held: unknown
const keep = (value: unknown): void => {
  held = value
}
function Held({ kind, first }: { kind: FieldKind; first: unknown }) {
  const [value, setValue] = useState(first)
  const change = (next: unknown): void => {
    keep(next)
    setValue(next)
  }
  return <NumberControl id="n" field={field('n', kind)} entries={[]} value={value} onChange={change} />
}
const drawn = (kind: FieldKind, first: unknown): HTMLInputElement => {
  keep(first)
  render(<Held kind={kind} first={first} />)
  return screen.getByRole('textbox')
}
const type = (input: HTMLInputElement, value: string): void => {
  fireEvent.change(input, { target: { value } })
}

describe('a number', () => {
  it.each([
    ['int', '12.6', '12.6', '12.6'],
    ['int', '12345678901234567890', '12345678901234567890', '12345678901234567890'],
    ['money', '1.005', 1.01, '1.01'],
    ['int', '１２', 12, '12'],
    ['money', '1,234.5', 1234.5, '1234.50'],
    ['decimal', '-0.125', -0.125, '-0.125'],
    ['percent', '。5', 0.5, '0.5'],
    ['int', '  ', null, ''],
  ] as const)('of kind %s typed as %s is %s, and is shown so once the field is left', (kind, typed, value, shown) => {
    const input = drawn(kind, '7')
    type(input, typed)
    expect([held, input.value]).toEqual([value, typed])
    fireEvent.blur(input)
    expect(input.value).toBe(shown)
  })

  it('that is none stays as it was typed, and the field says so', () => {
    const input = drawn('int', null)
    type(input, '十二')
    fireEvent.blur(input)
    expect([held, input.value]).toEqual(['十二', '十二'])
    expect(problemOf(field('n', 'int', { label: '数量' }), held, false)).toBe('数量要填整数，最多15位')
  })

  it('goes up and down by keys, from what is typed too', () => {
    const input = drawn('int', null)
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(held).toBe(1)
    type(input, '41')
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect([held, input.value]).toEqual([40, '40'])
    type(input, '四')
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(held).toBe('四')
  })
})
