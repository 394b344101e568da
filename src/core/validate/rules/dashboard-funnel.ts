import { isCounted } from '../../contract/statistics.ts'
import { textsIn } from '../facts/statistic-facts.ts'
import { widgetsOf } from '../facts/widget-facts.ts'
import { isWithin } from '../facts/within.ts'
import type { Rule } from '../facts/rule.ts'

export const dashboardFunnel: Rule = {
  code: 'dashboard-funnel',
  about: {
    zh: '漏斗的每一步都在上一步之内：后一个指标的条件包含前一个的，否则会画出占上一步 108%',
    en: 'Each step of a funnel is within the one before: it has its filters, else it says 108 % of the step before',
  },
  check: (context, report) => {
    for (const { statistic, word, node, measures } of widgetsOf(context)) {
      if (word !== 'funnel' || !statistic) continue
      const steps = textsIn(node, 'measures')
      for (const [at, { text, origin }] of steps.entries()) {
        const [step, before] = [measures.get(text), measures.get(steps[at - 1]?.text ?? '')]
        if (!step || !before || !isCounted(step) || !isCounted(before)) continue
        if (isWithin(statistic, step.filters, before.filters)) continue
        report({
          origin,
          zh: `漏斗的“${step.label}”不都在上一步“${before.label}”之内，会超过 100%：换一个条件包含上一步的指标`,
          en: `Not all of ${step.name} is within the step before, ${before.name}: take a measure that has its filters`,
        })
      }
    }
  },
}
