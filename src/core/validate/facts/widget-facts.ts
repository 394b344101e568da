import type { DimensionModel, MeasureModel } from '../../contract/statistics.ts'
import { WIDGETS, type WidgetKind, type WidgetName } from '../../model/page/widgets.ts'
import { getString, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from './context.ts'
import { mapsIn, modelOf, statisticOf, textsIn, type StatisticFacts } from './statistic-facts.ts'

/** A widget of a dashboard, with the statistic that it names. */
export interface WidgetFacts {
  name: string
  node: MapNode
  kind: WidgetKind
  word: string
  page: MergedDocument
  /** absent where it draws none, or one that there is not */
  statistic?: StatisticFacts
  measures: ReadonlyMap<string, MeasureModel>
  dimensions: ReadonlyMap<string, DimensionModel>
}

/** The widgets of all dashboards whose kind exists; of the others widget-exists tells. */
export const widgetsOf = (context: RuleContext): WidgetFacts[] =>
  dashboardsOf(context).flatMap(page => widgetsIn(context, page))

export const dashboardsOf = (context: RuleContext): MergedDocument[] =>
  context.of('page').filter(({ node }) => getString(node, 'kind') === 'dashboard')

const known = new WeakMap<RuleContext, Map<MergedDocument, WidgetFacts[]>>()

/** Read by five rules, and made of a model each: once for each page. */
export function widgetsIn(context: RuleContext, page: MergedDocument): WidgetFacts[] {
  let pages = known.get(context)
  if (!pages) known.set(context, (pages = new Map()))
  let found = pages.get(page)
  if (!found) pages.set(page, (found = readWidgets(context, page)))
  return found
}

const readWidgets = (context: RuleContext, page: MergedDocument): WidgetFacts[] =>
  mapsIn(page.node, 'widgets').flatMap(([name, node]) => {
    const word = getString(node, 'widget') ?? ''
    if (!Object.hasOwn(WIDGETS, word)) return []
    const statistic = statisticOf(context, getString(node, 'statistic') ?? '', page.view)
    const model = statistic && modelOf(context, statistic)
    return [
      {
        name,
        node,
        word,
        kind: WIDGETS[word as WidgetName],
        page,
        ...(statistic ? { statistic } : {}),
        measures: new Map(Object.entries(model?.measures ?? {})),
        dimensions: new Map(Object.entries(model?.dimensions ?? {})),
      },
    ]
  })

/** The dimensions that a widget names and its statistic has, in their order. */
export const dimensionsOf = ({ node, dimensions }: WidgetFacts): DimensionModel[] =>
  textsIn(node, 'by').flatMap(({ text }) => dimensions.get(text) ?? [])
