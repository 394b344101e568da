export type FixedSide = 'left' | 'right' | 'none'
export interface StoredColumn {
  name: string
  shown: boolean
  width?: number
  fixed?: FixedSide
  /** label when it was stored, so that its removal can be reported by name */
  label?: string
}
/** A user's settings for the columns of a list, by name. */
export interface StoredColumns {
  /** columns of the configuration when it was stored: others are new */
  known: string[]
  columns: StoredColumn[]
}
export interface Reconciled {
  columns: StoredColumn[]
  /** columns added since */
  added: string[]
  /** columns removed since, by label where known */
  removed: string[]
}

export const NARROWEST = 48
export const WIDEST = 800
export const withinBounds = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

const NONE: ReadonlySet<string> = new Set()

/**
 * Adapts settings to the current configuration: new columns go where it has them, removed ones disappear. `more`:
 * columns that are not shown until they are chosen; a new one of them is nothing to tell of.
 */
export function reconcile(
  stored: StoredColumns | undefined,
  configured: string[],
  more: ReadonlySet<string> = NONE,
): Reconciled {
  const unset = (name: string): StoredColumn => ({ name, shown: !more.has(name) })
  if (!stored) return { columns: configured.map(unset), added: [], removed: [] }
  const kept = unique(stored.columns).filter(({ name }) => configured.includes(name))
  const columns = withNew(kept, configured, unset)
  const known = new Set([...stored.known, ...stored.columns.map(({ name }) => name)])
  const labels = new Map(stored.columns.map(({ name, label }) => [name, label]))
  return {
    columns: columns.some(({ shown }) => shown) ? columns : columns.map(column => ({ ...column, shown: true })),
    added: configured.filter(name => !known.has(name) && !more.has(name)),
    removed: [...known].filter(name => !configured.includes(name)).map(name => labels.get(name) ?? name),
  }
}

/** Puts a new column after the nearest column that precedes it in the configuration. */
function withNew(kept: StoredColumn[], configured: string[], unset: (name: string) => StoredColumn): StoredColumn[] {
  const columns = [...kept]
  configured.forEach((name, i) => {
    if (columns.some(column => column.name === name)) return
    const before = configured
      .slice(0, i)
      .reverse()
      .find(other => columns.some(column => column.name === other))
    columns.splice(columns.findIndex(column => column.name === before) + 1, 0, unset(name))
  })
  return columns
}

function unique(columns: StoredColumn[]): StoredColumn[] {
  return columns.filter(({ name }, i) => columns.findIndex(other => other.name === name) === i)
}

/** Validates settings from the server or the browser, which an older version may have stored. */
export function asStored(value: unknown): StoredColumns | undefined {
  if (typeof value !== 'object' || !value) return undefined
  const { known, columns } = value as Partial<StoredColumns>
  if (!Array.isArray(known) || !Array.isArray(columns)) return undefined
  return { known: known.filter(name => typeof name === 'string'), columns: columns.flatMap(asColumn) }
}

function asColumn(value: unknown): StoredColumn[] {
  if (typeof value !== 'object' || !value) return []
  const { name, shown, width, fixed, label } = value as Partial<StoredColumn>
  if (typeof name !== 'string') return []
  return [
    {
      name,
      shown: shown !== false,
      ...(typeof width === 'number' && width > 0 ? { width: withinBounds(width) } : {}),
      ...(fixed === 'left' || fixed === 'right' || fixed === 'none' ? { fixed } : {}),
      ...(typeof label === 'string' ? { label } : {}),
    },
  ]
}
