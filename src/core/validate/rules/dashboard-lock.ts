import { getEntry, getNode, isFalse, originAt } from '../../source/node.ts'
import { dashboardsOf, widgetsIn } from '../facts/widget-facts.ts'
import type { Rule } from '../facts/rule.ts'

const NARROWING = [
  ['unit', '个单位', 'unit'],
  ['record', '条记录', 'record'],
] as const

export const dashboardLock: Rule = {
  code: 'dashboard-lock',
  about: {
    zh: '可以锁定（lock）的看板有 controls.period（锁定一期的数），没有 controls.unit 和 record，并有画统计的部件',
    en: 'A dashboard that can be locked has controls.period but not unit or record, and a widget of a statistic',
  },
  alone: true,
  check: (context, report) => {
    for (const page of dashboardsOf(context)) {
      const lock = getEntry(page.node, 'lock')
      if (!lock || isFalse(lock.value)) continue
      const { keyOrigin: origin } = lock
      if (getNode(page.node, ['controls', 'period']) === undefined)
        report({
          origin,
          zh: '锁定的是一期的数：给看板写 controls.period',
          en: 'What is locked is a period: write controls.period',
        })
      for (const [control, zh, en] of NARROWING) {
        const said = getNode(page.node, ['controls', control])
        if (said && !isFalse(said))
          report({
            origin: originAt(page.node, ['controls', control]),
            zh: `锁定的是全地区的数，不能只看一${zh}：去掉 ${control} 或 lock`,
            en: `What is locked are the numbers of an area, not of one ${en}: leave out ${control} or lock`,
          })
      }
      if (widgetsIn(context, page).every(({ node }) => !getEntry(node, 'statistic')))
        report({
          origin,
          zh: '没有画统计的部件，没有数可锁定',
          en: 'No widget has a statistic: there is nothing to lock',
        })
    }
  },
}
