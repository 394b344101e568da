import type { GridColumn } from '../grid/gridColumn.ts'
import { reconcile, withinBounds, type Reconciled, type StoredColumn, type StoredColumns } from '../grid/settings.ts'

/** The columns of a list with the user's settings. */
export interface ColumnStore {
  subscribe(listener: () => void): () => void
  /** columns to draw */
  columns(): GridColumn[]
  /** all columns of the page with their settings, in order */
  setting(): StoredColumn[]
  /** columns added and removed by the configuration since the settings were stored */
  changes(): Pick<Reconciled, 'added' | 'removed'>
  /** undefined: the configuration's defaults */
  apply(stored: StoredColumns | undefined): void
  stored(): StoredColumns | undefined
  resize(name: string, width: number): void
  /** heading of a column */
  label(name: string): string
}

export function createColumnStore(all: GridColumn[]): ColumnStore {
  const data = all.filter(isData)
  const names = data.map(column => column.name)
  const more = new Set(data.filter(column => column.more).map(column => column.name))
  const label = (name: string): string => data.find(column => column.name === name)?.label ?? name
  const listeners = new Set<() => void>()
  let stored: StoredColumns | undefined
  let now = reconcile(stored, names, more)
  let columns = arrange(all, now.columns)
  const apply = (next: StoredColumns | undefined) => {
    stored = next
    now = reconcile(next, names, more)
    columns = arrange(all, now.columns)
    for (const listener of listeners) listener()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    columns: () => columns,
    setting: () => now.columns,
    changes: () => now,
    stored: () => stored,
    apply,
    resize: (name, width) =>
      apply(
        toStored(
          now.columns.map(column => (column.name === name ? { ...column, width: withinBounds(width) } : column)),
          label,
        ),
      ),
    label,
  }
}

const isData = (column: GridColumn): boolean => !column.name.startsWith('$')

export function toStored(columns: StoredColumn[], label: (name: string) => string): StoredColumns {
  return {
    known: columns.map(({ name }) => name),
    columns: columns.map(column => ({ ...column, label: label(column.name) })),
  }
}

/** Order: checkboxes and row numbers, left fixed, scrolling, right fixed, buttons. */
function arrange(all: GridColumn[], setting: StoredColumn[]): GridColumn[] {
  const drawn = setting
    .filter(({ shown }) => shown)
    .flatMap(set => {
      const column = all.find(({ name }) => name === set.name)
      return column ? [withSetting(column, set)] : []
    })
  const side = (fixed: GridColumn['fixed']) => drawn.filter(column => column.fixed === fixed)
  const own = all.filter(column => !isData(column))
  return [
    ...own.filter(({ fixed }) => fixed === 'left'),
    ...side('left'),
    ...side(undefined),
    ...side('right'),
    ...own.filter(({ fixed }) => fixed === 'right'),
  ]
}

function withSetting(column: GridColumn, { width, fixed }: StoredColumn): GridColumn {
  if (width === undefined && fixed === undefined) return column
  const { fixed: configured, ...rest } = column
  const side = fixed === undefined ? configured : fixed === 'none' ? undefined : fixed
  return { ...rest, ...(width === undefined ? {} : { width, sized: true }), ...(side ? { fixed: side } : {}) }
}
