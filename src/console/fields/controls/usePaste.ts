import { useEffect, useRef, type RefObject } from 'react'
import { chinaMoment } from '../../i18n/day.ts'

/**
 * Files pasted from the clipboard, such as a screenshot, go to the upload control that has the focus; with the focus
 * elsewhere to the first that can be seen, in the dialog if one is open.
 */
export function usePaste(box: RefObject<HTMLElement | null>, enabled: boolean, take: (files: File[]) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!enabled) return
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.defaultPrevented || box.current !== targetOf()) return
      event.preventDefault()
      latest.current(files.map(named))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [box, enabled])
}

const CONTROL = '.upload:not(.closed)'
const isSeen = (element: Element): boolean => element.getClientRects().length > 0

function targetOf(): Element | null | undefined {
  const focused = document.activeElement?.closest(CONTROL)
  if (focused) return focused
  const within = [...document.querySelectorAll('[role=dialog]')].findLast(isSeen) ?? document
  return [...within.querySelectorAll(CONTROL)].find(isSeen)
}

/** Browsers call every pasted picture image.png: the time tells one from the other. */
function named(file: File): File {
  if (file.name !== 'image.png') return file
  return new File([file], `截图_${chinaMoment().replace(/\D/g, '')}.png`, { type: file.type })
}
