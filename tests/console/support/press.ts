import { act, fireEvent } from '@testing-library/react'

/** What a mouse does to a control that is only drawn once it is touched. */
export const press = (control: HTMLElement): Promise<void> =>
  act(async () => {
    fireEvent.pointerDown(control)
    control.focus()
  })
