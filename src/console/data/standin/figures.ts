import type { ConsoleApp } from '../../app/app.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { BoardWidget, Call } from '../../../core/contract/configuration.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { periodOf } from '../../../core/period/period.ts'
import type { Days } from '../../../core/period/units.ts'
import { chinaMoment } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { CallError, LackError } from '../http/errors.ts'
import { send, type Args } from '../http/http.ts'
import type { Answer, Behind } from './answer.ts'
import { answered, readFigures } from './fromCall.ts'

/** The chart call behind a widget, with its words for ours. */
interface Chart {
  call: Call
  params: Readonly<Record<string, string>>
  map: Readonly<Record<string, string>>
  rows: Readonly<Record<string, string>>
  /** what the widget is called with these numbers, where it is not its own title */
  named: { title?: string }
}
/** What the specification's chart calls are told of the board, unless the widget has other words. */
type Look = Partial<Record<'area' | 'start' | 'end', string>>
const PARAMS: Readonly<Record<keyof Look, string>> = { area: 'areaCode', start: 'startTime', end: 'endTime' }

/** A board's numbers come from the chart calls of the specification, each asked once for all that draw it. */
export function figuresBy(app: ConsoleApp, { facts, area: own, pageOf }: Behind): Record<string, Answer> {
  return {
    'statistics.figures': async args => {
      const page = await pageOf(String(args['page']))
      const widgets = page?.kind === 'dashboard' ? page.widgets.filter(({ query }) => query) : []
      const days = periodOf(String(args['period'] ?? '')).period
      const area = String(args['area'] ?? '') || own.areaCode
      const asOf = chinaMoment()
      const asked = new Map<string, Promise<unknown>>()
      const ask = ({ call, params }: Chart): Promise<unknown> => {
        const wanted = argsOf({ area, start: days?.start, end: days?.end }, params)
        const key = JSON.stringify([call.name, wanted])
        const known = asked.get(key) ?? send(app, call, wanted, { quiet: true })
        asked.set(key, known)
        return known
      }
      const drawn = widgets.map(async widget => [widget.name, await figuresOf(widget, facts, ask, days, asOf)] as const)
      return { asOf, areas: areasOf(own, args), widgets: Object.fromEntries(await Promise.all(drawn)) }
    },
  }
}

function areasOf({ areaCode, areaName }: Behind['area'], { area }: Args): { code: string; name: string }[] {
  const own = { code: areaCode, name: areaName }
  return area === undefined || area === areaCode ? [own] : [own, { code: String(area), name: String(area) }]
}

const argsOf = (look: { [Part in keyof Look]: string | undefined }, params: Readonly<Record<string, string>>): Args =>
  Object.fromEntries(
    Object.entries(look).flatMap(([part, value]) =>
      value ? [[params[part] ?? PARAMS[part as keyof Look], value]] : [],
    ),
  )

async function figuresOf(
  widget: BoardWidget,
  facts: BackendFacts,
  ask: (chart: Chart) => Promise<unknown>,
  days: Days | undefined,
  asOf: string,
): Promise<Figures | FiguresProblem> {
  const { query, measures, by } = widget
  const chart = chartOf(widget, facts)
  if (!query || !chart) return lacking()
  try {
    const read = readFigures(await ask(chart), { query, measures, map: chart.map, only: chart.rows })
    if (!read) return lacking()
    const told = read.measures.map(({ name }) => name)
    return {
      asOf,
      ...(days ? { period: { start: days.start, end: days.end } } : {}),
      measures: told,
      by: by.map(({ name }) => name),
      rows: read.rows,
      total: read.total,
      filters: {},
      elsewhere: { ...chart.named, lacks: query.measures.filter(name => !told.includes(name)) },
    }
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.logout) throw cause
    return cause instanceof LackError ? lacking() : { state: 'failed', message: cause.message }
  }
}

const lacking = (): FiguresProblem => ({ state: 'denied', message: t('所接的后端没有这项统计') })

/** What the widget says, or the call that has most of its numbers in our own words. */
export function chartOf({ query, measures, from }: BoardWidget, { calls }: BackendFacts): Chart | undefined {
  if (from) {
    const { call, params = {}, map = {}, rows = {}, title } = from
    return { call, params, map, rows, named: title === undefined ? {} : { title } }
  }
  if (!query) return undefined
  const known = Object.values(calls).flatMap(({ call, figures }) => {
    const told = figures ? answered(figures, { query, measures }).length : 0
    return told > 0 ? [{ call, told, isSame: figures?.by?.join() === query.by.join() }] : []
  })
  const [best] = known.toSorted((a, b) => b.told - a.told || Number(b.isSame) - Number(a.isSame))
  return best && { call: best.call, params: {}, map: {}, rows: {}, named: {} }
}
