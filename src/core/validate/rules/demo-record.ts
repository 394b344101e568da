import { demosOf, itemsOf, membersOf } from '../facts/demos.ts'
import { NO_WORDS } from '../facts/known-code.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const demoRecord: Rule = {
  code: 'demo-record',
  about: {
    zh: '演示里写了条数的实体，产品的程序会编造',
    en: 'The product’s code makes up records of the entities that a demonstration counts',
  },
  check: (context, report) => {
    if (!context.words || context.words === NO_WORDS) return
    const made = new Set(context.words.made)
    for (const { document } of demosOf(context))
      for (const line of itemsOf(document.node, 'records'))
        for (const [name, { keyOrigin }] of membersOf(line, 'counts'))
          if (!made.has(name))
            reportUnknown(report, { name, origin: keyOrigin }, ['可编造的实体', 'entity to make up'], made)
  },
}
