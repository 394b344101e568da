import { useEffect, useMemo, useRef } from 'react'
import type { BoardWidget, ListPage } from '../../../core/contract/configuration.ts'
import type { ListAnswer, Row } from '../../../core/contract/api.ts'
import { UNITS } from '../../../core/contract/unit.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { RollingList, Timeline } from '../../charts/kinds/items.tsx'
import { useCall } from '../../data/http/query.ts'
import { definitionOf } from '../../fields/fields.ts'
import { filterText } from '../../fields/values/query.ts'
import { plain } from '../../fields/values/text.ts'
import { chinaDay } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { listArgs } from '../list/query/state.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { usePageOf } from '../parts/usePageOf.ts'
import { useGo } from '../../navigation/navigation.ts'
import { CardsBody } from './CardsBody.tsx'
import { Link } from './Link.tsx'
import type { PanelProps } from './panel.ts'
import { LEAST, withRoom } from './rowsRoom.ts'
import { useSize } from './useSize.ts'

const FIRST = 8
const MINUTES = 16
const DAY = 10
const MONTH_AT = 5

/** What of the board moves the rows. */
interface Looked extends Pick<PanelProps, 'widget' | 'area' | 'unit' | 'turn'> {
  onWall: boolean
}

/** The first rows of a list, as the list would show them. */
export function RowsBody(looked: Looked) {
  const { widget } = looked
  const { page, error, retry } = usePageOf(widget.page ?? '', 'list')
  if (error) return <NotRead what={t(widget.title ?? widget.name)} onRetry={retry} />
  return page ? <Rows {...looked} page={page} /> : null
}

function Rows({ widget, page, area, unit, turn, onWall }: Looked & { page: ListPage }) {
  const app = useApp()
  const args = useMemo(() => {
    const given = { ...chosenFilters(page, { area, unit }), ...widget.filters }
    const filters = Object.fromEntries(page.filters.map(one => [one.name, filterText(one, given)]))
    const { rows, sort } = widget.options
    const order = typeof sort === 'string' ? { sort } : {}
    return listArgs(app, page, { page: 1, size: Number(rows ?? FIRST), filters, ...order })
  }, [app, page, widget, area, unit])
  const { data, error, mutate } = useCall<ListAnswer>(page.source, args, { quiet: true })
  useEffect(() => {
    if (turn > 0) void mutate()
  }, [turn, mutate])
  // rows that were read stay: the board says itself until when its numbers are
  if (error && !data)
    return <NotRead what={t(widget.title ?? widget.name)} error={error} onRetry={() => void mutate()} />
  if (!data) return null
  if (data.list.length === 0) return <p className="board-state none">{t('没有记录')}</p>
  if (widget.widget === 'cards') return <CardsBody widget={widget} page={page} rows={data.list} />
  if (widget.widget === 'timeline' || widget.options['rolling'] === true || onWall)
    return <Items widget={widget} page={page} rows={data.list} onWall={onWall} />
  return <Table widget={widget} page={page} rows={data.list} />
}

/** The area and the unit that the page looks at, if the list can be filtered by one. */
function chosenFilters(
  { filters }: ListPage,
  { area, unit }: { area: string | undefined; unit: string | undefined },
): Record<string, string> {
  const byArea = filters.find(({ kind }) => kind === 'area')
  const byUnit = filters.find(({ ref }) => ref === UNITS)
  return {
    ...(area && byArea ? { [byArea.name]: area } : {}),
    ...(unit && byUnit ? { [byUnit.name]: unit } : {}),
  }
}

type ListColumn = ListPage['columns'][number]

interface Shown {
  widget: BoardWidget
  page: ListPage
  rows: Row[]
}

/** One line a record: its title, its state and when it was. */
function Items({ widget, page, rows, onWall }: Shown & { onWall: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const { to } = useGo()
  const main = page.columns.find(column => column.page)
  const state = page.columns.find(({ kind }) => kind === 'status' || kind === 'dict')
  const time = timeOf(page, widget)
  const items = rows.map(row => {
    const entry = state && page.dictionaries[state.dict ?? '']?.find(([code]) => code === plain(row[state.name]))
    return {
      key: plain(row[page.entity.key]),
      title: plain(row[page.entity.title]),
      ...(entry ? { note: t(entry[1]), ...(entry[2] ? { tone: entry[2] } : {}) } : {}),
      ...(time ? { time: onWall ? nearTime(plain(row[time.name])) : plain(row[time.name]).slice(0, MINUTES) } : {}),
    }
  })
  const Drawn = widget.widget === 'timeline' ? Timeline : RollingList
  const open = main?.page === undefined ? {} : { onOpen: (key: string) => to(`/${main.page}${searchOf(page, key)}`) }
  return (
    <div ref={box} className="board-picture">
      {size && (
        <Drawn
          items={items}
          {...size}
          {...open}
          name={t(widget.title ?? widget.name)}
          isRolling={widget.options['rolling'] === true}
          onWall={onWall}
        />
      )}
    </div>
  )
}

/** The hour of what is of today, the day of all else: from afar one of them is read, not both. */
const nearTime = (time: string): string =>
  time.slice(0, DAY) === chinaDay() ? time.slice(DAY + 1, MINUTES) : time.slice(MONTH_AT, DAY)

/** The time that the rows are ordered by, else the first that the list shows. */
function timeOf(page: ListPage, { options }: BoardWidget): { name: string } | undefined {
  const [by] = String(options['sort'] ?? page.sort ?? '').split(' ')
  const isTime = ({ kind }: { kind: string }): boolean => kind === 'datetime' || kind === 'date'
  return [...page.columns, ...page.filters].find(one => isTime(one) && one.name === by) ?? page.columns.find(isTime)
}

/** Those that the widget names, in its order; else the first ones of the list, as many as it has room for. */
function columnsOf({ columns }: ListPage, { width, options }: BoardWidget): ListColumn[] {
  const named = options['columns']
  if (Array.isArray(named)) return named.flatMap(name => columns.find(one => one.name === name) ?? [])
  return columns.filter(({ more }) => !more).slice(0, Math.max(LEAST, width - 2))
}

/** What names a record is not cut where the widget can help it: numbers that begin alike differ at their ends. */
function roomOf({ page, width }: ListColumn, widget: BoardWidget): { width: number } | undefined {
  return page === undefined ? undefined : { width: Math.min(width, widget.width * MOST_A_COLUMN) }
}
/** Kinds whose values are as long as each other: they need no more room than that. */
const SHORT: ReadonlySet<string> = new Set([
  'date',
  'datetime',
  'limit',
  'dict',
  'status',
  'flag',
  'int',
  'decimal',
  'money',
  'percent',
])
/** Pixels: two fifths of a column of the grid, in a window of 1366. */
const MOST_A_COLUMN = 36

function Table({ widget, page, rows }: Shown) {
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const columns = withRoom(columnsOf(page, widget), page, useSize(box)?.width)
  const context = { dictionaries: page.dictionaries, fileBase: currentConfig(app).manifest.app.api.fileBase }
  const draws = columns.map(column => definitionOf(column.kind).cell(column, context))
  return (
    <div ref={box}>
      <table className="board-rows">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.name} scope="col" style={roomOf(column, widget)}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const key = plain(row[page.entity.key])
            return (
              <tr key={key}>
                {columns.map((column, i) => (
                  <td key={column.name} className={SHORT.has(column.kind) ? 'short' : undefined}>
                    {column.page ? (
                      <Link page={column.page} search={searchOf(page, key)}>
                        {draws[i]?.(row[column.name], row)}
                      </Link>
                    ) : (
                      draws[i]?.(row[column.name], row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const searchOf = ({ entity }: ListPage, key: string): string =>
  `?${new URLSearchParams({ [entity.key]: key }).toString()}`
