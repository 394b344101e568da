import { isExpression } from '../../model/field/written.ts'
import { RANGE_KINDS } from '../../model/field/traits.ts'
import { LIMIT_STATES } from '../../model/field/parts.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { rangeKeys } from '../../contract/api.ts'
import { WORDS, wordProblem, type WordProblem } from '../../contract/filter-words.ts'
import type { FieldKind } from '../../model/documents.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import { checkKind } from '../facts/field-values.ts'
import { FLAGS } from '../facts/written-filters.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { checkParts } from './tab-parts.ts'

export const tabFilter: Rule = {
  code: 'tab-filter',
  about: {
    zh: '标签页显示的是列表页，或本页的分组、经过，每个分组只在一处；标签的筛选条件是列表的字段，写出的值是字段能有的，或筛选用词 $empty、$not、$only；占比是显示条数的标签的；待办有筛选条件',
    en:
      'A tab of a detail shows a list page, or sections and the timeline of its own, each in one place; a tab '
      + "filters by fields of the list's entity, by values that its dictionary or workflow has, or by the words "
      + '$empty, $not and $only; a share is of a tab that is counted; what is to do is a part of its list',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('page')) {
      const tabs = getEntry(node, 'tabs')?.value
      if (tabs?.type !== 'map') continue
      const ownList = getString(node, 'kind') === 'list'
      if (!ownList) checkParts(node, tabs, report)
      for (const { value } of tabs.entries.values()) {
        if (value.type !== 'map') continue
        if (ownList) checkShare(value, tabs, report)
        if (ownList) checkTodo(value, report)
        if (ownList) checkFilters(value, node, view, context, report)
        else checkTab(value, view, context, report)
      }
    }
  },
}

const counts = (tab: Node | undefined): boolean => {
  const count = tab?.type === 'map' ? getEntry(tab, 'count')?.value : undefined
  return count?.type === 'scalar' && count.value === true
}

/** A share needs two numbers, so the tab and the one it refers to must both have `count`. */
function checkShare(tab: MapNode, tabs: MapNode, report: RuleReport): void {
  const share = getEntry(tab, 'share')?.value
  const of = getString(tab, 'share')
  if (!share || of === undefined) return
  const counted = [...tabs.entries].filter(([, { value }]) => counts(value)).map(([name]) => name)
  if (!counted.includes(of))
    report({
      origin: share.origin,
      zh: `没有显示条数的标签“${of}”`,
      en: `There is no tab "${of}" that shows a count`,
      suggestion: nearest(of, counted),
    })
  if (!counts(tab))
    report({ origin: share.origin, zh: '写 share 的标签要写 count: true', en: 'A tab with share needs count: true' })
}

/** A list as a whole waits for nobody. */
function checkTodo(tab: MapNode, report: RuleReport): void {
  const todo = getEntry(tab, 'todo')?.value
  if (todo?.type !== 'scalar' || todo.value !== true) return
  const filters = getEntry(tab, 'filters')?.value
  if (filters?.type === 'map' && [...filters.entries.values()].some(({ value }) => !isFalse(value))) return
  report({
    origin: todo.origin,
    zh: '写 todo 的标签要写 filters：整个列表不是谁的待办',
    en: 'A tab with todo needs filters: a whole list waits for nobody',
  })
}

function checkTab(tab: MapNode, view: ScopeView, context: RuleContext, report: RuleReport): void {
  const route = getString(tab, 'page')
  const list = route === undefined ? undefined : context.resolver.resolve(`pages/${route}`, view.scope)?.node
  if (!list) return
  if (getString(list, 'kind') !== 'list') {
    report({
      origin: getEntry(tab, 'page')!.value.origin,
      zh: `页面 ${route} 不是列表页`,
      en: `The page ${route} is no list`,
    })
    return
  }
  checkFilters(tab, list, view, context, report)
}

/** Checks constants against the values that a field can have; results of expressions are known only at run time. */
function checkFilters(
  tab: MapNode,
  list: MapNode,
  view: ScopeView,
  { resolver }: RuleContext,
  report: RuleReport,
): void {
  const route = getString(tab, 'page')
  const fields = getEntry(resolver.entity(getString(list, 'entity') ?? '', view.scope)?.node, 'fields')?.value
  const filters = getEntry(tab, 'filters')?.value
  if (filters?.type !== 'map' || fields?.type !== 'map' || fields.entries.size === 0) return
  for (const [name, { keyOrigin, value }] of filters.entries) {
    if (isFalse(value)) continue
    const field = fieldOf(fields, name)
    if (!field) {
      const [zh, en] = route === undefined ? ['实体', 'The entity'] : [`列表 ${route} `, `The list ${route}`]
      report({
        origin: keyOrigin,
        zh: `${zh}没有字段“${name}”`,
        en: `${en} has no field "${name}"`,
        suggestion: nearest(name, fields.entries.keys()),
      })
    } else if (field.type === 'map' && !checkWords(value, field, fields.entries.has(name), report))
      checkValues(value, field, view, report)
  }
}

function fieldOf(fields: MapNode, name: string): Node | undefined {
  const own = fields.entries.get(name)?.value
  if (own && !isFalse(own)) return own
  const ranged = [...fields.entries].find(
    ([field, { value }]) => rangeKeys(field).includes(name) && RANGE_KINDS.has(getString(value, 'kind') ?? ''),
  )
  return ranged?.[1].value
}

const PROBLEMS: Record<WordProblem['why'], (word: string) => [zh: string, en: string]> = {
  unknown: word => [`筛选里没有“${word}”这个用词`, `There is no word "${word}" for filters`],
  kind: word => [`这样的字段不能用“${word}”筛选`, `A field of this kind cannot be filtered by "${word}"`],
  nothing: word => [`“${word}”后面要有值`, `Something must follow "${word}"`],
}

/** Reports words that lists do not know, or that say nothing of such a field; a bound of a range takes none. */
function checkWords(value: Node, field: MapNode, isWhole: boolean, report: RuleReport): boolean {
  const kind = getString(field, 'kind') as FieldKind | undefined
  const texts = constants(value)
  if (!kind) return false
  const given = texts.map(([text]) => text)
  const bound = isWhole ? undefined : given.find(text => WORDS.has(text))
  const problem = bound === undefined ? wordProblem({ kind }, given, true) : ({ word: bound, why: 'kind' } as const)
  if (!problem) return false
  const [zh, en] = PROBLEMS[problem.why](problem.word)
  const origin = texts.find(([text]) => text === problem.word)?.[1] ?? value.origin
  report({ origin, zh, en, suggestion: problem.why === 'unknown' ? nearest(problem.word, WORDS) : undefined })
  return true
}

function checkValues(value: Node, field: MapNode, view: ScopeView, report: RuleReport): void {
  const kind = getString(field, 'kind')
  const dict = kind === 'limit' ? LIMIT_STATES : getString(field, 'dict')
  const workflow = getString(field, 'workflow')
  const isFlag = kind === 'flag'
  const known = dict ? view.entries(dict) : workflow ? view.entries(`workflow/${workflow}`) : isFlag ? FLAGS : undefined
  for (const [text, origin] of constants(value)) {
    if (WORDS.has(text)) continue
    // the server refuses it, and the tab shows nothing but that
    if (!known) checkKind(field, { type: 'scalar', value: text, origin }, report)
    if (!known || known.has(text)) continue
    report({
      origin,
      zh: `“${getString(field, 'label') ?? ''}”没有取值“${text}”`,
      en: `There is no value "${text}" here`,
      suggestion: known === FLAGS ? undefined : nearest(text, known),
    })
  }
}

/** Values that are written; what an expression comes to is known to the user who asks. */
function constants(value: Node): [text: string, origin: Origin][] {
  if (value.type === 'list')
    return value.items.flatMap((item): [string, Origin][] =>
      item.type === 'scalar' ? [[String(item.value), item.origin]] : [],
    )
  if (value.type !== 'scalar' || value.value === null || isExpression(value.value)) return []
  return String(value.value)
    .split(',')
    .map(one => [one, value.origin])
}
