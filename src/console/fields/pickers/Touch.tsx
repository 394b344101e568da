import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { t } from '../../i18n/t.ts'

export interface TouchedProps {
  /** it was pressed, not tabbed into: open it */
  open: boolean
  autoFocus: boolean
}

/**
 * Stands for a heavy control until someone touches it, so that a page with ten selects, calendars and
 * cascaders is drawn as fast as one with ten inputs. Looks the same, takes the focus, and hands it on.
 */
export function Touch({
  id,
  text,
  load,
  icon = 'down',
  children,
}: {
  id: string
  text: string
  icon?: 'down' | 'date'
  load?: () => Promise<unknown>
  children: (props: TouchedProps) => ReactNode
}) {
  const [touched, setTouched] = useState<TouchedProps | undefined>()
  const pressed = useRef(false)
  if (touched) return children(touched)
  const wake = () => {
    const next = { open: pressed.current, autoFocus: true }
    if (!load) return setTouched(next)
    void load().then(() => setTouched(next))
  }
  return (
    <button
      type="button"
      id={id}
      className={`touch ${icon}${text ? '' : ' empty'}`}
      aria-haspopup="listbox"
      title={text}
      onPointerEnter={() => void load?.()}
      onPointerDown={() => {
        pressed.current = true
      }}
      onFocus={wake}
      onClick={() => {
        pressed.current = true
        wake()
      }}
    >
      {text || t('请选择')}
    </button>
  )
}

/** A component that comes with its own chunk, kept once it is here. */
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
