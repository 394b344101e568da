import { nearest } from '../../diagnostic/nearest.ts'
import { checkExpression } from '../../expression/check.ts'
import { expressionText, isExpression } from '../../model/field/written.ts'
import type { SettingKind } from '../../model/setting-kinds.ts'
import { getString, toValue, type Node } from '../../source/node.ts'
import type { RuleContext } from './context.ts'
import type { RuleReport } from './rule.ts'
import type { ScopeView } from './scope-view.ts'

/** What stands at a key, and what may. */
export interface Setting {
  key: string
  kind: SettingKind
  value: Node
}

const EXPECTED: Record<SettingKind['kind'], [zh: string, en: string]> = {
  int: ['整数', 'an integer'],
  ints: ['整数的列表', 'a list of integers'],
  flag: ['是或否（true、false）', 'true or false'],
  text: ['文本', 'a text'],
  area: ['一个六位地区编码，数字要加引号', 'the code of one area of six digits, in quotes'],
  areas: ['用逗号隔开的地区编码，数字要加引号', 'codes of areas joined by commas, in quotes'],
  page: ['页面的路由', 'the route of a page'],
  condition: ['以 = 开头的表达式', 'an expression that begins with ='],
}
const AREAS = /^(?:\d{2,12}(?:,\d{2,12})*)?$/

function fits(kind: SettingKind, value: unknown): boolean {
  const isCount = (one: unknown, min: number): boolean => Number.isInteger(one) && Number(one) >= min
  if (kind.kind === 'int') return isCount(value, kind.min)
  // the schema tells of what is no number
  if (kind.kind === 'ints')
    return Array.isArray(value) && value.every(one => typeof one !== 'number' || isCount(one, kind.min))
  if (kind.kind === 'flag') return typeof value === 'boolean'
  if (kind.kind === 'area') return typeof value === 'string' && /^\d{6}$/.test(value)
  if (kind.kind === 'areas') return typeof value === 'string' && AREAS.test(value)
  if (kind.kind === 'condition') return typeof value === 'string' && isExpression(value)
  return typeof value === 'string'
}

/** Says what is wrong with the value of a setting, if anything is. */
export function checkSetting(setting: Setting, view: ScopeView, context: RuleContext, report: RuleReport): void {
  const { key, kind, value } = setting
  if (!fits(kind, toValue(value))) {
    const [zh, en] = EXPECTED[kind.kind]
    const least = 'min' in kind ? [`，不小于 ${kind.min}`, ` of at least ${kind.min}`] : ['', '']
    report({ origin: value.origin, zh: `${key} 应为${zh}${least[0]}`, en: `${key} should be ${en}${least[1]}` })
  } else if (kind.kind === 'condition') checkCondition(kind, value, report)
  else if (kind.kind === 'page') checkPage(kind, value, { view, context, report })
}

/** A condition's names and types are those that the product's code gives it. */
function checkCondition(kind: SettingKind & { kind: 'condition' }, value: Node, report: RuleReport): void {
  const variables = new Map([[kind.variable, { members: new Map(Object.entries(kind.members)) }]])
  for (const { zh, en, suggestion } of checkExpression(expressionText(String(toValue(value))), {
    variables,
    result: 'bool',
  }))
    report({ origin: value.origin, zh, en, ...(suggestion === undefined ? {} : { suggestion }) })
}

interface Around {
  view: ScopeView
  context: RuleContext
  report: RuleReport
}

function checkPage({ listOf }: SettingKind & { kind: 'page' }, value: Node, { view, context, report }: Around): void {
  const [route, pages] = [String(toValue(value)), view.names('page')]
  if (!pages.has(route))
    report({
      origin: value.origin,
      zh: `没有页面“${route}”`,
      en: `There is no page "${route}"`,
      suggestion: nearest(route, pages),
    })
  else if (listOf !== undefined && !isListOf(listOf, route, view, context))
    report({
      origin: value.origin,
      zh: `页面“${route}”不是实体 ${listOf} 的列表`,
      en: `The page "${route}" is no list of the entity ${listOf}`,
    })
}

/** Whether somebody who opens the page sees a list of the entity; a page that leads on is judged where it leads. */
function isListOf(entity: string, route: string, view: ScopeView, { resolver }: RuleContext): boolean {
  const page = resolver.resolve(`pages/${route}`, view.scope)?.node
  const kind = getString(page, 'kind')
  return kind === 'redirect' || (kind === 'list' && getString(page, 'entity') === entity)
}
