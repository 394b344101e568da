import type { ReactNode } from 'react'

interface RadioProps {
  /** shared by those of which one can be chosen */
  name: string | undefined
  checked: boolean
  disabled?: boolean | undefined
  onPick: () => void
  children: ReactNode
}

/** One of several choices, with its words: the browser's own. */
export const Radio = ({ name, checked, disabled, onPick, children }: RadioProps) => (
  <label>
    <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onPick} />
    {children}
  </label>
)
