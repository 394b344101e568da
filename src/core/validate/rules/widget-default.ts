import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { WIDGETS } from '../../model/page/widgets.ts'
import { equalNodes, getEntry, getString, type Entry, type MapNode, type Node } from '../../source/node.ts'
import { mapsIn } from '../facts/statistic-facts.ts'
import { dashboardsOf } from '../facts/widget-facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const widgetDefault: Rule = {
  code: 'widget-default',
  about: {
    zh: 'defaults 按部件的种类写，看板上有这种部件；部件不重复 defaults 和页面的 statistic 已经说了的',
    en: 'defaults name kinds of widgets that the dashboard has; no widget repeats them or the statistic of the page',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of dashboardsOf(context)) {
      const widgets = mapsIn(node, 'widgets').map(([, widget]) => widget)
      const defaults = getEntry(node, 'defaults')?.value
      const statistic = getEntry(node, 'statistic')
      if (statistic) checkStatistic(statistic, widgets, report)
      if (defaults?.type === 'map')
        for (const [kind, entry] of defaults.entries)
          checkKind(
            kind,
            entry,
            widgets.filter(widget => getString(widget, 'widget') === kind),
            report,
          )
    }
  },
}

function checkKind(kind: string, { keyOrigin, value }: Entry, widgets: readonly MapNode[], report: RuleReport): void {
  if (!Object.hasOwn(WIDGETS, kind)) {
    const meant = nearest(kind, Object.keys(WIDGETS))
    const known = Object.keys(WIDGETS)
    report({
      origin: keyOrigin,
      zh: `没有部件“${kind}”，已有：${known.join('、')}`,
      en: `There is no widget "${kind}"; there are: ${known.join(', ')}`,
      ...(meant ? { suggestion: meant } : {}),
    })
  } else if (widgets.length === 0)
    report({
      origin: keyOrigin,
      zh: `看板上没有 ${kind}，这里的写法不起作用`,
      en: `The dashboard has no ${kind}: this does nothing`,
    })
  if (value.type === 'map') for (const widget of widgets) checkRepeated(value, widget, report)
}

/** The statistic of a page is for widgets that name none; one that every widget has an own for does nothing. */
function checkStatistic({ keyOrigin, value }: Entry, widgets: readonly MapNode[], report: RuleReport): void {
  for (const widget of widgets) checkSame('statistic', value, widget, ['页面', 'the page already says'], report)
  if (!widgets.some(widget => getEntry(widget, 'statistic')?.value === value))
    report({
      origin: keyOrigin,
      zh: '看板上画数的部件都写了自己的统计，这里的写法不起作用',
      en: 'All widgets of the dashboard name a statistic of their own: this does nothing',
    })
}

function checkRepeated(defaults: MapNode, widget: MapNode, report: RuleReport): void {
  for (const [key, { value }] of defaults.entries)
    checkSame(key, value, widget, ['defaults ', 'defaults already say'], report)
}

/** What a widget has from the page is the same node. A patch of another file that repeats it changes nothing. */
function checkSame(
  key: string,
  value: Node,
  widget: MapNode,
  [zh, en]: readonly [string, string],
  report: RuleReport,
): void {
  const own = getEntry(widget, key)
  if (!own || own.value.origin === value.origin || own.value.origin.file !== value.origin.file) return
  if (!equalNodes(own.value, value)) return
  const where = formatOrigin(value.origin)
  report({
    origin: own.keyOrigin,
    zh: `${zh}已经写了同样的 ${key}（${where}），请删除这里的`,
    en: `${en} the same ${key} (${where}): delete this one`,
  })
}
