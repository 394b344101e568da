import type { Call, DictionaryEntries, MenuEntry } from '../contract/configuration.ts'
import { indexesOf, type IndexPlan } from '../indexes/indexes-of.ts'
import type { Wants } from '../indexes/wants.ts'
import type { MaskKind } from '../model/field/fields.ts'
import type {
  CustomerDoc,
  DemoDoc,
  EndpointDoc,
  FieldDoc,
  ParamKind,
  ScopeDoc,
  Tone,
  UnionDoc,
  Volume,
} from '../model/documents.ts'
import { areaPrefix } from '../model/scope.ts'
import { layerOf } from '../overlay/layer.ts'
import { limitFactsOf, type LimitFacts } from '../overlay/limit.ts'
import type { Project } from '../overlay/project.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { distinctScopes } from '../overlay/scopes.ts'
import { namesOf } from '../overlay/project.ts'
import { shortName } from '../source/document.ts'
import { getEntry, getNode, getString, isFalse, toValue, type MapNode, type Node } from '../source/node.ts'

export interface FieldModel extends Omit<FieldDoc, 'mask'> {
  name: string
  mask?: MaskKind
  /** rows that the mask is for: those that one of these fits, field → its values; all rows when left out */
  maskFilters?: Record<string, string[]>[]
  /** rows in which one reader does not see the field: those that one of these fits; none when left out */
  secretFilters?: Record<string, string[]>[]
}
/** An entity as the server stores it. */
export interface EntityModel {
  name: string
  label: string
  key: string
  title: string
  subtitle?: string
  usable?: string
  fields: FieldModel[]
  volume: Volume
  /** what its pages want of its table; none in the view of one scope, which makes no tables */
  indexes: readonly IndexPlan[]
  scope: ScopeDoc | 'none'
  softDelete: boolean
  view?: true
  union?: UnionDoc
  /** how the limit that binds a record next is known; none in the view of one scope, which makes no tables */
  limit?: LimitFacts
}
export interface EndpointModel extends Omit<EndpointDoc, 'params'> {
  name: string
  /** its arguments where the call declares them with their kinds */
  params?: Exclude<EndpointDoc['params'], string[] | undefined>
  /** names of its arguments, as far as they are written */
  names?: string[]
}

const membersOf = (node: Node | undefined): [string, MapNode][] =>
  node?.type === 'map'
    ? [...node.entries].flatMap(([name, e]) => (e.value.type === 'map' ? [[name, e.value] as [string, MapNode]] : []))
    : []

/** A field as the server reads it: its mask in two facts, and what is counted is filled in by nobody. */
export function fieldModel(name: string, { mask, ...said }: FieldDoc): FieldModel {
  const doc = said.counted ? { ...said, readOnly: true } : said
  if (mask === undefined || mask === null) return { ...doc, name }
  if (typeof mask === 'string') return { ...doc, mask, name }
  const filters = Object.entries(mask.filters ?? {}).map(([field, values]) => [field, [values].flat().map(String)])
  return {
    ...doc,
    mask: mask.kind,
    ...(filters.length > 0 ? { maskFilters: [Object.fromEntries(filters)] } : {}),
    name,
  }
}

export function entityModel(name: string, node: MapNode): EntityModel {
  const value = toValue(node) as Record<string, unknown>
  const fields = membersOf(getEntry(node, 'fields')?.value)
  return {
    name,
    label: String(value['label'] ?? name),
    key: String(value['key'] ?? 'id'),
    title: String(value['title'] ?? value['key'] ?? 'id'),
    ...(value['subtitle'] ? { subtitle: String(value['subtitle']) } : {}),
    ...(value['usable'] ? { usable: String(value['usable']) } : {}),
    fields: fields.map(([field, f]) => fieldModel(field, toValue(f) as unknown as FieldDoc)),
    volume: value['volume'] === 'large' ? 'large' : 'small',
    indexes: [],
    scope: (value['scope'] as EntityModel['scope'] | undefined) ?? 'none',
    softDelete: value['softDelete'] === true,
    ...(value['view'] === true ? { view: true as const } : {}),
    ...(value['union'] ? { union: value['union'] as UnionDoc } : {}),
  }
}

/**
 * Entities as tables need them: as the widest scope has them, with the fields that narrower scopes add. So a field that
 * one customer adds has its column, one that another leaves out keeps it, and nothing else that a narrower layer says
 * reaches rows of all.
 */
export function unionEntities(project: Project, resolver: Resolver, wants: Wants): EntityModel[] {
  const scopes = distinctScopes(project)
  return namesOf(project, 'entity').flatMap(name => {
    const short = shortName(name)
    // distinctScopes gives the widest scope first
    const seen = new Set(scopes.flatMap(scope => resolver.entity(short, scope)?.node ?? []))
    const [widest, ...narrower] = [...seen].map(node => entityModel(short, node))
    if (!widest) return []
    const fields = new Map(widest.fields.map(field => [field.name, field]))
    for (const field of narrower.flatMap(model => model.fields))
      if (!fields.has(field.name)) fields.set(field.name, columnOf(field))
    const model = { ...widest, fields: [...fields.values()] }
    const limit = limitFactsOf(
      resolver.entity(short, {})?.node,
      workflow => resolver.resolve(`workflows/${workflow}`, {})?.node,
    )
    return [{ ...model, indexes: indexesOf(model, wants.get(short) ?? []), ...(limit ? { limit } : {}) }]
  })
}

/** A narrower layer's field for all: what it has every save write, or keeps out of lists, is said for its own rows. */
const columnOf = ({ onSave: _written, number: _numbered, unlisted: _left, ...field }: FieldModel): FieldModel => field

export function endpointModels(node: MapNode | undefined): EndpointModel[] {
  return membersOf(getEntry(node, 'endpoints')?.value).map(([name, e]) => {
    const { params, ...doc } = toValue(e) as EndpointDoc
    if (!params) return { ...doc, name }
    return Array.isArray(params)
      ? { ...doc, names: params.map(String), name }
      : { ...doc, params, names: paramsOf({ params }).map(param => param.name), name }
  })
}

/**
 * All calls that there are: those of the product, and those that only an area or a customer has. Which of them somebody
 * can make at all is said by their scope (`ScopedConfiguration.calls`).
 */
export function allEndpoints(project: Project, resolver: Resolver): EndpointModel[] {
  const found = new Map<string, EndpointModel>()
  const seen = new Set<string>()
  for (const scope of [{}, ...distinctScopes(project)]) {
    const endpoints = resolver.resolve('endpoints', scope)
    if (!endpoints || seen.has(endpoints.key)) continue
    seen.add(endpoints.key)
    for (const model of endpointModels(endpoints.node)) if (!found.has(model.name)) found.set(model.name, model)
  }
  return [...found.values()]
}

export interface ParamModel {
  name: string
  kind: ParamKind
  required: boolean
}

/** The arguments that a call declares, without those that an overlay leaves out. */
export const paramsOf = ({ params = {} }: Pick<EndpointModel, 'params'>): ParamModel[] =>
  Object.entries(params).flatMap(([name, doc]) =>
    doc === false || name.startsWith('$')
      ? []
      : [{ name, kind: doc?.kind ?? 'text', required: doc?.required === true }],
  )

export function callFacts(model: EndpointModel): Call {
  const { name, method, path, in: args, names, changes } = model
  return {
    name,
    method,
    path,
    in: args,
    envelope: model.envelope ?? 'resultCode',
    ...(names ? { names } : {}),
    ...(changes ? { changes } : {}),
  }
}

export function dictionaryEntries(
  node: MapNode | undefined,
  key: 'entries' | 'states' | 'transitions',
): DictionaryEntries {
  const map = getEntry(node, key)?.value
  if (map?.type !== 'map') return []
  const known = dictionaries.get(map)
  if (known) return known
  const made = [...map.entries].flatMap(([code, entry]): DictionaryEntries => {
    if (isFalse(entry.value)) return []
    const value = toValue(entry.value)
    if (typeof value !== 'object' || value === null) return [[code, String(value ?? code)]]
    const {
      label = code,
      tone,
      min,
      retired,
    } = value as {
      label?: string
      tone?: Tone
      min?: number
      retired?: boolean
    }
    if (retired === true) return [[code, label, tone ?? 'default', min ?? null, true]]
    if (min !== undefined) return [[code, label, tone ?? 'default', min]]
    return [tone ? [code, label, tone] : [code, label]]
  })
  dictionaries.set(map, made)
  return made
}

/** Asked for each value of each record: a resolved map is the same object every time. */
const dictionaries = new WeakMap<MapNode, DictionaryEntries>()

/** The menu tree without what is left out. */
export function menuEntries(node: Node | undefined, parent = ''): MenuEntry[] {
  return membersOf(node).flatMap(([name, entry]) => {
    const id = parent ? `${parent}.${name}` : name
    const { children: _children, ...rest } = toValue(entry) as Record<string, unknown>
    const roles = rest['roles']
    return [
      {
        ...rest,
        ...(Array.isArray(roles) ? { roles: roles.map(String) } : {}),
        name,
        id,
        title: String(rest['title'] ?? name),
        children: menuEntries(getEntry(entry, 'children')?.value, id),
      } as MenuEntry,
    ]
  })
}

export function customerDocs(project: Project): CustomerDoc[] {
  return (project.documents.get('customer') ?? []).map(d => {
    const value = toValue(d.node) as Omit<CustomerDoc, 'customer' | 'areas'> & { customer: unknown; areas?: unknown[] }
    return { ...value, customer: String(value.customer), areas: (value.areas ?? []).map(String) }
  })
}

/**
 * What the folder of an area hides of that area holds for everybody, as a fact of the place (R6.09); of what lies
 * elsewhere it speaks for its own people alone.
 */
export function areasHiddenIn(project: Project): Set<string> {
  return new Set(
    (project.documents.get('app') ?? []).flatMap(({ layer, node }) => {
      const { area, customer } = layerOf(layer) ?? {}
      if (area === undefined || customer !== undefined) return []
      const said = getString(getEntry(node, 'constants')?.value, 'hiddenAreas') ?? ''
      return said.split(',').filter(code => code !== '' && code.startsWith(areaPrefix(area)))
    }),
  )
}

export function demoDocs(project: Project): DemoDoc[] {
  return (project.documents.get('demo') ?? []).map(({ layer, node }) => {
    const { customer } = layerOf(layer) ?? {}
    const said = toValue(node) as Partial<DemoDoc>
    const whole = { roles: {}, departments: {}, accounts: {}, staff: [], records: [], ...said }
    return customer === undefined ? whole : { ...whole, customer }
  })
}

export const textsIn = (node: MapNode | undefined): Record<string, string> =>
  (getNode(node, ['texts']) ? toValue(getNode(node, ['texts'])!) : {}) as Record<string, string>

/** A workflow's states are a dictionary, and so are its transitions. */
export const DICTIONARY_PARTS: Record<string, 'states' | 'transitions'> = {
  workflow: 'states',
  transition: 'transitions',
}
export const dictionaryDocument = (name: string): string =>
  /^(workflow|transition)\//.test(name) ? `workflows/${shortName(name)}` : `dictionaries/${name}`
