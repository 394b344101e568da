import { labelKey } from '../contract/api.ts'
import type { FieldKind } from '../model/documents.ts'
import { FIELD_TRAITS, NAMED_KINDS, type ValueType } from '../model/field/traits.ts'

export type CelType = 'string' | 'int' | 'double' | 'bool' | 'dyn' | 'list<string>'

/** A variable of an expression: its members, their types, and the texts that a member can have. */
export interface Shape {
  /** type of a variable that is a plain value without members */
  type?: CelType
  members: ReadonlyMap<string, CelType>
  /** member → its dictionary's keys, role codes, …; absent: any text */
  texts?: ReadonlyMap<string, ReadonlySet<string>>
  /** texts that the variable itself can be */
  own?: ReadonlySet<string>
  /** members that are 0 or 1 */
  flags?: ReadonlySet<string>
  /** members that are whole area codes, of six digits or more */
  areas?: ReadonlySet<string>
  /** members that are a day, and those that are a day with a time */
  days?: ReadonlySet<string>
  moments?: ReadonlySet<string>
  /** members that arrive masked */
  masked?: ReadonlySet<string>
}
/** What an expression gives: `any` value, or one of this type. */
export type ExpressionResult = 'bool' | 'number' | 'any'
/** What an expression may read, by variable, and what it must give. */
export interface ExpressionEnv {
  variables: ReadonlyMap<string, Shape>
  result: ExpressionResult
}

/** How a field's value looks to an expression: flags travel as 0 and 1, dates and dictionary keys as text. */
const CEL_TYPES: Record<ValueType, CelType> = {
  text: 'string',
  integer: 'int',
  number: 'double',
  money: 'double',
  day: 'string',
  moment: 'string',
  flag: 'int',
  key: 'string',
  files: 'dyn',
  json: 'dyn',
  rows: 'dyn',
}
/** An unknown kind is `dyn`, because the rule field-kind reports it and further errors would only repeat that. */
export const celTypeOf = (kind: string): CelType =>
  Object.hasOwn(FIELD_TRAITS, kind) ? CEL_TYPES[FIELD_TRAITS[kind as FieldKind].value] : 'dyn'

export interface ShapeField {
  name: string
  kind: FieldKind
  multiple: boolean
  texts?: ReadonlySet<string>
  isMasked?: boolean
}

export function shapeOfFields(fields: readonly ShapeField[]): Shape {
  const members = new Map<string, CelType>()
  const texts = new Map<string, ReadonlySet<string>>()
  const [flags, areas, masked] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const [days, moments] = [new Set<string>(), new Set<string>()]
  for (const field of fields) {
    members.set(field.name, field.multiple ? 'dyn' : celTypeOf(field.kind))
    // the server adds the readable name of an area or reference under its label key
    if (NAMED_KINDS.has(field.kind)) members.set(labelKey(field.name), field.multiple ? 'dyn' : 'string')
    if (field.texts && !field.multiple) texts.set(field.name, field.texts)
    if (field.kind === 'flag') flags.add(field.name)
    if (field.kind === 'date') days.add(field.name)
    if (field.kind === 'datetime') moments.add(field.name)
    if (field.kind === 'area' && !field.multiple) areas.add(field.name)
    if (field.isMasked) masked.add(field.name)
  }
  return { members, texts, flags, areas, days, moments, masked }
}

/** UserShape of the model, as CEL types. */
export const USER_MEMBERS: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ['id', 'string'],
  ['nickName', 'string'],
  ['customerId', 'string'],
  ['areaCode', 'string'],
  ['areaLevel', 'int'],
  ['roles', 'list<string>'],
  ['orgId', 'string'],
])
