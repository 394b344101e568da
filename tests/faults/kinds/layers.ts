import { getNode, getString, isOfMap } from '../../../src/core/source/node.ts'
import type { Fault, Place } from '../fault.ts'
import type { Sheet } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt } from '../typos.ts'
import { ownPages, route } from './odds.ts'

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

/** A new file of a customer that lies over what the product says. */
function overlay(sort: string, path: string, text: string, part: string): Fault {
  const place: Place = [path, lineOf(text, part)]
  return {
    sort: `overlay: ${sort}`,
    what: `${path}: ${text.replaceAll('\n', ' ⏎ ')}`,
    files: new Map([[path, text]]),
    at: [place],
  }
}

export function wrongOverlays(tree: Tree): Fault[] {
  const taken = new Set(tree.files.map(({ path }) => path))
  const customers = [...new Set(tree.checked.project.layers.flatMap(({ customer }) => customer ?? []))]
  const homes = ownPages(tree).flatMap((sheet, i) => faultsOf(sheet, customers[i % customers.length]!))
  const entities = tree.sheets
    .filter(({ kind, layer }) => kind === 'entity' && layer === 'schemas')
    .flatMap((sheet, i) => ofEntity(tree, sheet, customers[i % customers.length]!))
  return [...homes, ...entities].filter(({ files }) => ![...files.keys()].some(path => taken.has(path)))
}

function faultsOf(sheet: Sheet, customer: string): Fault[] {
  const path = `customers/${customer}/${sheet.name}.yaml`
  const names = (key: string): readonly string[] => sheet.spots.find(spot => spot.path.join('.') === key)?.names ?? []
  const [column, section, action] = [names('columns')[1], names('sections')[0], names('actions')[0]]
  const title = sheet.spots.find(spot => spot.path.join('.') === 'title')?.given
  const of = (sort: string, text: string, part: string): Fault => overlay(sort, path, text, part)
  return [
    ...(column && !isOfMap(column)
      ? [
          of('misspelt target', `columns:\n  ${misspelt(column)}: false\n`, misspelt(column)),
          of('misspelt name in $only', `columns: {$only: [${misspelt(column)}]}\n`, misspelt(column)),
          of('another type', `columns:\n  ${column}: [wide]\n`, '[wide]'),
        ]
      : []),
    ...(section && !isOfMap(section)
      ? [
          of(
            'misspelt section',
            `sections:\n  ${misspelt(section)}:\n    fields:\n      strange: false\n`,
            misspelt(section),
          ),
        ]
      : []),
    ...(action && !isOfMap(action)
      ? [of('misspelt target', `actions:\n  ${misspelt(action)}: false\n`, misspelt(action))]
      : []),
    ...(typeof title === 'string' ? [of('says what is there', `title: ${title}\n`, 'title')] : []),
    overlay('page that is not below', path.replace(route(sheet), misspelt(route(sheet))), 'title: 网站\n', 'title'),
  ]
}

/** What the product's pages, workflows and numbers need, taken away for one customer; and fields of another kind. */
function ofEntity({ context }: Tree, sheet: Sheet, customer: string): Fault[] {
  const path = `customers/${customer}/${sheet.name}.yaml`
  const fields = getNode(context.resolver.resolve(sheet.name, {})?.node, ['fields'])
  if (fields?.type !== 'map') return []
  const shown = new Set(
    context
      .of('page')
      .flatMap(({ node, facts }) =>
        getString(node, 'entity') === sheet.name.slice('entities/'.length)
          ? facts.keys.flatMap(({ what, name }) => (what === 'field' ? [name] : []))
          : [],
      ),
  )
  return [...fields.entries].flatMap(([name, { value }]) => {
    const kind = getString(value, 'kind')
    if (value.type !== 'map' || kind === undefined) return []
    const other = kind === 'text' ? 'int' : 'longText'
    return [
      ...(shown.has(name)
        ? [overlay('takes away what is needed', path, `fields:\n  ${name}: false\n`, `${name}:`)]
        : []),
      overlay('field of another kind', path, `fields:\n  ${name}: {kind: ${other}}\n`, 'kind'),
    ]
  })
}
