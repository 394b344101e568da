import type { MentionKind, Schema } from '../../src/core/validate/facts/meta.ts'

const NAMES: Record<MentionKind, string> = {
  page: '页面路由',
  menuPage: '页面路由',
  redirect: '页面路由或 menu.first',
  entity: '实体名',
  mixin: '字段组名',
  dictionary: '字典名',
  workflow: '流程名',
  endpoint: '接口名',
  role: '层级、地区编码或角色代码',
  field: '字段名',
  sort: '字段名，可加 desc',
  state: '状态代码',
  widget: '部件名',
  statistic: '统计名',
  view: '内置页面名',
  recordField: '本流程实体的字段名',
  pageField: '本页实体的字段名',
  besideField: '那条记录的字段名',
  transition: '转移代码',
  part: '转移代码，或本流程实体里存用户的字段',
}
const TYPES: Record<string, string> = {
  string: '文本',
  number: '数',
  integer: '整数',
  boolean: 'true / false',
  array: '列表',
  object: '映射',
}

/** Describes the allowed values of a key in a few words. */
export function valueText(schema: Schema): string {
  if (schema['x-expression']) return '表达式'
  if (schema['x-names']) return NAMES[schema['x-names']]
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(' ')
  const types = [schema.type ?? []].flat().filter(type => type !== 'null')
  if (types[0] === 'array' && schema.items) return `列表：${valueText(schema.items)}`
  return types.map(type => TYPES[type] ?? type).join('、') + rangeText(schema)
}

function rangeText(schema: Schema): string {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  if (minimum !== undefined && maximum !== undefined) return `（${minimum}–${maximum}）`
  return minimum === undefined ? '' : `（≥ ${minimum}）`
}

export function defaultText(schema: Schema): string {
  if (schema['x-default'] !== undefined) return schema['x-default']
  const value = schema.default
  if (typeof value === 'object') return Object.keys(value ?? {}).length === 0 ? '空' : `\`${JSON.stringify(value)}\``
  return `\`${String(value)}\``
}
