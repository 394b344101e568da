import { recordDimension, unitDimension } from '../../contract/unit.ts'
import { getEntry, getNode, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import { textsIn } from '../facts/statistic-facts.ts'
import { dashboardsOf, dimensionsOf, widgetsIn, type WidgetFacts } from '../facts/widget-facts.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardControl: Rule = {
  code: 'dashboard-control',
  about: {
    zh:
      '看板的选择（时期、地区、单位）管得着至少一个部件，地区的选择管得着每个有地区的统计，记录的选择（record）管得着每个统计；'
      + '比较、按时间分组要有时期的选择或 last，统计要有 time；'
      + '两个部件不同名（警告）',
    en:
      'Each control of a dashboard drives at least one widget, that of an area each statistic whose rows have one, '
      + 'that of a record each statistic; comparing and grouping by time need a period or last and a statistic with '
      + 'time; no two widgets have one title (warning)',
  },
  alone: true,
  check: (context, report) => {
    for (const page of dashboardsOf(context)) {
      const widgets = widgetsIn(context, page)
      const controls = getEntry(page.node, 'controls')?.value
      // of a statistic that there is not, nobody knows what drives it
      const isKnown = widgets.every(({ node, statistic }) => statistic || !getEntry(node, 'statistic'))
      if (controls?.type === 'map' && isKnown) checkControls(controls, widgets, report)
      checkArea(page, widgets, report)
      checkRecord(page, widgets, report)
      const hasPeriod = getNode(page.node, ['controls', 'period']) !== undefined
      for (const widget of widgets) if (widget.statistic) checkTime(widget, hasPeriod, report)
      checkTitles(widgets, report)
    }
  },
}

function checkControls(controls: MapNode, widgets: readonly WidgetFacts[], report: RuleReport): void {
  const dimensions = widgets.flatMap(widget => [...widget.dimensions.values()])
  const drives: Record<string, { is: boolean; zh: string; en: string }> = {
    period: { is: widgets.some(isTimed), zh: '写了 time', en: 'statistic with time' },
    area: {
      is: dimensions.some(({ kind }) => kind === 'area'),
      zh: '有地区的维度',
      en: 'statistic with an area',
    },
    unit: {
      is: unitDimension(dimensions) !== undefined,
      zh: '有单位的维度',
      en: 'statistic with a unit',
    },
  }
  for (const [name, { keyOrigin, value }] of controls.entries) {
    const driven = drives[name]
    if (driven && !driven.is && !isFalse(value))
      report({
        origin: keyOrigin,
        zh: `${name} 管不着任何部件：本页的统计没有一个${driven.zh}`,
        en: `${name} drives no widget: there is no ${driven.en} on this page`,
      })
  }
}

/** A number of all areas beside those of the chosen one would be read as its own. */
function checkArea({ node }: MergedDocument, widgets: readonly WidgetFacts[], report: RuleReport): void {
  const control = getNode(node, ['controls', 'area'])
  if (!control || isFalse(control)) return
  for (const { statistic, dimensions, node: widget, word } of widgets) {
    const area = getNode(statistic?.entity, ['scope', 'area'])
    if (!statistic || area?.type !== 'scalar' || area.value === false) continue
    if ([...dimensions.values()].some(({ kind }) => kind === 'area')) continue
    const field = String(area.value)
    report({
      origin: originAt(widget, ['statistic']),
      zh: `部件 ${word}：统计“${statistic.name}”没有地区的维度，换了地区也管不着它：在它的 dimensions 里写 ${field}`,
      en: `${word}: whatever area is chosen, ${statistic.name} counts all: write ${field} into its dimensions`,
    })
  }
}

/** A number of all records beside those of the chosen one would be read as its own. */
function checkRecord({ node }: MergedDocument, widgets: readonly WidgetFacts[], report: RuleReport): void {
  const entity = getNode(node, ['controls', 'record', 'entity'])
  if (entity?.type !== 'scalar') return
  const name = String(entity.value)
  for (const widget of widgets) {
    if (widget.kind.list)
      report({
        origin: originAt(widget.node, ['widget']),
        zh: `部件 ${widget.word} 画的是整个名单，选了一条也管不着它：改画统计`,
        en: `${widget.word} draws the whole list, whatever is chosen: draw a statistic`,
      })
    if (widget.statistic && !recordDimension(widget.dimensions.values(), name))
      report({
        origin: originAt(widget.node, ['statistic']),
        zh: `部件 ${widget.word}：统计“${widget.statistic.name}”没有指明${name}的维度，选了一条也管不着它`,
        en: `${widget.word}: the statistic ${widget.statistic.name} has no dimension that tells the ${name}`,
      })
  }
}
const isTimed = ({ statistic }: WidgetFacts): boolean =>
  statistic !== undefined && getString(statistic.node, 'time') !== undefined

function checkTime(widget: WidgetFacts, hasPeriod: boolean, report: RuleReport): void {
  const { node, word } = widget
  const isCut = dimensionsOf(widget).some(({ kind }) => kind === 'time')
  const hasLast = getEntry(node, 'last') !== undefined
  const say = (key: string, zh: string, en: string): void =>
    report({ origin: originAt(node, [key]), zh: `部件 ${word}：${zh}`, en: `${word}: ${en}` })
  if (getEntry(node, 'compare') && !isTimed(widget))
    say('compare', '统计没有 time，无从比较', 'the statistic has no time to compare with')
  else if (getEntry(node, 'compare') && !hasPeriod)
    say('compare', '比较要有时期：给看板写 controls.period', 'comparing needs a period: write controls.period')
  if (isCut && !hasPeriod && !hasLast)
    say(
      'by',
      '按时间分组，要写 last（往前看几期），或给看板写 controls.period',
      'by time needs last, or controls.period',
    )
  if (hasLast && !isCut && textsIn(node, 'by').every(({ text }) => widget.dimensions.has(text)))
    say('last', 'last 只用于按时间分组的', 'last is for groups of time')
}

function checkTitles(widgets: readonly WidgetFacts[], report: RuleReport): void {
  const titles = new Map<string, string>()
  for (const { name, node } of widgets) {
    const title = getString(node, 'title')
    const before = title === undefined ? undefined : titles.get(title)
    if (title !== undefined && before !== undefined)
      report({
        severity: 'warning',
        origin: originAt(node, ['title']),
        zh: `部件 ${before} 和 ${name} 同名“${title}”，看的人分不清`,
        en: `The widgets ${before} and ${name} have one title: "${title}"`,
      })
    else if (title !== undefined) titles.set(title, name)
  }
}
