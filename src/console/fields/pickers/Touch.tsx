import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { t } from '../../i18n/t.ts'

export interface TouchedProps {
  /** the control was clicked rather than reached by Tab: open it at once */
  open: boolean
  autoFocus: boolean
}

/**
 * Lightweight placeholder of a heavy control until it is first used, so that a page with many selects and calendars
 * draws as fast as one with inputs. It looks the same and passes the focus on to the control.
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
