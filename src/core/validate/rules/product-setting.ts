import { nearest } from '../../diagnostic/nearest.ts'
import type { SettingKinds } from '../../model/setting-kinds.ts'
import { getEntry, type Entry, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import { checkSetting } from '../facts/settings.ts'

/** Stands in a group for every key: a customer may add some. */
const ANY = '*'

export const productSetting: Rule = {
  code: 'product-setting',
  about: {
    zh: 'app.yaml 的 settings 是产品的程序所读的',
    en: "The settings of app.yaml are those that the product's code reads",
  },
  alone: true,
  check: (context, report) => {
    const { words } = context
    if (!words) return
    for (const { node, view } of context.of('app'))
      for (const [group, entry] of entriesOf(getEntry(node, 'settings')?.value))
        if (words.settings[group]) checkGroup(entry, words.settings[group], { view, context, report })
        else unknown(entry, group, Object.keys(words.settings), report)
  },
}

interface Around {
  view: ScopeView
  context: RuleContext
  report: RuleReport
}

function checkGroup({ value }: Entry, known: SettingKinds[string], { view, context, report }: Around): void {
  for (const [key, one] of entriesOf(value)) {
    const kind = known[key] ?? known[ANY]
    if (kind) checkSetting({ key, kind, value: one.value }, view, context, report)
    else unknown(one, key, Object.keys(known), report)
  }
}

const entriesOf = (node: Node | undefined): Iterable<[string, Entry]> => (node?.type === 'map' ? node.entries : [])

function unknown({ keyOrigin }: Entry, name: string, known: Iterable<string>, report: RuleReport): void {
  report({
    origin: keyOrigin,
    zh: `产品没有设置“${name}”`,
    en: `The product has no setting "${name}"`,
    suggestion: nearest(name, known),
  })
}
