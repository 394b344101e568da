import { part, type ConsoleApp } from '../app/app.ts'
import { fieldsOf } from '../app/kept.ts'

/** What was typed or chosen in one place, such as a form or a dialog over it, and is not saved. */
export interface Unsaved {
  isChanged: () => boolean
  /** resolves to whether the place may be left; asks if something would be lost */
  mayLeave: () => Promise<boolean>
  /** lies over all pages: another one may be shown below it */
  isOverAll?: boolean
}

interface Place extends Unsaved {
  /** its entry in the browser's history */
  entry: number
}

/** The places that stand open, those on top last. */
const places = part((): Place[] => [])

/** Until the function that it returns is called, nobody leaves the page without being asked. */
export function guardUnsaved(app: ConsoleApp, unsaved: Unsaved): () => void {
  const open = places(app)
  const place = { ...unsaved, entry: historyEntry() }
  open.push(place)
  return () => void open.splice(open.indexOf(place), 1)
}

/** Whether something stands open in which something was typed that is not saved. */
export const hasUnsaved = (app: ConsoleApp): boolean => places(app).some(({ isChanged }) => isChanged())

/** Asks for all that would be lost, what is on top first. */
export async function mayLeave(app: ConsoleApp): Promise<boolean> {
  for (const place of [...places(app)].reverse()) if (!(await place.mayLeave())) return false
  return true
}

/** Place of an entry of the browser's history; the router counts it, and an entry of another's making has none. */
export function entryOf(state: unknown): number | undefined {
  const { idx } = fieldsOf(state)
  return typeof idx === 'number' && Number.isInteger(idx) ? idx : undefined
}
export const historyEntry = (): number => entryOf(window.history.state) ?? 0

/**
 * Browsers report a history step only after it happened. This takes the step back before the router notices, and
 * repeats it when the user agrees. Must be called before the router is created, because listeners of the window run in
 * the order they were added.
 */
export function installHistoryGuard(app: ConsoleApp): void {
  let own: 'back' | 'on' | undefined
  let returned = (): void => {}
  window.addEventListener('popstate', event => {
    const was = own
    own = undefined
    if (was === 'on') return
    if (was === 'back') {
      event.stopImmediatePropagation()
      return returned()
    }
    const left = places(app).filter(({ isOverAll }) => !isOverAll)
    const here = left.at(-1)?.entry
    const to = entryOf(event.state)
    if (here === undefined || to === here || !left.some(({ isChanged }) => isChanged())) return
    const by = to === undefined ? -1 : to - here
    event.stopImmediatePropagation()
    own = 'back'
    // an answer that comes at once must not overtake the step back
    const back = new Promise<void>(resolve => (returned = resolve))
    window.history.go(-by)
    void Promise.all([mayLeave(app), back]).then(([yes]) => {
      if (!yes) return
      own = 'on'
      window.history.go(by)
    })
  })
}
