import { memo, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { keptText } from '../../app/kept.ts'
import { useApp } from '../../app/useApp.ts'
import { definitionOf } from '../../fields/fields.ts'
import { t } from '../../i18n/t.ts'
import { isShortcut } from '../../navigation/shortcuts.ts'
import { isLow, useFilterRoom } from './filterRoom.ts'
import { sameFilters } from './query/state.ts'
import { entriesOf } from './query/tabs.ts'

const wasOpen = keptText('browser', 'filters.open')

interface FilterBarProps {
  page: ListPage
  values: Record<string, string>
  onQuery: (values: Record<string, string>) => void
  /** receives the function that shows and focuses a filter */
  provideReveal: (way: (name: string) => void) => void
}

/** Controls hold their own values and write them to a ref, so that typing redraws nothing until 查询 is pressed. */
export const FilterBar = memo(function FilterBar({ page, values, onQuery, provideReveal }: FilterBarProps) {
  const [open, setOpen] = useState(() => wasOpen.read() === '1' && !isLow())
  const { held, generation, clear } = useHeld(values)
  const query = (asked: Record<string, string>) => {
    held.ask(asked)
    onQuery(asked)
  }
  const form = useRef<HTMLFormElement>(null)
  const usual = useMemo(() => page.filters.filter(filter => !filter.more), [page])
  const labels = (open ? page.filters : usual).map(({ label }) => t(label))
  const { columns, folded } = useFilterRoom(useApp(), { labels, all: open })
  useSlash(form)
  useReveal(page.route, provideReveal, setOpen)
  const more = page.filters.length > folded || page.filters.some(filter => filter.more)
  const shown = open || !more ? page.filters : usual.slice(0, folded)
  const fold = () => {
    wasOpen.keep(open ? '0' : '1')
    setOpen(!open)
  }
  const hidden = page.filters.filter(filter => values[filter.name] && !shown.includes(filter)).length
  return (
    <form
      ref={form}
      className="filters"
      role="search"
      data-bare={shown.length === 0 || undefined}
      style={{ '--columns': columns } as CSSProperties}
      onSubmit={event => {
        event.preventDefault()
        query(held.all())
      }}
    >
      {shown.map(filter => {
        const Control = definitionOf(filter.kind).filterControl
        const id = `${page.route}.${filter.name}`
        return (
          <div key={`${filter.name}.${generation}`} className="filter">
            <label htmlFor={id} title={t(filter.label)}>
              {t(filter.label)}
            </label>
            <Control
              id={id}
              field={filter}
              entries={entriesOf(page, filter)}
              value={held.of(filter.name)}
              onChange={value => held.put(filter.name, value)}
            />
          </div>
        )
      })}
      <div className="filter-buttons">
        {shown.length > 0 && (
          <>
            <button type="submit" className="button">
              {t('查询')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                clear()
                query({})
              }}
            >
              {t('重置')}
            </button>
          </>
        )}
        {more && (
          <button type="button" className={open ? 'link fold open' : 'link fold'} aria-expanded={open} onClick={fold}>
            {open ? t('收起') : shown.length > 0 ? t('展开') : t('筛选')}
            {hidden > 0 && !open ? `(${hidden})` : ''}
          </button>
        )}
      </div>
    </form>
  )
})

/** Values of the controls, outside React's state. */
function createHeld(first: Record<string, string>) {
  let values = { ...first }
  let asked: Record<string, string> | undefined
  return {
    all: () => ({ ...values }),
    of: (name: string) => values[name] ?? '',
    put: (name: string, value: string) => {
      values = { ...values, [name]: value }
    },
    replace: (next: Record<string, string>) => {
      values = { ...next }
    },
    /** The list may come to this query while its reader types on. */
    ask: (query: Record<string, string>) => {
      asked = query
    },
    /** Whether it is the query that was asked for here; drawn twice, it still is. */
    isOwn: (query: Record<string, string>) => {
      if (asked !== undefined && !sameFilters(asked, query)) asked = undefined
      return asked !== undefined
    },
  }
}

/** Remounts the controls when the query changes from outside (reset, back, a link), and never for one of their own. */
function useHeld(values: Record<string, string>) {
  const [held] = useState(() => createHeld(values))
  const [known, setKnown] = useState(values)
  const [generation, setGeneration] = useState(0)
  if (known !== values) {
    setKnown(values)
    if (!sameFilters(known, values) && !held.isOwn(values) && !sameFilters(held.all(), values)) {
      held.replace(values)
      setGeneration(generation + 1)
    }
  }
  const clear = () => {
    held.replace({})
    setGeneration(count => count + 1)
  }
  return { held, generation, clear }
}

/** Shows a filter, also one that is folded away, and focuses it. */
function useReveal(
  route: string,
  provideReveal: FilterBarProps['provideReveal'],
  setOpen: (open: boolean) => void,
): void {
  const [wanted, setWanted] = useState<{ name: string } | undefined>()
  useEffect(
    () =>
      provideReveal(name => {
        setOpen(true)
        setWanted({ name })
      }),
    [provideReveal, setOpen],
  )
  useEffect(() => {
    if (wanted) document.getElementById(`${route}.${wanted.name}`)?.focus()
  }, [route, wanted])
}

/** "/" focuses the first filter. */
function useSlash(form: React.RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'filter')) return
      event.preventDefault()
      form.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [form])
}
