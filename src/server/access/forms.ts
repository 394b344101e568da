import { formsOf, type CallForm } from '../../core/compile/page-forms.ts'
import { pageFor } from '../../core/contract/page-rights.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import { reachOf, type Reach } from './reach.ts'
import type { MenuUser } from './menu.ts'
import { allows } from './roles.ts'

type Forms = ReadonlyMap<string, readonly CallForm[]>

const NONE: readonly CallForm[] = []

/**
 * Call → the forms of these pages that make it, as this person has them: without what is not theirs to see or to
 * change.
 */
function gathered(scoped: ScopedConfiguration, routes: ReadonlySet<string>, user: MenuUser): Forms {
  const forms = new Map<string, CallForm[]>()
  for (const route of routes) {
    const page = scoped.page(route)
    for (const form of page ? formsOf(pageFor(page, user, other => routes.has(other))) : [])
      forms.set(form.call, [...(forms.get(form.call) ?? []), form])
  }
  return forms
}

// a reach is the same for all who have the same rights, and so is what `pageFor` leaves of a page
const ofReach = new WeakMap<Reach, { own?: Forms; all?: Forms }>()

/**
 * The forms by which this person may make a call. What is open to all staff is made from any page that is open to their
 * roles, whether their menu leads there or not.
 */
export function formsFor(
  scoped: ScopedConfiguration,
  user: MenuUser,
  call: { name: string; access?: string },
): readonly CallForm[] {
  const reach = reachOf(scoped, user)
  const known = ofReach.get(reach) ?? {}
  ofReach.set(reach, known)
  const { pages } = scoped.manifest
  const forms =
    call.access === 'staff'
      ? (known.all ??= gathered(
          scoped,
          new Set(Object.keys(pages).filter(route => allows(pages[route]?.roles, user))),
          user,
        ))
      : (known.own ??= gathered(scoped, reach.pages, user))
  return forms.get(call.name) ?? NONE
}
