import { appliesTo, layerOf } from '../../../src/core/overlay/layer.ts'
import { getEntry, getNode, getString, isFalse, type Node } from '../../../src/core/source/node.ts'
import type { Fault } from '../fault.ts'
import type { Tree } from '../tree.ts'

/** A customer's file that takes away one thing. */
interface Removal {
  sort: string
  name: string
  path: readonly [part: string, member: string]
}

/** What the product's pages, workflows and fields name, taken away for one customer, to whom it is told. */
export function wrongRemovals(tree: Tree): Fault[] {
  const taken = new Set(tree.files.map(({ path }) => path))
  const customers = [...new Set(tree.checked.project.layers.flatMap(({ customer }) => customer ?? []))]
  const removals = [...ofWorkflows(tree), ...ofDictionaries(tree), ...ofReports(tree), ...ofRoles(tree)]
  return removals.flatMap(({ sort, name, path: [part, member] }, i) => {
    const file = `customers/${customers[i % customers.length]!}/${name}.yaml`
    if (taken.has(file)) return []
    return [
      {
        sort: `overlay takes away: ${sort}`,
        what: `${file}: ${part}.${member}`,
        files: new Map([[file, `${part}:\n  '${member}': false\n`]]),
        at: [[file, 2] as const],
      },
    ]
  })
}

const namesIn = (node: Node | undefined): string[] =>
  node?.type === 'map' ? [...node.entries].flatMap(([name, { value }]) => (isFalse(value) ? [] : [name])) : []

function ofWorkflows(tree: Tree): Removal[] {
  const buttons = new Set(
    tree.of('page').flatMap(({ facts }) => facts.mentions.flatMap(one => (one.what === 'transition' ? one.name : []))),
  )
  return tree.of('workflow').flatMap(({ name, node }) => {
    const [states, transitions] = [getNode(node, ['states']), getNode(node, ['transitions'])]
    const used = new Set(
      namesIn(transitions).flatMap(code => {
        const from = getNode(transitions, [code, 'from'])
        return from?.type === 'list' ? from.items.map(item => (item.type === 'scalar' ? String(item.value) : '')) : []
      }),
    )
    return [
      ...namesIn(states)
        .filter(code => used.has(code))
        .map((code): Removal => ({ sort: 'state', name: `workflows/${name}`, path: ['states', code] })),
      ...namesIn(transitions)
        .filter(code => buttons.has(code))
        .map((code): Removal => ({ sort: 'transition', name: `workflows/${name}`, path: ['transitions', code] })),
    ]
  })
}

/** Codes that fields begin with. */
const ofDictionaries = (tree: Tree): Removal[] =>
  tree.of('entity').flatMap(({ fields }) =>
    [...(fields?.entries.values() ?? [])].flatMap(({ value }): Removal[] => {
      const [dict, first] = [getString(value, 'dict'), getEntry(value, 'default')?.value]
      if (dict === undefined || first?.type !== 'scalar' || String(first.value).startsWith('=')) return []
      return [{ sort: 'code', name: `dictionaries/${dict}`, path: ['entries', String(first.value)] }]
    }),
  )

/** Widgets that a report tells of. */
const ofReports = (tree: Tree): Removal[] =>
  tree.of('page').flatMap(({ name, node }) => {
    const chapters = getNode(node, ['report', 'chapters'])
    const tables = namesIn(chapters).flatMap(code => {
      const list = getNode(chapters, [code, 'tables'])
      return list?.type === 'list' ? list.items.map(item => (item.type === 'scalar' ? String(item.value) : '')) : []
    })
    return [...new Set(tables)].map((widget): Removal => ({
      sort: 'widget',
      name: `pages/${name}`,
      path: ['widgets', widget],
    }))
  })

/** Roles that the product names. */
function ofRoles({ context, of }: Tree): Removal[] {
  const own = new Set(
    of('dictionary').flatMap(({ name, node }) => (name === 'role' ? namesIn(getNode(node, ['entries'])) : [])),
  )
  const named = [...context.mentions('role')].flatMap(({ mention: { name, origin } }) => {
    const layer = layerOf(origin.file.split('/')[0]!)
    return layer && appliesTo(layer, {}) && own.has(name) ? [name] : []
  })
  return [...new Set(named)].map(role => ({
    sort: 'role',
    name: 'dictionaries/role',
    path: ['entries', role] as const,
  }))
}
