import { nearest } from '../../diagnostic/nearest.ts'
import { checkExpression } from '../../expression/check.ts'
import { expressionText, isExpression } from '../../model/field/written.ts'
import { getEntry, type Entry, type Node } from '../../source/node.ts'
import type { SettingKind, SettingKinds } from '../facts/known-code.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

const EXPECTED: Record<SettingKind['kind'], [zh: string, en: string]> = {
  int: ['整数', 'an integer'],
  flag: ['是或否（true、false）', 'true or false'],
  text: ['文本', 'a text'],
  page: ['页面的路由', 'the route of a page'],
  condition: ['以 = 开头的表达式', 'an expression that begins with ='],
}

function fits(kind: SettingKind, value: Node): boolean {
  if (value.type !== 'scalar') return false
  if (kind.kind === 'flag') return typeof value.value === 'boolean'
  if (kind.kind === 'text' || kind.kind === 'page') return typeof value.value === 'string'
  if (kind.kind === 'condition') return isExpression(String(value.value))
  return Number.isInteger(value.value) && Number(value.value) >= kind.min
}

function unknown({ keyOrigin }: Entry, name: string, known: Iterable<string>, report: RuleReport): void {
  report({
    origin: keyOrigin,
    zh: `产品没有设置“${name}”`,
    en: `The product has no setting "${name}"`,
    suggestion: nearest(name, known),
  })
}

/** What is wrong with a condition: its names and types are those that the product's code gives it. */
function checkCondition({ kind, value }: { kind: SettingKind; value: Node }, report: RuleReport): void {
  if (kind.kind !== 'condition' || value.type !== 'scalar') return
  const variables = new Map([[kind.variable, { members: new Map(Object.entries(kind.members)) }]])
  for (const { zh, en, suggestion } of checkExpression(expressionText(String(value.value)), {
    variables,
    result: 'bool',
  }))
    report({ origin: value.origin, zh, en, ...(suggestion === undefined ? {} : { suggestion }) })
}

/** Stands in a group for every key: a customer may add some. */
const ANY = '*'

/** The page that a setting names. */
function checkPage(
  { kind, value }: { kind: SettingKind; value: Node },
  pages: ReadonlySet<string>,
  report: RuleReport,
) {
  if (kind.kind !== 'page' || value.type !== 'scalar' || pages.has(String(value.value))) return
  report({
    origin: value.origin,
    zh: `没有页面“${String(value.value)}”`,
    en: `There is no page "${String(value.value)}"`,
    suggestion: nearest(String(value.value), pages),
  })
}

interface Known {
  kinds: SettingKinds
  pages: ReadonlySet<string>
}

function checkGroup(group: string, entry: Entry, { kinds, pages }: Known, report: RuleReport): void {
  const known = kinds[group]
  if (!known) return unknown(entry, group, Object.keys(kinds), report)
  for (const [key, one] of entry.value.type === 'map' ? entry.value.entries : []) {
    const kind = known[key] ?? known[ANY]
    if (!kind) unknown(one, key, Object.keys(known), report)
    else if (!fits(kind, one.value)) {
      const [zh, en] = EXPECTED[kind.kind]
      const least = kind.kind === 'int' ? kind.min : undefined
      report({
        origin: one.value.origin,
        zh: `${key} 应为${zh}${least === undefined ? '' : `，不小于 ${least}`}`,
        en: `${key} should be ${en}${least === undefined ? '' : ` of at least ${least}`}`,
      })
    } else {
      checkCondition({ kind, value: one.value }, report)
      checkPage({ kind, value: one.value }, pages, report)
    }
  }
}

export const productSetting: Rule = {
  code: 'product-setting',
  about: {
    zh: 'app.yaml 的 settings 是产品的程序所读的',
    en: "The settings of app.yaml are those that the product's code reads",
  },
  check: (context, report) => {
    const { words } = context
    if (!words) return
    for (const { node, view } of context.of('app')) {
      const settings = getEntry(node, 'settings')?.value
      for (const [group, entry] of settings?.type === 'map' ? settings.entries : [])
        checkGroup(group, entry, { kinds: words.settings, pages: view.names('page') }, report)
    }
  },
}
