import { date } from '../../model/field/values.ts'
import { getEntry, isFalse } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

/** Dictionaries whose codes are days, which working days are counted by. */
const OF_DAYS = ['holiday', 'workday']

export const calendarDay: Rule = {
  code: 'calendar-day',
  about: {
    zh: '字典 holiday、workday 的代码是日期，如 2026-01-31',
    en: 'The codes of the dictionaries holiday and workday are days, such as 2026-01-31',
  },
  check: (context, report) => {
    for (const { node } of OF_DAYS.flatMap(name => context.resolver.layersOf(`dictionaries/${name}`))) {
      const entries = getEntry(node, 'entries')?.value
      for (const [name, { keyOrigin, value }] of entries?.type === 'map' ? entries.entries : [])
        if (!isFalse(value) && (date(name) === undefined || !/^\d{4}-\d\d-\d\d$/.test(name)))
          report({
            origin: keyOrigin,
            zh: `“${name}”不是日期：写作 2026-01-31`,
            en: `"${name}" is no day: write it as 2026-01-31`,
          })
    }
  },
}
