import { useApp } from '../../../app/useApp.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { VIEWS_DELETE, VIEWS_SAVE } from '../../../data/calls/own-calls.ts'
import { send } from '../../../data/http/http.ts'
import { saveColumns } from '../columns/columnPrefs.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { remember, remembered } from '../query/remembered.ts'
import { stateOfView } from '../query/state.ts'
import { asViewQuery, viewQuery } from './viewQuery.ts'
import type { ViewCommands } from './ViewRow.tsx'
import { activateView, activeView } from './views.ts'

/** What can be done with the views of a list; `settled` is called after each with what was wrong, or ''. */
export function useViewCommands(
  page: ListPage,
  compiled: CompiledList,
  onClose: () => void,
  settled: (problem: string) => void,
): ViewCommands {
  const app = useApp()
  /** The list stays as it is, at an address that says so. */
  const openWith = (view: { id: string; name: string; search: string } | undefined): void => {
    remember(app, page.route, { view })
    const shown = compiled.now()
    shown?.commands.show(shown.state)
  }
  const attempt = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => {
        settled('')
        return true
      },
      (cause: unknown) => {
        settled(cause instanceof Error ? cause.message : String(cause))
        return false
      },
    )
  return {
    apply: view => {
      const query = asViewQuery(view.query)
      if (JSON.stringify(query.columns) !== JSON.stringify(compiled.columns.stored())) {
        compiled.columns.apply(query.columns)
        void saveColumns(app, page.route, query.columns).catch(() => undefined)
      }
      compiled.now()?.commands.show(stateOfView(app, page, query.search))
      activateView(app, page.route, { id: view.id, name: view.name, search: query.search })
      onClose()
    },
    save: (view, name, shared, overwrite = !view) =>
      attempt(
        (async () => {
          const query = overwrite ? viewQuery(app, page, compiled) : view?.query
          const { id } = await send<{ id: string }>(
            app,
            VIEWS_SAVE,
            { ...(view ? { id: view.id } : {}), route: page.route, name, query, shared },
            { quiet: true },
          )
          if (overwrite || id === activeView(app, page.route)?.id)
            activateView(app, page.route, { id, name, search: asViewQuery(query).search })
          if (id === remembered(app, page.route).view?.id) openWith({ id, name, search: asViewQuery(query).search })
        })(),
      ),
    openWith: view => {
      openWith(view && { id: view.id, name: view.name, search: asViewQuery(view.query).search })
      settled('')
    },
    remove: view =>
      attempt(
        send(app, VIEWS_DELETE, { id: view.id }, { quiet: true }).then(() => {
          if (view.id === activeView(app, page.route)?.id) activateView(app, page.route, undefined)
          if (view.id === remembered(app, page.route).view?.id) openWith(undefined)
        }),
      ),
  }
}
