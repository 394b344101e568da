import { FIELD_TRAITS } from '../../../src/core/model/field/traits.ts'
import type { FieldKind } from '../../../src/core/model/documents.ts'
import { getEntry, getNode, getString, isFalse, type Node } from '../../../src/core/source/node.ts'
import { added, dropped, otherValue, type Fault } from '../fault.ts'
import type { Sheet, Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'

const given = (sheet: Sheet, path: string): string | undefined => {
  const found = sheet.spots.find(spot => spot.path.join('.') === path)?.given
  return typeof found === 'string' ? found : undefined
}
const spotAt = (sheet: Sheet, path: string): Spot | undefined => sheet.spots.find(spot => spot.path.join('.') === path)
const pages = ({ sheets }: Tree): Sheet[] => sheets.filter(({ kind }) => kind === 'page')
const ownPages = (tree: Tree): Sheet[] => pages(tree).filter(({ layer }) => layer === 'schemas' || layer === 'base')

const route = ({ name }: Sheet): string => name.slice('pages/'.length)
export const kindOfPage = ({ context }: Tree, page: string): string | undefined =>
  getString(context.resolver.resolve(`pages/${page}`, {})?.node, 'kind')
export const entityOfPage = ({ context }: Tree, page: string): string | undefined =>
  getString(context.resolver.resolve(`pages/${page}`, {})?.node, 'entity')

export const fieldsOf = ({ context }: Tree, entity: string): [string, Node][] => {
  const fields = getNode(context.resolver.entity(entity, {})?.node, ['fields'])
  return fields?.type === 'map'
    ? [...fields.entries].flatMap(([name, { value }]): [string, Node][] => (isFalse(value) ? [] : [[name, value]]))
    : []
}
const kindOf = (field: Node): FieldKind | undefined => getString(field, 'kind') as FieldKind | undefined

/** A page of another sort or entity, where one of a certain sort is meant. */
export function wrongPages(tree: Tree): Fault[] {
  const all = ownPages(tree).map(route)
  const ofKind = (kind: string, not: string | undefined): string[] =>
    all.filter(page => kindOfPage(tree, page) === kind && entityOfPage(tree, page) !== not)
  return tree.sheets.flatMap(sheet =>
    sheet.spots.flatMap(spot => {
      const { id } = spot.word
      if (typeof spot.given !== 'string') return []
      const isOf = (...ids: string[]): boolean => ids.includes(id)
      const entity = sheet.kind === 'entity' ? given(sheet, 'entity') : entityOfPage(tree, spot.given)
      const kind = kindOfPage(tree, spot.given)
      const others = kind && ofKind(kind, entity)
      const other = others && others[spot.given.length % others.length]
      const form = all.find(page => kindOfPage(tree, page) === 'form' && entityOfPage(tree, page) === entity)
      const isRecord = isOf(
        'list.columns.*.page',
        'entity.page',
        'entity.list',
        'statistic.list',
        'workflow.transitions.*.beside.page',
        'form.beside.page',
      )
      const isButton =
        id === 'list.actions.*.page'
        && kind === 'detail'
        && !spotAt(sheet, [...spot.path.slice(0, -1), 'args'].join('.'))
      return [
        ...((isRecord || isButton) && other ? otherValue('page of another entity', spot, other) : []),
        ...(isOf('list.parent', 'detail.parent') && form ? otherValue('page of another sort', spot, form) : []),
        ...(isOf('entity.page', 'entity.list', 'detail.tabs.*.page') && form
          ? otherValue('page of another sort', spot, form)
          : []),
      ]
    }),
  )
}

/** A detail stands for one record: no menu can say which. */
export function detailsInMenu(tree: Tree): Fault[] {
  const detail = ownPages(tree)
    .map(route)
    .filter(page => kindOfPage(tree, page) === 'detail')
  return tree.sheets
    .filter(({ kind }) => kind === 'menu')
    .flatMap(({ spots }) => spots.filter(spot => spot.word.id === 'menu.menu.*.page'))
    .flatMap((spot, i) => otherValue('detail in the menu', spot, detail[(i * 7) % detail.length]!))
}

/** A call of another sort than the place asks for. */
export function wrongCalls(tree: Tree): Fault[] {
  return ownPages(tree).flatMap(sheet =>
    sheet.spots.flatMap(spot => {
      if (typeof spot.given !== 'string' || !spot.given.includes('.')) return []
      const [of] = spot.given.split('.')
      const kind = kindOfPage(tree, route(sheet))
      const calls = tree.context.of('endpoints')[0]!.view.names('endpoint')
      const swap = (name: string): Fault[] =>
        calls.has(`${of}.${name}`) && spot.given !== `${of}.${name}`
          ? otherValue('call of another sort', spot, `${of}.${name}`)
          : []
      if (spot.word.id === 'list.source') return kind === 'list' ? [...swap('one'), ...swap('delete')] : swap('list')
      return spot.word.id === 'form.call' ? [...swap('list'), ...swap('delete')] : []
    }),
  )
}

/** What the entity requires is not asked, or cannot be filled in. */
export function unansweredForms(tree: Tree): Fault[] {
  return ownPages(tree).flatMap(sheet => {
    if (kindOfPage(tree, route(sheet)) !== 'form') return []
    const fields = new Map(fieldsOf(tree, entityOfPage(tree, route(sheet)) ?? ''))
    // what the address brings need not be filled in
    const brought = spotAt(sheet, 'prefill')?.names ?? []
    return sheet.spots.flatMap(spot => {
      if (spot.path.length !== 4 || spot.path[0] !== 'sections' || spot.path[2] !== 'fields') return []
      const field = fields.get(spot.path[3]!)
      const required = field && getEntry(field, 'required')?.value
      const hasDefault = field && (getEntry(field, 'default') ?? getEntry(field, 'readOnly'))
      if (required?.type !== 'scalar' || required.value !== true || hasDefault) return []
      if (brought.includes(spot.path[3]!)) return []
      if (spot.names.some(name => ['computed', 'disabled', 'visible', 'default', 'required'].includes(name))) return []
      const section = spot.parent?.parent
      const gone = dropped('required field left out of a form', spot)
      return [
        // the form as a whole lacks it: told where the sections or the title stand
        ...gone.map(fault => ({ ...fault, at: aroundOf(sheet, fault, section) })),
        ...added('required field that nobody can fill in', spot, 'disabled: true'),
      ]
    })
  })
}

/** Lines of the keys above a place. */
function aroundOf(sheet: Sheet, fault: Fault, section: Spot | undefined): Fault['at'] {
  const text = fault.files.get(sheet.file.path)!
  const lines = text.split('\n')
  const names = ['sections', 'kind', 'title', 'call', section?.path[1] ?? '']
  return lines.flatMap((line, i) =>
    names.some(name => line.trim().replaceAll("'", '').startsWith(`${name}:`))
      ? [[sheet.file.path, i + 1] as const]
      : [],
  )
}

/** Filters and orders of kinds that cannot be filtered or ordered by. */
export function unsortable(tree: Tree): Fault[] {
  return ownPages(tree).flatMap(sheet => {
    if (kindOfPage(tree, route(sheet)) !== 'list') return []
    const fields = fieldsOf(tree, entityOfPage(tree, route(sheet)) ?? '')
    const [filters, sort] = [spotAt(sheet, 'filters'), spotAt(sheet, 'sort')]
    const none = fields.find(([, field]) => {
      const kind = kindOf(field)
      return kind !== undefined && FIELD_TRAITS[kind].filter === 'none'
    })?.[0]
    const table = fields.find(([, field]) => ['table', 'json', 'file', 'image'].includes(kindOf(field) ?? ''))?.[0]
    return [
      ...(filters && none && !filters.names.includes(none)
        ? added('filter of a kind that cannot', filters, `${none}:`)
        : []),
      ...(sort && table ? otherValue('order of a kind that cannot', sort, `${table} desc`) : []),
    ]
  })
}

/** Fields that a workflow writes, of another kind. */
export function wrongRecordFields(tree: Tree): Fault[] {
  return tree.sheets
    .filter(({ kind, layer }) => kind === 'workflow' && layer === 'schemas')
    .flatMap(sheet => {
      const fields = fieldsOf(tree, given(sheet, 'entity') ?? '')
      return sheet.spots.flatMap(spot => {
        if (spot.path[0] !== 'record' || spot.path.length !== 2) return []
        // a workflow keeps units, people, days and flags: nothing of these kinds
        const other = fields.find(([, field]) =>
          ['longText', 'money', 'int', 'phone', 'url'].includes(kindOf(field) ?? ''),
        )
        return other ? otherValue('workflow field of another kind', spot, other[0]) : []
      })
    })
}

/** Pages that lead nowhere: to themselves, and to each other. */
export const circles = (tree: Tree): Fault[] =>
  ownPages(tree).flatMap(sheet => {
    const page = spotAt(sheet, 'page')
    if (!page || page.word.id !== 'redirect.page') return []
    return otherValue('redirect in a circle', page, route(sheet))
  })

export { given, ownPages, route, spotAt }
