import { getEntry, getString, isEmpty, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'

/** The buttons of a page, without those that an overlay has removed. */
export function actionsIn(page: MapNode): [name: string, button: MapNode][] {
  const actions = getEntry(page, 'actions')?.value
  if (actions?.type !== 'map') return []
  return [...actions.entries].flatMap(([name, { value }]): [string, MapNode][] =>
    value.type === 'map' ? [[name, value]] : [],
  )
}

/** Whether a button has a word at all, other than `false`. */
export function says(button: Node | undefined, word: string): boolean {
  const value = getEntry(button, word)?.value
  return value !== undefined && !isEmpty(value) && !isFalse(value)
}

/** The page that a button opens. */
export function pageOfButton(
  button: MapNode,
  { view }: MergedDocument,
  { resolver }: RuleContext,
): MapNode | undefined {
  const route = getString(button, 'page')
  return route === undefined ? undefined : resolver.resolve(`pages/${route}`, view.scope)?.node
}

/** The call that a button makes: its own, or the one of the form of which it asks some fields. */
export function callOfButton(button: MapNode, document: MergedDocument, context: RuleContext): string | undefined {
  const own = getString(button, 'call')
  if (own !== undefined || !says(button, 'fields')) return own
  const page = pageOfButton(button, document, context)
  return page && getString(page, 'call')
}
