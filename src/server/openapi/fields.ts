import {
  FIELD_TRAITS,
  NAMED_KINDS,
  RANGE_KINDS,
  STRUCTURE_KINDS,
  UNSEARCHABLE_KINDS,
  type ValueType,
} from '../../core/model/field/traits.ts'
import { labelKey, LOCKED, MAY, rangeKeys, REVEALABLE, SHUT, WHY } from '../../core/contract/api.ts'
import { EMPTY, NOT, ONLY } from '../../core/contract/filter-words.ts'
import { TEXT, type Schema } from '../answer/schema.ts'
import type { ParamModel } from '../../core/compile/models.ts'
import type { ParamKind } from '../../core/model/documents.ts'
import type { Entity, FieldModel } from '../db/tables/models.ts'

const DATE: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const DATETIME: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
const NUMBER: Schema = { type: 'number' }

const STORED: Record<ValueType, Schema> = {
  text: TEXT,
  integer: { type: 'integer' },
  number: NUMBER,
  money: NUMBER,
  day: DATE,
  moment: DATETIME,
  flag: { enum: [0, 1] },
  key: TEXT,
  files: TEXT,
  json: {},
  rows: { type: 'array', items: { type: 'object' } },
}

const isShown = (field: FieldModel): boolean => field.secret !== true && field.name !== 'delFlag'
const stored = (field: FieldModel): Schema => (field.multiple ? TEXT : STORED[FIELD_TRAITS[field.kind].value])

/** Numbers may come as texts: forms and queries send them so. */
export function sent(field: FieldModel): Schema {
  if (STRUCTURE_KINDS.has(field.kind)) return { description: field.label }
  const limits = field.multiple
    ? { type: ['string', 'array', 'null'] }
    : { type: ['string', 'number', 'boolean', 'null'] }
  return { ...limits, description: field.label }
}

/**
 * Properties beside the fields: the possible transitions, the fields that name records out of reach, and the masked
 * fields that may be revealed.
 */
function beside(fields: readonly FieldModel[]): Record<string, Schema> {
  const texts = { type: 'array', items: TEXT }
  return {
    ...(fields.some(field => field.kind === 'status') ? { [MAY]: texts } : {}),
    ...(fields.some(field => field.kind === 'ref' || field.kind === 'uscc' || field.record) ? { [SHUT]: texts } : {}),
    ...(fields.some(field => field.mask) ? { [REVEALABLE]: texts } : {}),
  }
}

const TEXTS: Schema = { type: 'object', additionalProperties: TEXT }

/** A record as answered in lists and alone: names beside codes, empty fields left out. */
export function recordSchema(entity: Entity): Schema {
  const fields = entity.fields.filter(isShown)
  const own = fields.map(field => [field.name, { ...stored(field), description: field.label }])
  const names = fields.filter(field => NAMED_KINDS.has(field.kind)).map(field => [labelKey(field.name), TEXT])
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries([...names, ...own]),
      ...beside(fields),
      ...(fields.some(field => field.kind === 'status') ? { [WHY]: TEXTS, [LOCKED]: TEXTS } : {}),
    },
    required: [entity.key],
    additionalProperties: false,
  }
}

/** A record's schema with further properties of a particular list. */
export function rowSchema(entity: Entity, more: Record<string, Schema> = {}): Schema {
  const record = recordSchema(entity) as { properties: Record<string, Schema> }
  return { ...record, properties: { ...record.properties, ...more } }
}

const ENDS = ['起', '止', '止（不含）']
/** The words that a list understands among the values of such a field. */
function wordsOf({ kind, multiple, mask }: FieldModel): string {
  const { filter } = FIELD_TRAITS[kind]
  const all = filter !== 'range' || multiple
  const words = [
    `${EMPTY} 没有内容`,
    mask || !all ? `${NOT},${EMPTY} 有内容` : `${NOT} 其后各项除外`,
    ...(filter === 'area' ? [`${ONLY} 其后各项仅本级`] : []),
  ]
  return `；可用 ${words.join('，')}`
}

/** Arguments of a list: paging, order, and a filter for each field that can be searched. */
export function listProperties(entity: Entity): Record<string, Schema> {
  const count: Schema = { type: ['integer', 'string'] }
  const filters = entity.fields
    .filter(field => field.secret !== true && !UNSEARCHABLE_KINDS.has(field.kind))
    .flatMap(field => {
      const ends = RANGE_KINDS.has(field.kind)
        ? rangeKeys(field.name).map((name, i) => [
            name,
            { type: ['string', 'number'], description: `${field.label}${ENDS[i]}` },
          ])
        : []
      const description = `${field.label}${wordsOf(field)}`
      return [[field.name, { type: ['string', 'number', 'array', 'null'], description }], ...ends]
    })
  return {
    pageNo: count,
    pageRowNo: count,
    pageFlag: count,
    exactTotal: { enum: [0, 1, '0', '1'], description: '1：总数和合计数到底；不写时数到 10000 为止' },
    orderBy: TEXT,
    ...(Object.fromEntries(filters) as Record<string, Schema>),
  }
}

/** Consoles send back the time at which the record was read, so that a concurrent change is detected. */
const READ_AT = 'updateTime'
/** Fields that some form of the call sends. */
export const saveProperties = (entity: Entity, written: ReadonlySet<string>): Record<string, Schema> =>
  Object.fromEntries(
    entity.fields
      .filter(
        field => isShown(field) && (written.has(field.name) || field.name === entity.key || field.name === READ_AT),
      )
      .map(field => [field.name, sent(field)]),
  )

const KINDS: Record<ParamKind, Schema> = {
  text: { type: ['string', 'number', 'boolean', 'null'] },
  int: { type: ['integer', 'string', 'null'] },
  flag: { enum: [0, 1, true, false, '0', '1', 'true', 'false', null] },
  date: { type: ['string', 'null'] },
  datetime: { type: ['string', 'null'] },
  texts: { type: ['string', 'number', 'array', 'null'] },
  list: { type: ['array', 'null'] },
  map: { type: ['object', 'null'] },
  any: {},
}
export const paramSchema = ({ kind }: ParamModel): Schema => KINDS[kind]
