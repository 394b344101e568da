import { getEntry, getNode, getString, type Node } from '../../../src/core/source/node.ts'
import { otherValue, type Fault } from '../fault.ts'
import type { Sheet, Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { entityOfPage, fieldsOf, ownPages, route } from './odds.ts'

const codesOf = (workflow: Node | undefined): string[] => {
  const transitions = getEntry(workflow, 'transitions')?.value
  return transitions?.type === 'map' ? [...transitions.entries.keys()] : []
}

/** Transitions that the entity of a page takes. */
function ownCodes(tree: Tree, sheet: Sheet): string[] {
  const status = fieldsOf(tree, entityOfPage(tree, route(sheet)) ?? '').find(
    ([, field]) => getString(field, 'kind') === 'status',
  )
  const workflow = status && getString(status[1], 'workflow')
  return codesOf(tree.context.resolver.resolve(`workflows/${workflow}`, {})?.node)
}

const wordsOfButtons = (sheet: Sheet, word: string): Spot[] =>
  sheet.spots.filter(({ path, given }) => path[0] === 'actions' && path[2] === word && typeof given === 'string')

/** A transition of another workflow at a button, and one that another button of the page takes. */
export function wrongTransitions(tree: Tree): Fault[] {
  const foreign = tree.of('workflow').map(({ node }) => codesOf(node))
  return ownPages(tree).flatMap(sheet => {
    const [own, buttons] = [ownCodes(tree, sheet), wordsOfButtons(sheet, 'transition')]
    return buttons.flatMap((spot, i) => {
      const strange = foreign[(i * 5) % foreign.length]!.find(code => !own.includes(code))
      const taken = buttons.find((_, j) => j === (i + 1) % buttons.length)?.given
      return [
        ...(strange ? otherValue('transition of another workflow', spot, strange) : []),
        ...(taken !== spot.given ? otherValue('transition of another button', spot, String(taken)) : []),
      ]
    })
  })
}

/** The call of another workflow at a button, and one that does not take the transition. */
export function wrongTakers(tree: Tree): Fault[] {
  const calls = getEntry(tree.of('endpoints')[0]!.node, 'endpoints')?.value
  const acts =
    calls?.type === 'map'
      ? [...calls.entries].flatMap(([name, { value }]) =>
          getString(value, 'handler') === 'workflow.act' ? [name] : [],
        )
      : []
  return ownPages(tree).flatMap(sheet =>
    wordsOfButtons(sheet, 'call').flatMap((spot, i) => {
      const handler = getString(getNode(calls, [String(spot.given)]), 'handler')
      const hasTransition = spot.parent?.names.includes('transition')
      if (!hasTransition || (handler !== 'workflow.act' && handler !== 'delete')) return []
      const [of] = String(spot.given).split('.')
      const swapped = `${of}.${handler === 'delete' ? 'act' : 'delete'}`
      const other = acts.filter(name => name !== `${of}.act`)[(i * 3) % (acts.length - 1)]!
      return [
        ...(handler === 'workflow.act' ? otherValue('call of another workflow', spot, other) : []),
        ...(getString(getNode(calls, [swapped]), 'handler')
          ? otherValue('call that does not take the transition', spot, swapped)
          : []),
      ]
    }),
  )
}
