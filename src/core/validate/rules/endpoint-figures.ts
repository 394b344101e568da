import { GRAINS } from '../../period/units.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, originAt, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import { membersIn, mapsIn, statisticOf, textsIn } from '../facts/statistic-facts.ts'

const STATISTIC = 'statistic'

export const endpointFigures: Rule = {
  code: 'endpoint-figures',
  about: {
    zh: 'handler: statistic 的接口写 figures，其他接口不写；它的指标、维度是那个统计有的',
    en: 'Calls answered by `statistic` say figures, others do not; measures and dimensions are those of the statistic',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('endpoints'))
      for (const [name, call] of mapsIn(node, 'endpoints')) checkCall(context, { name, call, view }, report)
  },
}

interface Asked {
  name: string
  call: MapNode
  view: ScopeView
}

function checkCall(context: RuleContext, { name, call, view }: Asked, report: RuleReport): void {
  const answers = getString(call, 'handler') === STATISTIC
  const figures = getEntry(call, 'figures')?.value
  if (answers !== (figures !== undefined)) {
    const origin = originAt(call, [answers ? 'handler' : 'figures'])
    const [zh, en] = answers
      ? ['handler: statistic 要写 figures（应答哪些数）', 'handler: statistic needs figures (which numbers it answers)']
      : ['只有 handler: statistic 的接口写 figures', 'only calls with handler: statistic have figures']
    report({ origin, zh: `接口 ${name}：${zh}`, en: `${name}: ${en}` })
  }
  if (figures?.type !== 'map') return
  const statistic = statisticOf(context, getString(figures, STATISTIC) ?? '', view)
  if (!statistic) return
  const times = getEntry(statistic.node, 'time') ? GRAINS : []
  const measures = membersIn(statistic.node, 'measures').map(([one]) => one)
  const dimensions = [...membersIn(statistic.node, 'dimensions').map(([one]) => one), ...times]
  checkNames(figures, 'measures', measures, ['指标', 'measure'], report)
  checkNames(figures, 'by', dimensions, ['维度', 'dimension'], report)
}

function checkNames(
  figures: MapNode,
  key: string,
  known: readonly string[],
  [zh, en]: readonly [string, string],
  report: RuleReport,
): void {
  const statistic = getString(figures, STATISTIC) ?? ''
  for (const { text, origin } of textsIn(figures, key))
    if (!known.includes(text))
      report({
        origin,
        zh: `统计 ${statistic} 没有${zh}“${text}”，有：${known.join('、')}`,
        en: `The statistic ${statistic} has no ${en} "${text}"; it has: ${known.join(', ')}`,
        suggestion: nearest(text, known),
      })
}
