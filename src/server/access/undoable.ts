import { undoableCalls } from '../../core/compile/page-forms.ts'
import { pageFor } from '../../core/contract/page-rights.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import type { MenuUser } from './menu.ts'
import { reachOf, type Reach } from './reach.ts'

// cached by reach, because users with equal rights share one Reach object and have the same buttons
const ofReach = new WeakMap<Reach, ReadonlySet<string>>()

function gathered(scoped: ScopedConfiguration, user: MenuUser, routes: ReadonlySet<string>): Set<string> {
  return new Set(
    [...routes].flatMap(route => {
      const page = scoped.page(route)
      return page
        ? undoableCalls(
            pageFor(page, user, other => routes.has(other)),
            other => scoped.page(other),
          )
        : []
    }),
  )
}

/** Whether a button that this person has says that its batches can be undone (`undo`). */
export function isUndoable(scoped: ScopedConfiguration, user: MenuUser, call: string): boolean {
  const reach = reachOf(scoped, user)
  const known = ofReach.get(reach) ?? gathered(scoped, user, reach.pages)
  ofReach.set(reach, known)
  return known.has(call)
}
