import './found.css'
import { placeOfCell } from './gridLayout.ts'

/** Name of the browser's highlight that all lists share, see found.css. */
const NAME = 'found'
/** What stays of the text before a hit that did not fit into its cell, in pixels. */
const LEAD = 24

/** The places of a word within an element's texts, in any case. */
function placesOf(element: Element, word: string): Range[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const wanted = word.toLowerCase()
  const found: Range[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      found.push(range)
    }
  }
  return found
}

/** Brings a cell's first hit into sight: a long text is cut, and its hit may stand behind the cut. */
function showIn(cell: HTMLElement, hit: Range): void {
  const [place, box] = [hit.getBoundingClientRect(), cell.getBoundingClientRect()]
  if (place.right <= box.right - LEAD / 2) return
  cell.style.overflow = 'hidden'
  cell.scrollLeft += place.left - box.left - LEAD
}

/**
 * Marks in the rows of a table what they were searched for; `wordAt` tells it by a column's place. Nothing is changed
 * in the document, whose texts belong to React. Rows that are drawn later are marked, too, until the answer is called.
 * A browser without highlights shows the rows as they are.
 */
export function markFound(table: HTMLElement, wordAt: (place: number) => string | undefined): () => void {
  if (!('highlights' in CSS)) return () => undefined
  const shared = CSS.highlights.get(NAME) ?? new Highlight()
  CSS.highlights.set(NAME, shared)
  let own: { cell: HTMLElement; hits: Range[] }[] = []
  const clear = (): void => {
    for (const { hits } of own) for (const hit of hits) shared.delete(hit)
  }
  const mark = (): void => {
    clear()
    own = [...table.querySelectorAll<HTMLTableCellElement>('tr.grid-row > td')].flatMap(cell => {
      const word = wordAt(placeOfCell(cell))
      const hits = word === undefined ? [] : placesOf(cell, word)
      return hits.length > 0 ? [{ cell, hits }] : []
    })
    for (const { cell, hits } of own) {
      for (const hit of hits) shared.add(hit)
      if (hits[0]) showIn(cell, hits[0])
    }
  }
  const watch = new MutationObserver(mark)
  watch.observe(table, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    watch.disconnect()
    clear()
    for (const { cell } of own) {
      cell.scrollLeft = 0
      cell.style.overflow = ''
    }
  }
}
