import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CheckboxesControl } from '../../../src/console/fields/controls/checkboxes.tsx'
import { choicesFrom } from '../../../src/console/fields/filters/pickFilter.tsx'
import { useOffered } from '../../../src/console/fields/values/offered.ts'
import type { DictionaryEntries, FormField } from '../../../src/core/contract/configuration.ts'
import { render, renderHook } from '../support/app.tsx'

const ENTRIES: DictionaryEntries = [
  ['1', '综合'],
  ['2', '旧类', 'default', null, true],
  ['3', '其他'],
]
const FIELD = { name: 'kind', label: '类型', kind: 'dict', multiple: true } as FormField

afterEach(cleanup)

it('a retired choice is offered only where it stands, and is told apart; a filter has it all the same', () => {
  const keysFor = (value: unknown) => renderHook(() => useOffered(ENTRIES, value)).result.current.map(([key]) => key)
  expect(keysFor('')).toEqual(['1', '3'])
  expect(keysFor('1,2')).toEqual(['1', '2', '3'])
  expect(choicesFrom(ENTRIES).map(({ label }) => label)).toEqual(['综合', '旧类（已停用）', '其他'])
})

it('a box of a retired choice can be cleared and ticked again, and “all” ticks it no more', () => {
  const onChange = vi.fn()
  const draw = (value: string) => (
    <CheckboxesControl id="kind" field={FIELD} entries={ENTRIES} value={value} onChange={onChange} />
  )
  const view = render(draw('2,3'))
  fireEvent.click(view.getByLabelText('旧类（已停用）'))
  expect(onChange).toHaveBeenLastCalledWith('3')
  view.rerender(draw('3'))
  fireEvent.click(view.getByLabelText('旧类（已停用）'))
  expect(onChange).toHaveBeenLastCalledWith('2,3')
  fireEvent.click(view.getByRole('button', { name: /全选/ }))
  expect(onChange).toHaveBeenLastCalledWith('1,3')
})
