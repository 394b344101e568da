import { formsOf, type CallForm } from '../../core/compile/page-forms.ts'
import { pageFor } from '../../core/contract/page-rights.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import { reachOf, type Reach } from './reach.ts'
import type { MenuUser } from './menu.ts'
import { allows } from './roles.ts'

type Forms = ReadonlyMap<string, readonly CallForm[]>

const NONE: readonly CallForm[] = []

/** Call → forms on these pages that make it, without the fields that this person may not see or change. */
function gathered(scoped: ScopedConfiguration, routes: ReadonlySet<string>, user: MenuUser): Forms {
  const forms = new Map<string, CallForm[]>()
  for (const route of routes) {
    const page = scoped.page(route)
    for (const form of page ? formsOf(pageFor(page, user, other => routes.has(other))) : [])
      forms.set(form.call, [...(forms.get(form.call) ?? []), form])
  }
  return forms
}

// cached by reach, because users with equal rights share one Reach object and see the same forms
const ofReach = new WeakMap<Reach, { own?: Forms; all?: Forms }>()

/**
 * The forms through which this person may make a call. For calls open to all staff, forms on all pages that the
 * person's roles allow count, even pages that their menu does not lead to.
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
