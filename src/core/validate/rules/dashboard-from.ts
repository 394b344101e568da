import { labelKey } from '../../contract/api.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getNode, originAt } from '../../source/node.ts'
import { textsIn } from '../facts/statistic-facts.ts'
import { widgetsOf, type WidgetFacts } from '../facts/widget-facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardFrom: Rule = {
  code: 'dashboard-from',
  about: {
    zh: '写 from 的部件画统计；from 的 map 写的是部件的指标和维度',
    en: 'Widgets that say from draw a statistic; its map names the widget’s measures and dimensions',
  },
  check: (context, report) => {
    for (const widget of widgetsOf(context)) if (getEntry(widget.node, 'from')) checkFrom(widget, report)
  },
}

function checkFrom({ node, word, statistic }: WidgetFacts, report: RuleReport): void {
  if (statistic === undefined)
    return report({
      origin: originAt(node, ['from']),
      zh: `部件 ${word} 不画统计，不写 from`,
      en: `${word} draws no statistic and needs no from`,
    })
  const dimensions = textsIn(node, 'by').map(({ text }) => text)
  const known = [...textsIn(node, 'measures').map(({ text }) => text), ...dimensions, ...dimensions.map(labelKey)]
  const map = getNode(node, ['from', 'map'])
  for (const name of map?.type === 'map' ? map.entries.keys() : [])
    if (!known.includes(name))
      report({
        origin: originAt(node, ['from', 'map', name]),
        zh: `部件 ${word} 没有画“${name}”，画的是：${known.join('、')}`,
        en: `${word} does not draw "${name}"; it draws: ${known.join(', ')}`,
        suggestion: nearest(name, known),
      })
}
