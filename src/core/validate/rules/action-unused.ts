import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { shortName, type DocumentKind } from '../../source/document.ts'
import { getEntry, getString, isFalse, type Entry, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

export const actionUnused: Rule = {
  code: 'action-unused',
  about: {
    zh: '实体和字段组的按钮，至少有一个页面写了它的名字',
    en: 'A button of an entity or a mixin is taken by a page at least',
  },
  check: (context, report) => {
    const taken = takenIn(context)
    const shared = [...context.project.documents.values()].flat().filter(({ kind }) => SHARING.has(kind))
    for (const { kind, name: document, node } of shared) {
      for (const [button, { keyOrigin }] of buttonsOf(node)) {
        if (taken.places.has(formatOrigin(keyOrigin))) continue
        const name = shortName(document)
        const [whoZh, whoEn] =
          kind === 'mixin' ? [`引入 ${name} 的实体`, `an entity with ${name}`] : [` ${name} `, name]
        report({
          origin: keyOrigin,
          zh: `没有页面用按钮“${button}”：在${whoZh}的页面的 actions 里写它的名字，不用的就去掉`,
          en: `No page takes the button "${button}": name it under actions of a page of ${whoEn}, or leave it out`,
          suggestion: nearest(button, taken.names.get(name) ?? []),
        })
      }
    }
  },
}

/** Kinds of documents whose buttons pages take. */
const SHARING: ReadonlySet<DocumentKind> = new Set(['entity', 'mixin'])

interface Taken {
  /** where the buttons are said that some page takes */
  places: Set<string>
  /** by entity, names of buttons on its pages */
  names: Map<string, Set<string>>
}

function takenIn(context: RuleContext): Taken {
  const taken: Taken = { places: new Set(), names: new Map() }
  for (const { node, view } of context.of('page')) {
    const name = getString(node, 'entity')
    if (name === undefined) continue
    const own = buttonsOf(node)
    const documents = context.resolver.entity(name, view.scope)?.documents ?? []
    const names = taken.names.get(name) ?? new Set()
    taken.names.set(name, names)
    for (const [button] of own) {
      names.add(button)
      for (const { node: from } of documents) {
        const said = getEntry(getEntry(from, 'actions')?.value, button)
        if (said) taken.places.add(formatOrigin(said.keyOrigin))
      }
    }
  }
  return taken
}

function buttonsOf(node: MapNode | undefined): [string, Entry][] {
  const actions = getEntry(node, 'actions')?.value
  return actions?.type === 'map' ? [...actions.entries].filter(([, { value }]) => !isFalse(value)) : []
}
