import { expect, it } from 'vitest'
import { initialStates } from '../../../src/core/workflow/machine.ts'

it('a record begins in a state that says so, else in the first', () => {
  expect(
    initialStates(
      new Map([
        ['b', { label: '' }],
        ['a', { label: '' }],
      ]),
    ),
  ).toEqual(['b'])
  expect(
    initialStates(
      new Map([
        ['b', { label: '', initial: true }],
        ['a', { label: '', initial: true }],
      ]),
    ),
  ).toEqual(['a', 'b'])
})
