import { useMemo } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { ListAnswer, Row } from '../../../../core/contract/api.ts'
import type { Chart, ListPage } from '../../../../core/contract/configuration.ts'
import { LineChart } from '../../../charts/LineChart.tsx'
import { pictureOf, wordsOf } from '../../../charts/pictureOf.ts'
import type { Picture } from '../../../charts/picture.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { chinaDay } from '../../../i18n/day.ts'
import { useCall } from '../../../data/http/query.ts'
import { definitionOf } from '../../../fields/fields.ts'
import { filterArgs } from '../../../fields/values/query.ts'
import { plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { NotRead } from '../../parts/NotRead.tsx'
import { useGo } from '../../../navigation/navigation.ts'
import { usePageOf } from '../../parts/usePageOf.ts'
import { listArgs } from '../query/state.ts'
import './extra.css'

/** Limit of rows in one request: number of lines times number of points. */
const MOST_ROWS = 1000

interface Props {
  page: ListPage
  filters: Record<string, string>
  /** filters set by the record's page */
  fixed?: Row
}

/** The chart above a list. It sends its own request, because paging and order of the list do not apply to it. */
export function ListChart({ page, filters, fixed = NOTHING }: Props) {
  const { chart } = page
  if (!chart) return null
  const { filter, page: list } = chart
  const value = filter === undefined ? '' : plain(fixed[filter] ?? filters[filter])
  if (filter !== undefined && value === '') return null
  const asked = filter === undefined ? { filters, fixed } : { filters: {}, fixed: { [filter]: value } }
  return list ? (
    <Elsewhere of={page} chart={chart} route={list} asked={asked} />
  ) : (
    <Drawn of={page} chart={chart} list={page} asked={asked} />
  )
}

interface Asked {
  filters: Record<string, string>
  fixed: Row
}
interface Within {
  of: ListPage
  chart: Chart
  asked: Asked
}
const NOTHING: Row = {}

function Elsewhere({ route, ...within }: Within & { route: string }) {
  const { page: list, error, retry } = usePageOf(route, 'list')
  const { label } = within.chart
  if (error)
    return (
      <Frame label={label}>
        <NotRead className="weak empty" what={t(label)} because={error.message} onRetry={retry} />
      </Frame>
    )
  return list ? <Drawn list={list} {...within} /> : <Frame label={label} />
}

function argsOf(app: ConsoleApp, chart: Chart, list: ListPage, { filters, fixed }: Asked): Row {
  const state = { page: 1, size: chart.series ? MOST_ROWS : chart.last, sort: `${chart.x} desc`, filters }
  const own = Object.entries(fixed).map(([name, value]): Row => {
    const filter = list.filters.find(one => one.name === name)
    return filter ? filterArgs(filter, plain(value)) : { [name]: value }
  })
  return Object.assign({}, listArgs(app, list, state), ...own) as Row
}

function Drawn({ of, chart, list, asked }: Within & { list: ListPage }) {
  const app = useApp()
  // compared as text, because an equal object must not cause a new request
  const askedText = JSON.stringify(asked)
  const args = useMemo(() => argsOf(app, chart, list, JSON.parse(askedText) as Asked), [app, chart, list, askedText])
  const { data, error, mutate } = useCall<ListAnswer>(list.source, args)
  const rows = data?.list
  const open = useMarkerPage(chart)
  const unit = behind(t(list.columns.find(({ name }) => name === chart.y)?.unit ?? ''))
  const drawn = useMemo(
    () =>
      rows
      && pictureOf({
        rows,
        chart,
        entries: of.dictionaries[chart.bands ?? ''] ?? [],
        unit,
        today: chinaDay(),
        columns: list.columns,
        rowKey: list.entity.key,
        say: sayingOf(list, chart),
      }),
    [rows, chart, of, list, unit],
  )
  if (!drawn && error)
    return (
      <Frame label={chart.label}>
        <NotRead
          className="weak empty"
          what={t(chart.label)}
          because={error.message}
          error={error}
          onRetry={() => void mutate()}
        />
      </Frame>
    )
  if (!drawn) return <Frame label={chart.label} />
  if (drawn.picture.lines.length === 0)
    return (
      <Frame label={chart.label}>
        <p className="weak empty">{t('暂无{what}', { what: t(list.entity.label) })}</p>
      </Frame>
    )
  return (
    <Frame label={chart.label} note={drawn.more > 0 ? t('另有 {n} 条没有画出', { n: drawn.more }) : undefined}>
      <LineChart
        picture={drawn.picture}
        name={wordsOf(t(chart.label), drawn.picture)}
        {...(open ? { onMarker: open } : {})}
      />
      <Figures
        label={chart.label}
        picture={drawn.picture}
        x={t(list.columns.find(({ name }) => name === chart.x)?.label ?? '')}
      />
    </Frame>
  )
}

/** What the table writes of a marked row: names and not codes. */
function sayingOf(list: ListPage, { markers }: Chart): (row: Row) => string {
  const column = list.columns.find(({ name }) => name === markers?.field)
  if (!column) return () => ''
  const text = definitionOf(column.kind).inWords(column, list)
  return row => String(text(row[column.name], row) ?? '')
}

/** Opens the list that says what a marked point is about; nothing where its reader may not open it. */
function useMarkerPage({ markers }: Chart): ((key: string) => void) | undefined {
  const app = useApp()
  const { to } = useGo()
  const route = markers && currentConfig(app).manifest.pages[markers.page] ? markers.page : undefined
  const filter = markers?.filter
  return useMemo(
    () => (route === undefined ? undefined : key => to(`/${route}?${filter}=${encodeURIComponent(key)}`)),
    [route, filter, to],
  )
}

/** A space between a number and a Latin unit. */
const behind = (unit: string): string => (/^[A-Za-z]/.test(unit) ? ` ${unit}` : unit)

/** Reserves the chart's height, so that nothing moves when it is drawn. */
const Frame = ({ label, note, children }: { label: string; note?: string | undefined; children?: React.ReactNode }) => (
  <section role="group" className="list-chart" aria-label={t(label)} aria-busy={children === undefined}>
    <h2>
      {t(label)}
      {note && <small className="weak">{note}</small>}
    </h2>
    {children}
  </section>
)

/** The chart's numbers as a table, for screen readers and print. */
const Figures = ({ label, picture: { xs, lines, unit }, x }: { label: string; picture: Picture; x: string }) => (
  <table className="figures chart-figures">
    <caption>{t(label)}</caption>
    <thead>
      <tr>
        <th scope="col">{x}</th>
        {lines.map(({ key, name }) => (
          <th key={key} scope="col" className="num">
            {name || t(label)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {xs.map((at, i) => (
        <tr key={at}>
          <th scope="row">{at}</th>
          {lines.map(({ key, values }) => (
            <td key={key} className="num">
              {values[i] === null ? '–' : `${values[i]}${unit}`}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
