import { part } from '../app/app.ts'
import { historyEntry } from './unsaved.ts'

/** Where the open pages were opened from, so that "back" leads there whatever was looked at in between. */
interface Origins {
  /** page → the page that it was opened from, by their ids in the page cache */
  from: Map<string, string>
  /** ids of the pages in the browser's history, by their place in it */
  trail: Map<number, string>
}
export const origins = part((): Origins => ({ from: new Map(), trail: new Map() }))

/**
 * Notes that a page is shown after another. Opened anew it comes from there; in its place (the next record) it comes
 * from where that one came from; shown again it keeps what is known.
 */
export function noteShown(
  { from, trail }: Origins,
  id: string,
  before: string | undefined,
  how: 'opened' | 'replaced' | 'shown',
): void {
  trail.set(historyEntry(), id)
  if (before === undefined || before === id || how === 'shown') return
  const origin = how === 'opened' ? before : from.get(before)
  if (origin !== undefined && origin !== id) from.set(id, origin)
}
