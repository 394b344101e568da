import { getEntry, getNode, getString, type Node } from '../../../src/core/source/node.ts'
import { added, otherValue, type Fault } from '../fault.ts'
import type { Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { entityOfPage, fieldsOf, kindOfPage, ownPages, route } from './odds.ts'

/** A mask that holds for another code than all others of its dictionary: names of persons would be shown. */
export const wrongMasks = ({ sheets, context }: Tree): Fault[] =>
  sheets
    .filter(({ kind }) => kind === 'entity' || kind === 'mixin')
    .flatMap(({ spots }) =>
      spots
        .filter(({ path, given }) => path.at(-3) === 'mask' && path.at(-1) === 'subjectType' && given !== undefined)
        .flatMap(spot => {
          const entries = getNode(context.resolver.resolve('dictionaries/subjectType', {})?.node, ['entries'])
          const other =
            entries?.type === 'map' ? [...entries.entries.keys()].find(code => code !== spot.given) : undefined
          return other ? otherValue('mask that never holds', spot, `'${other}'`) : []
        }),
    )

const isMasked = (field: Node): boolean => {
  const mask = getEntry(field, 'mask')?.value
  return mask !== undefined && !getEntry(mask, 'filters')
}

const buttonsOf = (spots: readonly Spot[]): Spot[] =>
  spots.filter(({ path, names }) => path.length === 2 && path[0] === 'actions' && names.includes('label'))

/** A condition of a button that reads what arrives masked. */
export const maskedConditions = (tree: Tree): Fault[] =>
  ownPages(tree).flatMap(sheet => {
    const page = route(sheet)
    const field = fieldsOf(tree, entityOfPage(tree, page) ?? '').find(([, node]) => isMasked(node))
    if (!field || kindOfPage(tree, page) !== 'detail') return []
    return buttonsOf(sheet.spots)
      .filter(({ names }) => !names.includes('visible'))
      .flatMap(spot => added('condition on what is masked', spot, `visible: =row.${field[0]} == '张三'`))
  })

/** A field of a form that is shown, or worked out, by its own value. */
export const ownConditions = (tree: Tree): Fault[] =>
  ownPages(tree).flatMap(sheet => {
    if (kindOfPage(tree, route(sheet)) !== 'form') return []
    const fields = new Map(fieldsOf(tree, entityOfPage(tree, route(sheet)) ?? ''))
    return sheet.spots.flatMap(spot => {
      const [part, , of, name] = spot.path
      const isField = part === 'sections' && of === 'fields' && name !== undefined && spot.path.length === 4
      if (!isField || getString(fields.get(name), 'kind') !== 'text') return []
      if (spot.names.some(word => ['visible', 'computed', 'required'].includes(word))) return []
      return [
        ...added('shown by its own value', spot, `visible: =values.${name} == 'x'`),
        ...added('worked out of itself', spot, `computed: =values.${name}`),
      ]
    })
  })

/** Fields that only somebody sees, or changes, of whom there is none. */
export const fieldRoles = ({ sheets }: Tree): Fault[] =>
  sheets
    .filter(({ kind }) => kind === 'entity' || kind === 'mixin')
    .flatMap(({ spots }) =>
      spots
        .filter(({ path, names }) => path.length === 2 && path[0] === 'fields' && names.includes('kind'))
        .flatMap(spot => [
          ...added('role of a field that there is not', spot, 'roles: [inspektor]'),
          ...added('role of a field that there is not', spot, "editRoles: ['1', nobody]"),
        ]),
    )

/** A page made of one that only another area has. */
export function foreignGrounds({ sheets, checked }: Tree): Fault[] {
  const isOwn = (name: string): boolean => checked.project.documents.get(name)?.length === 1
  const own = sheets.filter(({ layer, name, kind }) => kind === 'page' && /\/areas\//.test(layer) && isOwn(name))
  const areas = [...new Set(own.map(({ layer }) => layer))]
  return own.flatMap(({ name, layer }, i) => {
    const others = areas.filter(area => !layer.startsWith(area) && !area.startsWith(layer))
    const path = `${others[i % others.length]!}/pages/own/made${i}.yaml`
    const text = `title: 自己的\nextends: ${name.slice('pages/'.length)}\n`
    const at = [[path, 2] as const]
    return [{ sort: 'page of another area extended', what: path, files: new Map([[path, text]]), at }]
  })
}
