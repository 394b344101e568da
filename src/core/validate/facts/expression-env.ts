import {
  shapeOfFields,
  USER_MEMBERS,
  type CelType,
  type ExpressionEnv,
  type ExpressionResult,
  type Shape,
  type ShapeField,
} from '../../expression/shape.ts'
import type { FieldKind } from '../../model/documents.ts'
import { KNOWN_OPTIONS } from '../../model/options.ts'
import { merge } from '../../overlay/merge.ts'
import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getNode, getString, isEmpty, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from './context.ts'
import type { ExpressionUse } from './facts.ts'
import { membersOf, type ScopeView } from './scope-view.ts'

/** The place of an expression, which decides the names it may use. */
interface Place {
  variable: 'row' | 'values' | undefined
  result: ExpressionResult
  transition: string | undefined
  texts: readonly ('today' | 'action')[]
  isDefault: boolean
  table: string | undefined
  /**
   * path of the fields that are filled in together with this one; undefined if the expression is not about filling in
   */
  asked: readonly string[] | undefined
}
const mapOf = (node: Node | undefined): MapNode | undefined => (node?.type === 'map' ? node : undefined)

/** Gives each expression the variables of its place. */
export class EnvironmentOf {
  readonly #user: Shape
  readonly #option: Shape
  readonly #shapes = new WeakMap<ScopeView, Map<MapNode, Shape>>()
  readonly #known = new WeakMap<MergedDocument, Map<string, ExpressionEnv>>()

  constructor(context: RuleContext) {
    this.#user = userShape(context)
    this.#option = optionShape(context)
  }

  at(document: MergedDocument, use: ExpressionUse): ExpressionEnv {
    if (document.kind === 'statistic') return measuresBeside(document, use)
    const place = placeOf(document, use)
    const { variable, result, transition, texts, table, isDefault, asked } = place
    const key = [variable, result, transition, texts.join('.'), table, isDefault, asked?.join('.')].join('§')
    const known = this.#known.get(document) ?? new Map<string, ExpressionEnv>()
    this.#known.set(document, known)
    let env = known.get(key)
    if (!env) known.set(key, (env = this.#make(document, place)))
    return env
  }

  /** The record's fields: the same for all pages of an entity, as long as they see the same dictionaries. */
  #shapeOf({ view, fields }: MergedDocument): Shape {
    if (!fields) return NO_FIELDS
    let shapes = this.#shapes.get(view)
    if (!shapes) this.#shapes.set(view, (shapes = new Map()))
    let shape = shapes.get(fields)
    if (!shape) shapes.set(fields, (shape = shapeOfFields(fieldsOf(view, fields))))
    return shape
  }

  #make(document: MergedDocument, place: Place): ExpressionEnv {
    const { variable, result, transition, texts, table, isDefault, asked } = place
    const variables = new Map<string, Shape>([
      ['user', this.#user],
      ['option', this.#option],
    ])
    for (const text of texts)
      variables.set(text, text === 'action' ? { ...TEXT, own: membersOf(document.node, 'transitions') } : TEXT)
    if (isDefault) variables.set('at', MOMENT)
    if (variable)
      variables.set(
        variable,
        asked
          ? shapeOfFields([
              ...fieldsOf(document.view, document.fields),
              ...fieldsOf(document.view, withEntity(getNode(document.node, asked), document.fields)),
            ])
          : asRead(this.#shapeOf(document), document, variable),
      )
    // a row of a sub-table has the columns of the sub-table
    if (table !== undefined)
      variables.set('item', shapeOfFields(fieldsOf(document.view, mapOf(getNode(document.fields, [table, 'fields'])))))
    if (transition !== undefined) {
      const form = getNode(document.node, ['transitions', transition, 'form'])
      variables.set('form', shapeOfFields(fieldsOf(document.view, withEntity(form, document.fields))))
      variables.set('at', MOMENT)
      variables.set('created', { members: new Map([...document.view.names('entity')].map(name => [name, 'string'])) })
    }
    return { variables, result }
  }
}

/** Pages read records masked; the server, and who fills in a form, has them as they are. */
const asRead = (shape: Shape, { kind }: MergedDocument, variable: 'row' | 'values'): Shape =>
  kind === 'page' && variable === 'row' ? shape : { ...shape, masked: new Set() }

/** A number is worked out of the other measures of its statistic. */
function measuresBeside({ node }: MergedDocument, { path, result }: ExpressionUse): ExpressionEnv {
  const others = [...membersOf(node, 'measures')].filter(name => name !== path[1])
  return { variables: new Map(others.map(name => [name, NUMBER])), result }
}
const NUMBER: Shape = { type: 'double', members: new Map() }

const NO_FIELDS: Shape = { members: new Map() }

/** Type of `at`: the moment of a transition, or when a form is opened. */
const MOMENT: Shape = { members: new Map([['time', 'string']]), moments: new Set(['time']) }

/** Type of `today` (a date as text) and of `action` (a transition's code). */
const TEXT: Shape = { type: 'string', members: new Map() }

function placeOf(document: MergedDocument, { path, result }: ExpressionUse): Place {
  const { kind, node } = document
  // what a field begins with is known before anything is filled in
  const isDefault = path.at(-1) === 'default'
  if (isDefault)
    return {
      variable: undefined,
      result,
      transition: undefined,
      texts: ['today'],
      table: undefined,
      isDefault,
      asked: undefined,
    }
  const asked = askedIn(document, path)
  return {
    variable: asked ? 'values' : recordVariable(node, path),
    result,
    // each transition has its own form
    transition: !asked && kind === 'workflow' && path[0] === 'transitions' ? path[1] : undefined,
    texts: asked ? ['today'] : textsIn(document, path),
    table: kind === 'page' && path[0] === 'sections' && path[4] === 'links' ? path[3] : undefined,
    isDefault,
    asked,
  }
}

/** Conditions of a workflow and of tabs may wait for a day; the one of a workflow knows what is to be done. */
function textsIn({ kind, node }: MergedDocument, [part, , word]: readonly string[]): Place['texts'] {
  if (kind !== 'workflow') return part === 'tabs' && getString(node, 'kind') === 'list' ? ['today'] : []
  if (part === 'when') return ['today', 'action']
  return word === 'when' || word === 'requires' ? ['today'] : []
}

/** Words of a field that say something of what is filled in. */
const OF_FILLING = new Set(['visible', 'disabled', 'required', 'computed', 'min', 'max', 'check'])
/** Limits of a value, which columns and filters may repeat, too. */
const LIMITS = new Set(['min', 'max', 'check'])

/** Path of the fields filled in together with this one; undefined where nothing is filled in. */
function askedIn({ kind, node }: MergedDocument, path: readonly string[]): readonly string[] | undefined {
  const word = path.at(-1) ?? ''
  if (!OF_FILLING.has(word)) return undefined
  if (kind === 'entity' || kind === 'mixin') return path.slice(0, 1)
  if (kind === 'workflow') return path[2] === 'form' ? path.slice(0, 3) : undefined
  if (path[0] === 'actions' && path[2] === 'form') return path.slice(0, 3)
  return getString(node, 'kind') === 'form' || LIMITS.has(word) ? path.slice(0, -2) : undefined
}

/** The record is called `values` in forms and `row` elsewhere; a button of the whole page has no record. */
function recordVariable(page: MapNode, path: readonly string[]): 'row' | 'values' | undefined {
  const kind = getString(page, 'kind')
  if (kind === 'form') return 'values'
  if (kind !== 'list') return 'row'
  if (path[0] === 'refresh') return 'row'
  const action = path[0] === 'actions' ? getNode(page, path.slice(0, 2)) : undefined
  const places = action?.type === 'map' ? listOf(action, 'on') : []
  return places.some(place => place !== 'page') ? 'row' : undefined
}

/** A form's field with the name of an entity's field is that field, with the form's own keys laid over it. */
function withEntity(form: Node | undefined, fields: MapNode | undefined): MapNode | undefined {
  if (form?.type !== 'map') return undefined
  const entries = [...form.entries].map(([name, entry]) => {
    const own = fields?.entries.get(name)
    return [
      name,
      own ? { ...entry, value: entry.value.type === 'map' ? merge(own.value, entry.value) : own.value } : entry,
    ] as const
  })
  return { ...form, entries: new Map(entries) }
}

function fieldsOf(view: ScopeView, fields: MapNode | undefined): ShapeField[] {
  return [...(fields?.entries ?? [])].flatMap(([name, { value }]): ShapeField[] => {
    const isSecret = getEntry(value, 'secret')?.value
    if (isSecret?.type === 'scalar' && isSecret.value === true) return []
    const [dict, workflow] = [getString(value, 'dict'), getString(value, 'workflow')]
    const texts = dict ? view.entries(dict) : workflow ? view.entries(`workflow/${workflow}`) : undefined
    const multiple = getNode(value, ['multiple'])
    return [
      {
        name,
        kind: (getString(value, 'kind') ?? 'json') as FieldKind,
        multiple: multiple?.type === 'scalar' && multiple.value === true,
        ...(texts ? { texts } : {}),
        isMasked: isAlwaysMasked(getEntry(value, 'mask')?.value),
      },
    ]
  })
}

const isAlwaysMasked = (mask: Node | undefined): boolean =>
  mask !== undefined && !isFalse(mask) && !isEmpty(mask) && !getEntry(mask, 'filters')

function userShape(context: RuleContext): Shape {
  const roles = context.documents[0]?.view.names('role')
  return {
    members: USER_MEMBERS,
    areas: new Set(['areaCode']),
    ...(roles?.size ? { texts: new Map([['roles', roles]]) } : {}),
  }
}

const OPTION_TYPES: Record<string, CelType> = { boolean: 'bool', string: 'string', number: 'double' }

/** The options that the product reads, and those that any customer sets. */
function optionShape({ resolver }: RuleContext): Shape {
  const members = new Map<string, CelType>(KNOWN_OPTIONS.map(name => [name, 'bool']))
  for (const { node } of resolver.layersOf('customer')) {
    const options = getEntry(node, 'options')?.value
    if (options?.type !== 'map') continue
    for (const [name, { value }] of options.entries) {
      const type = value.type === 'scalar' ? (OPTION_TYPES[typeof value.value] ?? 'dyn') : 'dyn'
      members.set(name, members.has(name) && members.get(name) !== type ? 'dyn' : type)
    }
  }
  return { members }
}
