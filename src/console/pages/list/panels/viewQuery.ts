import type { ConsoleApp } from '../../../app/app.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { asStored, type StoredColumns } from '../grid/settings.ts'
import { withoutExact, writeState } from '../query/state.ts'

/** Content of a view. */
export interface ViewQuery {
  /** filters, order and page size, as in the URL, but long lists in full */
  search: string
  /** left out: default columns */
  columns?: StoredColumns
}
export interface SavedView {
  id: string
  name: string
  query: unknown
  shared: boolean
  mine: boolean
  owner: string
}

/** The list's current state, on its first page. */
export function viewQuery(app: ConsoleApp, page: ListPage, { now, columns }: CompiledList): ViewQuery {
  const [stored, shown] = [columns.stored(), now()]
  return {
    search: shown ? writeState(app, page, { ...withoutExact(shown.state), page: 1 }, { plain: true }) : '',
    ...(stored ? { columns: asStored(stored) ?? stored } : {}),
  }
}

export function asViewQuery(value: unknown): ViewQuery {
  const { search, columns } = (typeof value === 'object' && value ? value : {}) as Partial<
    Record<keyof ViewQuery, unknown>
  >
  const stored = asStored(columns)
  return { search: typeof search === 'string' ? search : '', ...(stored ? { columns: stored } : {}) }
}
