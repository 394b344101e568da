import type { BoardWidget, DashboardPage } from '../../core/contract/configuration.ts'
import type { Figures, FiguresProblem, StatisticQuery } from '../../core/contract/statistics.ts'
import { reachOf } from '../access/reach.ts'
import { notFound, Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import { isAway } from '../answer/unavailable.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import { inOneReading } from '../db/reading.ts'
import { asksAgain, figuresOf } from './figures.ts'
import type { Look } from './look.ts'

/** The dashboard of this route, if it is one of the reader's pages. */
export function dashboardWithin(call: CallContext, route: string): DashboardPage {
  const page = reachOf(call.scoped, signedInUser(call)).pages.has(route) ? call.scoped.page(route) : undefined
  if (page?.kind !== 'dashboard') throw notFound('看板不存在，或您没有权限查看')
  return page
}

export const countedWidgets = ({ widgets }: DashboardPage): BoardWidget[] => widgets.filter(({ query }) => query)

/** The numbers of each widget, all of one moment; one that fails leaves the others alone. */
export function numbersOf(
  call: CallContext,
  widgets: readonly BoardWidget[],
  look: Look,
): Promise<Record<string, Figures | FiguresProblem>> {
  const asked = widgets.flatMap(({ query }) => query ?? [])
  return atOneMoment(call, asked, look, async within => {
    const answers = widgets.map(async widget => [widget.name, await answered(within, widget, look)] as const)
    return Object.fromEntries(await Promise.all(answers))
  })
}

/**
 * What is asked at once is of one moment by itself. Where an answer decides what is asked then, both are within one
 * reading.
 */
export function atOneMoment<T>(
  call: CallContext,
  asked: readonly (StatisticQuery & { statistic: string })[],
  look: Look,
  work: (within: CallContext) => Promise<T>,
): Promise<T> {
  const again = asked.some(query => {
    const model = call.scoped.statistic(query.statistic)
    return model && asksAgain(call, model, query, look)
  })
  return again ? inOneReading(call.db, db => work({ ...call, db })) : work(call)
}

async function answered(call: CallContext, { query }: BoardWidget, look: Look): Promise<Figures | FiguresProblem> {
  const model = query && call.scoped.statistic(query.statistic)
  if (!query || !model) return { state: 'failed', message: '统计已不存在，请刷新页面' }
  try {
    return await figuresOf(call, model, query, look)
  } catch (error) {
    // without its database no widget has numbers: the request is to be sent again
    if (isAway(error as Error)) throw error
    if (error instanceof Refusal)
      return error.status === FORBIDDEN
        ? { state: 'denied', message: '您没有权限查看这些数据' }
        : { state: 'failed', message: error.message }
    call.fault(error)
    return { state: 'failed', message: SERVER_FAULT }
  }
}
const FORBIDDEN = 403
