import type { Page } from 'playwright-core'

/** What can be counted of a page that is seen. */
export interface Counted {
  /** cells of the list whose words end in … */
  cut: number
  cells: number
  /** rows that are seen whole */
  rows: number
  /** rows there are, seen or not */
  drawn: number
  /** texts in the colour of links, of all texts */
  blue: number
  texts: number
  /** how far things have moved by themselves */
  shifts: number
}

export const countedOn = (page: Page): Promise<Counted> =>
  page.evaluate(() => {
    const { innerHeight, innerWidth } = window
    /** what of the window somebody sees an element in: of a list not what lies below the buttons at its right */
    const frameOf = (one: Element): { right: number; bottom: number } => {
      const grid = one.closest('.grid')?.getBoundingClientRect()
      const beside = one.closest('.fixed-right') ? undefined : one.closest('tr')?.querySelector('.fixed-right')
      const right = beside?.getBoundingClientRect().left ?? innerWidth
      return { right: Math.min(right, innerWidth), bottom: Math.min(grid?.bottom ?? innerHeight, innerHeight) }
    }
    const isSeen = (one: Element): boolean => {
      const { width, height, top, bottom, left } = one.getBoundingClientRect()
      const frame = frameOf(one)
      return width > 0 && height > 0 && bottom > 0 && top < frame.bottom && left < frame.right && one.checkVisibility()
    }
    const isRead = (one: Element): boolean =>
      isSeen(one) && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const isWhole = (one: Element): boolean => {
      const { top, bottom } = one.getBoundingClientRect()
      const frame = one.closest('[role=region], .grid, .table-scroll, main')?.getBoundingClientRect()
      return top >= (frame?.top ?? 0) - 1 && bottom <= Math.min(innerHeight, frame?.bottom ?? innerHeight) + 1
    }
    const cells = [...document.querySelectorAll<HTMLElement>('main tbody td')].filter(isSeen)
    const isCut = (one: HTMLElement): boolean =>
      [one, ...one.querySelectorAll<HTMLElement>('*')].some(
        at => /hidden|clip/.test(getComputedStyle(at).overflow) && at.scrollWidth > at.clientWidth + 1,
      )
    const probe = document.createElement('i')
    probe.style.color = 'var(--primary)'
    document.body.append(probe)
    const blue = getComputedStyle(probe).color
    probe.remove()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const colours: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement && textContent?.trim() && isRead(parentElement))
        colours.push(getComputedStyle(parentElement).color)
    }
    const lines = [...document.querySelectorAll('main tbody tr')].filter(row => row.checkVisibility())
    return {
      cut: cells.filter(isCut).length,
      cells: cells.length,
      rows: lines.filter(row => isSeen(row) && isWhole(row)).length,
      drawn: lines.length,
      blue: colours.filter(colour => colour === blue).length,
      texts: colours.length,
      shifts: (window as unknown as { shifts?: number }).shifts ?? 0,
    }
  })
