import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import { labelKey, type Row } from '../../../core/contract/api.ts'
import type { FigureRow } from '../../../core/contract/statistics.ts'
import { badRequest } from '../../answer/refusal.ts'
import { requiredArg, textArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { choices } from '../../call/values.ts'
import { figuresOf } from '../../statistics/figures.ts'
import { lookOf, type Look } from '../../statistics/look.ts'
import { lookAt } from '../../statistics/chosen.ts'
import { boardLocks, withLock } from './board-locks.ts'
import { atOneMoment, countedWidgets, dashboardWithin, numbersOf } from '../../statistics/board.ts'

/**
 * The numbers of a dashboard, or of some of its widgets. What is counted follows from the page and not from the
 * request, so nobody can ask what no page of theirs shows.
 */
const figures: Handler = async call => {
  const page = dashboardWithin(call, requiredArg(call, 'page'))
  const { look, chosen } = await lookAt(call, page)
  const live = await numbersOf(call, wanted(page, choices(call.args['widgets'])), look)
  return { areas: pathTo(call, look), ...chosen, ...(await withLock(call, page, look, live)) }
}

function wanted(page: DashboardPage, names: readonly string[]): BoardWidget[] {
  const counted = countedWidgets(page)
  const unknown = names.find(name => !counted.some(widget => widget.name === name))
  if (unknown !== undefined) throw badRequest(`看板没有统计部件“${unknown}”`)
  return names.length === 0 ? counted : counted.filter(({ name }) => names.includes(name))
}

/** From the area that the person sees whole down to the one that is looked at. */
function pathTo(call: CallContext, { home, root }: Look): { code: string; name: string }[] {
  const path = [home]
  for (let code = home; code !== root && code !== '';) {
    code = call.regions.parentOf(code)
    path.unshift(code === '' ? root : code)
  }
  return path.map(code => ({ code, name: call.regions.nameOf(code) }))
}

/** The numbers that a call of the specification names, by its own arguments: one row a group, or one object. */
const statistic: Handler = async call => {
  const { figures: asked } = call.endpoint
  const model = asked && call.scoped.statistic(asked.statistic)
  if (!asked || !model) throw new Error(`${call.endpoint.name} names no statistic that is known`)
  const look = lookOf(withOwnNames(call))
  const query = { by: [], ...asked }
  const { rows, total, measures, by } = await atOneMoment(call, [query], look, within =>
    figuresOf(within, model, query, look),
  )
  const values = (row: FigureRow): Row => Object.fromEntries(measures.map((name, i) => [name, row.values[i] ?? null]))
  if (by.length === 0) return values(total)
  return rows.map(row => ({
    ...Object.fromEntries(
      by.flatMap((name, i) => [
        [name, row.keys[i] ?? ''],
        [labelKey(name), row.labels[i] ?? ''],
      ]),
    ),
    ...values(row),
  }))
}

/** The specification's names of what is looked at. */
function withOwnNames(call: CallContext): CallContext {
  const [start, end] = [textArg(call, 'startTime').slice(0, DAY), textArg(call, 'endTime').slice(0, DAY)]
  if ((start === '') !== (end === '')) throw badRequest('参数 startTime 和 endTime 要么都写，要么都不写')
  return { ...call, args: { area: textArg(call, 'areaCode'), ...(start === '' ? {} : { period: `${start}..${end}` }) } }
}
const DAY = 10

export const statistics: Handlers = { 'statistics.figures': figures, statistic, ...boardLocks }
