import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Choose } from '../../../../src/console/fields/pickers/Choose.tsx'
import { render } from '../../support/app.tsx'

afterEach(cleanup)
const SIZES = [
  ['10', '10 条/页'],
  ['20', '20 条/页'],
  ['50', '50 条/页'],
] as const
const open = (within = false) => {
  const onChange = vi.fn()
  const one = <Choose label="每页条数" value="20" choices={SIZES} onChange={onChange} />
  render(within ? <dialog open>{one}</dialog> : one)
  const button = screen.getByRole('combobox', { name: '每页条数' })
  fireEvent.click(button)
  return { onChange, button, list: screen.getByRole('listbox') }
}
const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key })

describe('one of a few', () => {
  it('says what is chosen, offers the others, and takes the one that is pressed', () => {
    const { onChange, button } = open()
    expect([button.textContent, focused()]).toEqual(['20 条/页', '20 条/页'])
    fireEvent.click(screen.getByRole('option', { name: '50 条/页' }))
    expect(onChange.mock.calls).toEqual([['50']])
    expect([screen.queryByRole('listbox'), document.activeElement]).toEqual([null, button])
  })

  it('goes through them by arrows, and to the ends', () => {
    open()
    const seen = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End'].map(key => {
      press(key)
      return focused()?.slice(0, 2)
    })
    expect(seen).toEqual(['50', '50', '20', '10', '10', '50'])
  })

  it('is left as it was by Esc, which leaves the dialog around it open, by Tab and by a press beside it', () => {
    const { onChange, button, list } = open(true)
    expect(list.closest('dialog')).not.toBe(null)
    const below = vi.fn()
    document.addEventListener('keydown', below)
    press('Escape')
    document.removeEventListener('keydown', below)
    expect([screen.queryByRole('listbox'), document.activeElement, below.mock.calls.length]).toEqual([null, button, 0])
    fireEvent.keyDown(button, { key: 'ArrowDown' })
    press('Tab')
    expect(screen.queryByRole('listbox')).toBe(null)
    fireEvent.click(button)
    fireEvent.pointerDown(document.body)
    expect(screen.queryByRole('listbox')).toBe(null)
    expect(onChange).not.toHaveBeenCalled()
  })
})
