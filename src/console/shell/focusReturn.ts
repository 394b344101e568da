/** What has had the focus, and where it stood, so that it can be given back when what has it now is gone. */
interface Place {
  element: HTMLElement
  /** of a row of a list: its key and its place among the rows */
  row?: { key: string; at: number }
}

/** Parts that come and go over the page: the focus goes back to what stood before them. */
const OVER =
  'dialog, [role="dialog"], [role="menu"], .popup, .ant-modal-root, .ant-select-dropdown, .ant-picker-dropdown'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'
const MOST = 8

const isOver = (element: Element): boolean => element.closest(OVER) !== null
const isThere = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

function placeOf(element: HTMLElement): Place {
  const row = element.closest<HTMLElement>('[data-row-key]')
  const key = row?.dataset['rowKey']
  if (!row || key === undefined) return { element }
  return { element, row: { key, at: [...(row.parentElement?.children ?? [])].indexOf(row) } }
}

/** The same row where it was drawn anew, else the row that stands in its place now. */
function rowFor({ row }: Place): HTMLElement | undefined {
  if (!row) return undefined
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-key]')].filter(isThere)
  const same = rows.find(one => one.dataset['rowKey'] === row.key)
  return same ?? rows[Math.min(row.at, rows.length - 1)]
}

/** The dialog that nothing behind it can be used for; browsers draw their own above all others. */
const openDialog = (): HTMLElement | undefined =>
  ['[aria-modal="true"]', 'dialog[open]']
    .flatMap(of => [...document.querySelectorAll<HTMLElement>(of)])
    .filter(isThere)
    .at(-1)

/** The last place within an open dialog that still is there, or its first. */
const within = (dialog: HTMLElement, places: readonly HTMLElement[]): HTMLElement | null =>
  places.find(element => dialog.contains(element) && isThere(element)) ?? dialog.querySelector<HTMLElement>(FOCUSABLE)

/** The nearest place that still is there: the last one outside of what is gone, or what stands beside it. */
function nearest(places: readonly Place[]): HTMLElement | undefined {
  for (const place of places) {
    if (isThere(place.element) && !(place.element as HTMLButtonElement).disabled) return place.element
    const row = rowFor(place)
    if (row) return row.matches('[tabindex]') ? row : (row.querySelector<HTMLElement>(FOCUSABLE) ?? undefined)
  }
  return document.querySelector<HTMLElement>('#main') ?? undefined
}

/**
 * Gives the focus back after dialogs, sheets, menus and the palette to what opened them, or to a neighbour where that
 * is gone; never behind a dialog that is still open. Whoever clicks beside everything has put the focus away, and is
 * left alone.
 */
export function watchFocus(): () => void {
  let places: Place[] = []
  let inDialogs: HTMLElement[] = []
  let current: HTMLElement | undefined
  let pressing = false
  const focused = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLElement)) return
    current = event.target
    if (isOver(current)) {
      inDialogs = [current, ...inDialogs.filter(one => one !== current)].slice(0, MOST)
      return
    }
    const place = placeOf(current)
    places = [place, ...places.filter(({ element }) => element !== place.element)].slice(0, MOST)
  }
  const left = (event: FocusEvent) => {
    if (pressing && event.relatedTarget === null) current = undefined
  }
  const pressed = () => {
    pressing = true
    setTimeout(() => (pressing = false), 0)
  }
  const look = () => {
    if (!current || current.isConnected || !isNowhere()) return
    current = undefined
    // what opens next may take the focus by itself
    requestAnimationFrame(() => {
      if (!isNowhere()) return
      const dialog = openDialog()
      const to = dialog ? within(dialog, inDialogs) : nearest(places)
      to?.focus({ preventScroll: true })
    })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', focused)
  document.addEventListener('focusout', left)
  document.addEventListener('pointerdown', pressed, true)
  return () => {
    watcher.disconnect()
    document.removeEventListener('focusin', focused)
    document.removeEventListener('focusout', left)
    document.removeEventListener('pointerdown', pressed, true)
  }
}
