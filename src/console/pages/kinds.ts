import type { Page } from '../../core/contract/configuration.ts'
import type { PageKind } from '../../core/model/documents.ts'
import type { View } from './parts/view.ts'

interface KindModule {
  View: View
  /** loads what pages of the kind need besides their own chunk */
  prepare?: (page: Page) => Promise<void>
}

/** Each kind of page is its own chunk, so that a form does not load the code of lists. */
export const KINDS: Record<PageKind, () => Promise<KindModule>> = {
  list: async () => ({ View: (await import('./list/ListView.tsx')).ListView as View }),
  detail: async () => ({ View: (await import('./detail/DetailView.tsx')).DetailView as View }),
  form: async () => {
    const { FormView, prepareForm } = await import('../forms/FormView.tsx')
    return { View: FormView as View, prepare: prepareForm as (page: Page) => Promise<void> }
  },
  system: async () => ({ View: (await import('./system/SystemView.tsx')).SystemView as View }),
  redirect: async () => ({ View: (await import('./system/RedirectView.tsx')).RedirectView as View }),
  dashboard: async () => ({ View: (await import('./dashboard/DashboardView.tsx')).DashboardView as View }),
  document: async () => ({ View: (await import('./document/DocumentView.tsx')).DocumentView as View }),
}
