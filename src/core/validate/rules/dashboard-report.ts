import { nearest } from '../../diagnostic/nearest.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getNode, getString, type MapNode } from '../../source/node.ts'
import { namesIn, REPORT_CHANGES, REPORT_WORDS, TOP, type ReportName } from '../../statistics/report-words.ts'
import { mapsIn, membersIn, textsIn } from '../facts/statistic-facts.ts'
import { dashboardsOf, widgetsIn, type WidgetFacts } from '../facts/widget-facts.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardReport: Rule = {
  code: 'dashboard-report',
  about: {
    zh:
      '写成公文（report）的看板有 controls.period；各章是 names 里的代码，'
      + '正文里的 {部件.指标} 和列成表格的部件是本看板的，环比、同比要部件写 compare，top 要写 by',
    en:
      'A dashboard with a report has controls.period; its chapters are codes of names, {widget.measure} and tables are '
      + 'of its widgets, comparisons need compare of the widget, top needs by',
  },
  alone: true,
  check: (context, report) => {
    for (const page of dashboardsOf(context)) {
      const node = getNode(page.node, ['report'])
      if (node?.type !== 'map') continue
      if (getNode(page.node, ['controls', 'period']) === undefined)
        report({
          origin: node.origin,
          zh: '报告写的是一期的数：给看板写 controls.period',
          en: 'A report is of a period: write controls.period',
        })
      checkChapters(context, page, node, report)
    }
  },
}

function checkChapters(context: RuleContext, page: MergedDocument, node: MapNode, report: RuleReport): void {
  const dictionary = context.resolver.resolve(`dictionaries/${getString(node, 'names') ?? ''}`, page.view.scope)?.node
  const entries = dictionary && getEntry(dictionary, 'entries')?.value
  const codes = entries?.type === 'map' ? [...entries.entries.keys()] : []
  const widgets = new Map(widgetsIn(context, page).map(widget => [widget.name, widget]))
  for (const [name, { keyOrigin }] of membersIn(node, 'chapters'))
    if (codes.length > 0 && !codes.includes(name))
      report({
        origin: keyOrigin,
        zh: `字典 ${getString(node, 'names')} 没有代码“${name}”，已有：${codes.join('、')}`,
        en: `The dictionary ${getString(node, 'names')} has no code "${name}"; there are: ${codes.join(', ')}`,
        suggestion: nearest(name, codes),
      })
  for (const [, chapter] of mapsIn(node, 'chapters'))
    for (const { text, origin } of textsIn(chapter, 'tables')) counted(widgets, text, origin, report)
  for (const text of textsOf(node)) checkText(context, widgets, text, report)
}

interface Text {
  text: string
  origin: Origin
}

const textsOf = (node: MapNode): Text[] => [
  ...textIn(node, 'head'),
  ...textIn(node, 'title'),
  ...mapsIn(node, 'chapters').flatMap(([, chapter]) => textsIn(chapter, 'text')),
]

function checkText(context: RuleContext, widgets: Widgets, { text, origin }: Text, report: RuleReport): void {
  for (const one of namesIn(text)) if (one.widget !== undefined) checkName(widgets, one, origin, report)
  for (const [, name = ''] of text.matchAll(ALONE)) checkWord(context, name, origin, report)
}

/** What stands in braces and names no widget. */
const ALONE = /\{([^{}.]+)\}/g

function textIn(node: MapNode, key: string): Text[] {
  const found = getEntry(node, key)?.value
  return found?.type === 'scalar' ? [{ text: String(found.value), origin: found.origin }] : []
}

/** A word alone; without the product's code nobody knows which it has. */
function checkWord({ words }: RuleContext, name: string, origin: Origin, report: RuleReport): void {
  const known = [...REPORT_WORDS, ...(words?.reportWords ?? [])]
  if (!words || known.includes(name)) return
  const all = known.map(one => `{${one}}`)
  report({
    origin,
    zh: `报告里没有 {${name}} 可换，有：${all.join('、')}，和 {部件.指标}`,
    en: `A report has no {${name}} to fill in; there are: ${all.join(', ')}, and {widget.measure}`,
    suggestion: nearest(name, known),
  })
}

type Widgets = ReadonlyMap<string, WidgetFacts>

function counted(widgets: Widgets, name: string, origin: Origin, report: RuleReport): WidgetFacts | undefined {
  const widget = widgets.get(name)
  if (widget?.statistic) return widget
  // one that names a statistic which there is not is told of where it stands
  if (widget && getEntry(widget.node, 'statistic')) return undefined
  const known = [...widgets.values()].flatMap(one => (one.statistic ? [one.name] : []))
  report({
    origin,
    zh: `看板没有画统计的部件“${name}”`,
    en: `The dashboard has no widget "${name}" that draws a statistic`,
    suggestion: nearest(name, known),
  })
  return undefined
}

function checkName(
  widgets: Widgets,
  { text, widget: name = '', part = '', change }: ReportName,
  origin: Origin,
  report: RuleReport,
) {
  const widget = counted(widgets, name, origin, report)
  if (!widget) return
  const measures = textsIn(widget.node, 'measures').map(one => one.text)
  const compared = textsIn(widget.node, 'compare').map(one => one.text)
  if (part === TOP && textsIn(widget.node, 'by').length === 0)
    report({ origin, zh: `{${text}}：部件 ${name} 没有分组（by）`, en: `{${text}}: ${name} has no groups (by)` })
  else if (part !== TOP && !measures.includes(part))
    report({
      origin,
      zh: `{${text}}：部件 ${name} 没有指标“${part}”，已有：${measures.join('、')}`,
      en: `{${text}}: ${name} has no measure "${part}"; there are: ${measures.join(', ')}`,
      suggestion: nearest(part, measures),
    })
  else if (change !== undefined && !(REPORT_CHANGES.some(one => one === change) && compared.includes(change)))
    report({
      origin,
      zh: `{${text}}：部件 ${name} 的 compare 没有“${change}”`,
      en: `{${text}}: compare of ${name} has no "${change}"`,
      suggestion: nearest(change, REPORT_CHANGES),
    })
}
