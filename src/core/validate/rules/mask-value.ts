import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getNode, getString, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

/** Where a mask says which values of a dictionary mean a person. */
interface Use {
  dict: string
  codes: readonly string[]
  origin: Origin
}

/** So many others have to agree before one that says otherwise is taken for a mistake. */
const AGREEING = 2

export const maskValue: Rule = {
  code: 'mask-value',
  about: {
    zh: '同一个字典里哪些取值是个人、要脱敏（mask.filters），各处说法一致',
    en: 'Which values of a dictionary mean a person, whose name is masked (mask.filters), is the same everywhere',
  },
  check: (context, report) => {
    const uses = [...new Map(usesIn(context).map(use => [JSON.stringify(use.origin), use])).values()]
    for (const use of uses) {
      const alike = uses.filter(({ dict }) => dict === use.dict)
      const codes = [...new Set(alike.flatMap(one => one.codes))].filter(
        code => alike.filter(one => one.codes.includes(code)).length * 2 > alike.length,
      )
      if (alike.length <= AGREEING || codes.length === 0 || use.codes.some(code => codes.includes(code))) continue
      const own = use.codes.join('、')
      report({
        origin: use.origin,
        zh: `别处按字典 ${use.dict} 脱敏的，个人是“${codes.join('、')}”，这里却是“${own}”：个人的姓名会原样显示`,
        en:
          `Wherever else the dictionary ${use.dict} says whom to mask, a person is "${codes.join(', ')}", `
          + `here "${use.codes.join(', ')}": names of persons would be shown`,
        suggestion: codes.length === 1 ? codes[0] : undefined,
      })
    }
  },
}

const usesIn = (context: RuleContext): Use[] =>
  context.of('entity').flatMap(({ fields }) =>
    [...(fields?.entries.values() ?? [])].flatMap(({ value }) => {
      const filters = getNode(value, ['mask', 'filters'])
      if (filters?.type !== 'map') return []
      return [...filters.entries].flatMap(([name, entry]): Use[] => {
        const dict = getString(getEntry(fields, name)?.value, 'dict')
        return dict === undefined ? [] : [{ dict, codes: textsOf(entry.value), origin: entry.value.origin }]
      })
    }),
  )

const textsOf = (node: Node): string[] =>
  node.type === 'list' ? node.items.flatMap(textsOf) : node.type === 'scalar' ? [String(node.value)] : []
