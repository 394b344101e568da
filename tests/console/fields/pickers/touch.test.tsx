import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Touch } from '../../../../src/console/fields/pickers/Touch.tsx'

afterEach(cleanup)

/** A control whose code comes when the test says so. */
function drawn(): () => Promise<void> {
  let come = (): void => {}
  const coming = new Promise<void>(resolve => {
    come = resolve
  })
  render(
    <Touch id="area" text="" load={() => coming}>
      {({ open }) => <p>{open ? 'open' : 'shut'}</p>}
    </Touch>,
  )
  return () =>
    act(async () => {
      come()
      await coming
    })
}

describe('a control that is drawn lightly until it is used', () => {
  it('opens when it is pressed while its code is still coming: it had the focus before', async () => {
    const come = drawn()
    fireEvent.focus(screen.getByRole('combobox'))
    fireEvent.pointerDown(screen.getByRole('combobox'))
    await come()
    expect(screen.getByText('open')).toBeTruthy()
  })

  it.each(['ArrowDown', 'Enter', ' '])('opens by the key %j, which sends no form meanwhile', async key => {
    const come = drawn()
    fireEvent.focus(screen.getByRole('combobox'))
    expect(fireEvent.keyDown(screen.getByRole('combobox'), { key })).toBe(false)
    await come()
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('stays shut when somebody only comes by Tab', async () => {
    const come = drawn()
    fireEvent.focus(screen.getByRole('combobox'))
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Shift' })
    await come()
    expect(screen.getByText('shut')).toBeTruthy()
  })
})
