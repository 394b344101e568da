import { createContext, useContext, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { t } from '../../i18n/t.ts'

export interface TouchedProps {
  /** the control was clicked rather than reached by Tab: open it at once */
  open: boolean
  autoFocus: boolean
}

/** Where it is set, controls are drawn without being touched: for what prepares them (forms/warmUpFormStyles.tsx). */
export const Awake = createContext(false)
/** Keys that open the control; who presses one before its code is there finds it open. */
const OPENERS = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' '])
const UNTOUCHED: TouchedProps = { open: false, autoFocus: false }

interface Props {
  id: string
  /** what the control holds, in words */
  text: string
  icon?: 'down' | 'date'
  placeholder?: string
  disabled?: boolean | undefined
  status?: 'error' | undefined
  load?: () => Promise<unknown>
  children: (props: TouchedProps) => ReactNode
}

/**
 * Lightweight placeholder of a heavy control until it is first used, so that a page with many selects and calendars
 * draws as fast as one with inputs. It looks the same and passes the focus on to the control; where the control's code
 * is there, before a key that follows can be lost.
 */
export function Touch({ id, text, load, icon = 'down', placeholder, disabled, status, children }: Props) {
  const [touched, setTouched] = useState(useContext(Awake) ? UNTOUCHED : undefined)
  const pressed = useRef(false)
  if (touched) return children(touched)
  // pressed while its code was still coming counts, too: the rest of the click would find another element
  const become = () => setTouched({ open: pressed.current, autoFocus: true })
  const wake = () => (load ? void load().then(become) : become())
  return (
    <span className={`touch ${icon}`}>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-haspopup={icon === 'date' ? 'dialog' : 'listbox'}
        aria-expanded={false}
        aria-invalid={status === 'error' ? true : undefined}
        title={text}
        value={text}
        placeholder={placeholder ?? t('请选择')}
        disabled={disabled}
        autoComplete="off"
        onChange={() => {}}
        onPointerEnter={() => void load?.()}
        onPointerDown={() => {
          pressed.current = true
        }}
        onKeyDown={event => {
          if (!OPENERS.has(event.key)) return
          event.preventDefault()
          pressed.current = true
        }}
        onFocus={wake}
        onClick={() => {
          pressed.current = true
          wake()
        }}
      />
    </span>
  )
}

/** Loads a component's chunk once and caches it. */
export function once<P>(load: () => Promise<ComponentType<P>>): {
  load: () => Promise<void>
  get: () => ComponentType<P> | undefined
} {
  let found: ComponentType<P> | undefined
  return {
    load: async () => {
      found ??= await load()
    },
    get: () => found,
  }
}
