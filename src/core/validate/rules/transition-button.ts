import { getEntry, getString, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import { transitionsOf, viewOf } from './workflow-view.ts'

export const transitionButton: Rule = {
  code: 'transition-button',
  about: {
    zh: '实体有了列表或详情页之后，流程的每个转移都有按钮（由系统做的除外）',
    en: 'Once an entity has a list or a detail page, some page has a button for every transition that people take',
  },
  check: (context, report) => {
    const shown = shownTransitions(context)
    for (const document of context.of('workflow')) {
      const view = viewOf(document)
      const buttons = shown.get(view.machine.doc.entity ?? '')
      if (!buttons) continue
      for (const [code, { relations, label = code }] of transitionsOf(view)) {
        if (buttons.has(code) || relations?.every(relation => relation === 'system')) continue
        report({
          origin: view.at('transitions', code),
          zh: `没有页面有“${label}”的按钮：实体 ${view.machine.doc.entity} 的列表或详情页里没有 transition: ${code}`,
          en:
            `No page has a button for "${label}": no list or detail page of the entity `
            + `${view.machine.doc.entity} says transition: ${code}`,
        })
      }
    }
  },
}

/** Entity → codes of the transitions that any page has a button for. */
function shownTransitions(context: RuleContext): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>()
  for (const { node } of context.of('page')) {
    const kind = getString(node, 'kind')
    const entity = getString(node, 'entity')
    if (entity === undefined || (kind !== 'list' && kind !== 'detail')) continue
    const codes = shown.get(entity) ?? new Set()
    shown.set(entity, codes)
    for (const code of transitionsOn(node)) codes.add(code)
  }
  return shown
}

function transitionsOn(page: MapNode): string[] {
  const actions = getEntry(page, 'actions')?.value
  return actions?.type === 'map'
    ? [...actions.entries.values()].flatMap(({ value }) => getString(value, 'transition') ?? [])
    : []
}
