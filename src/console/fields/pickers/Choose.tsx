import { useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import './choose.css'

interface Props<T extends string> {
  /** what is chosen, for screen readers */
  label: string
  value: T
  /** key and words of each */
  choices: readonly (readonly [key: T, words: string])[]
  onChange: (key: T) => void
  className?: string
  disabled?: boolean
}

/** One of a few, of which always one is chosen: the console's own in the place of the browser's select. */
export function Choose<T extends string>({ label, value, choices, onChange, className = '', disabled }: Props<T>) {
  const [button, setButton] = useState<HTMLButtonElement | undefined>()
  const words = choices.find(([key]) => key === value)?.[1] ?? value
  return (
    <>
      <button
        type="button"
        className={`choose ${className}`}
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={button !== undefined}
        data-value={value}
        disabled={disabled}
        onClick={event => setButton(button ? undefined : event.currentTarget)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setButton(event.currentTarget)
        }}
      >
        {words}
      </button>
      {button && (
        <List
          button={button}
          label={label}
          value={value}
          choices={choices}
          onClose={() => setButton(undefined)}
          onPick={key => {
            setButton(undefined)
            button.focus()
            if (key !== value) onChange(key)
          }}
        />
      )}
    </>
  )
}

/** between the list and its button, and the edge of the window */
const GAP = 4

/** What the list lies in: over all else; on a stage that is scaled to the window, as large as all else there. */
const hostOf = (button: HTMLElement): HTMLElement =>
  button.closest<HTMLElement>('dialog, [data-scaled]') ?? document.body

/** Below its button or above it, where there is more room, and no higher than that. */
function placeOf(button: HTMLElement, height: number): CSSProperties {
  const host = hostOf(button)
  const scale = host.hasAttribute('data-scaled') ? host.getBoundingClientRect().width / host.offsetWidth : 1
  const { top, bottom, left, width } = button.getBoundingClientRect()
  const [above, below] = [top - 2 * GAP, window.innerHeight - bottom - 2 * GAP]
  const isBelow = height * scale <= below || above < below
  const place = {
    left,
    minWidth: width,
    maxHeight: isBelow ? below : above,
    ...(isBelow ? { top: bottom + GAP } : { bottom: window.innerHeight - top + GAP }),
  }
  return Object.fromEntries(Object.entries(place).map(([name, length]) => [name, length / scale]))
}

interface ListProps<T extends string> extends Pick<Props<T>, 'label' | 'value' | 'choices'> {
  button: HTMLElement
  onPick: (key: T) => void
  onClose: () => void
}

function List<T extends string>({ button, label, value, choices, onPick, onClose }: ListProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    Object.assign(element.style, pixels(placeOf(button, element.offsetHeight)))
    element.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!element.contains(target) && !button.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('wheel', outside, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('wheel', outside)
    }
    // once, when it opens
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [button])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return onClose()
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const next = nextOption(event.key, options.indexOf(document.activeElement as HTMLElement), options.length)
    if (event.key !== 'Escape' && next === undefined) return
    // a dialog below it stays open
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) return options[next]?.focus()
    onClose()
    button.focus()
  }
  // over whatever clips what lies within it
  return createPortal(
    <div ref={list} className="popup choices" role="listbox" aria-label={label} onKeyDown={keys}>
      {choices.map(([key, words]) => (
        <button
          key={key}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={key === value}
          data-value={key}
          onClick={() => onPick(key)}
        >
          {words}
        </button>
      ))}
    </div>,
    hostOf(button),
  )
}

const pixels = (place: CSSProperties): Record<string, string> =>
  Object.fromEntries(Object.entries(place).map(([name, length]) => [name, `${String(length)}px`]))

function nextOption(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
