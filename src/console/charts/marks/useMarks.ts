import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { walk } from '../model/walk.ts'
import type { PictureProps } from '../model/props.ts'
import type { Mark } from './mark.ts'
import { scaleOfBox } from './scaled.ts'

/** What is put on a mark's element; handlers stand once on the picture. */
export const markProps = (index: number, mark: Mark | undefined) => ({
  'data-mark': index,
  'data-open': mark?.opens || mark?.drills ? '' : undefined,
})

const indexOf = (target: EventTarget): number | undefined => {
  const found = target instanceof Element ? target.closest('[data-mark]')?.getAttribute('data-mark') : undefined
  return found === null || found === undefined ? undefined : Number(found)
}

export interface Active {
  index: number
  /** by keyboard: then a screen reader hears of it */
  isByKey: boolean
}

/** Finds the mark that a pointer means where it meets none, in pixels of the picture. */
export type Nearest = (x: number, y: number) => number | undefined

/**
 * The one way in which all pictures are walked and pointed at: one tab stop, arrows over the marks, Enter opens the
 * list, Escape leaves. The drawn marks are not rendered anew by it.
 */
export function useMarks(marks: readonly Mark[], onOpen: PictureProps['onOpen'], nearest?: Nearest) {
  const box = useRef<HTMLDivElement & SVGSVGElement>(null)
  const [active, setActive] = useState<Active>()
  const mark = active && marks[active.index]
  useShown(box, active)
  const open = (index: number | undefined) => {
    const one = index === undefined ? undefined : marks[index]
    if (one?.opens) onOpen(one.opens.row, one.opens.measure)
  }
  const pointed = (event: MouseEvent): number | undefined => {
    const hit = indexOf(event.target)
    if (hit !== undefined || !nearest || !box.current) return hit
    const rect = box.current.getBoundingClientRect()
    const scale = scaleOfBox(box.current, rect)
    return nearest((event.clientX - rect.left) / scale, (event.clientY - rect.top) / scale)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== box.current) return
    if (event.key === 'Enter') return open(active?.index)
    if (event.key === ' ' && mark?.drills) {
      event.preventDefault()
      return mark.drills()
    }
    if (event.key === 'Escape' && active) {
      event.stopPropagation()
      return setActive(undefined)
    }
    const index = walk(marks, active?.index, event.key)
    if (index === undefined) return
    event.preventDefault()
    setActive({ index, isByKey: true })
  }
  const handlers = {
    onKeyDown,
    onPointerMove: (event: PointerEvent) => {
      const index = pointed(event)
      if (index !== active?.index || active?.isByKey)
        setActive(index === undefined ? undefined : { index, isByKey: false })
    },
    onPointerLeave: () => setActive(undefined),
    onBlur: () => setActive(undefined),
    onClick: (event: MouseEvent) => {
      const index = pointed(event)
      const drills = index === undefined || event.ctrlKey || event.metaKey ? undefined : marks[index]?.drills
      if (drills) drills()
      else open(index)
    },
  }
  return { box, active: mark && active, mark, handlers }
}

/** Shows by an attribute which mark is meant. */
function useShown(box: React.RefObject<Element | null>, active: Active | undefined): void {
  const { index, isByKey } = active ?? {}
  useEffect(() => {
    const elements = index === undefined ? [] : [...(box.current?.querySelectorAll(`[data-mark="${index}"]`) ?? [])]
    for (const one of elements) {
      one.setAttribute('data-active', '')
      if (isByKey) one.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    }
    return () => {
      for (const one of elements) one.removeAttribute('data-active')
    }
  }, [box, index, isByKey])
}
