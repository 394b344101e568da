import type { ErrorObject } from 'ajv'
import { nearest } from '../diagnostic/nearest.ts'

export interface SchemaProblem {
  code: string
  zh: string
  en: string
  suggestion?: string
  /** the problem is about this key of the map, not the map as a whole */
  key?: string
  /** keys that there are in its place, where it is near none */
  known?: readonly string[]
}

/** Translates an ajv error into words about the YAML file. */
export function explainSchemaError(error: ErrorObject, name: string | undefined): SchemaProblem {
  const explain = EXPLAIN[error.keyword]
  if (explain) return explain(error, name ?? '')
  return { code: 'schema/value', zh: `${name ?? ''} 的值不合要求`, en: `The value is not allowed: ${error.message}` }
}

type Explain = (error: ErrorObject, name: string) => SchemaProblem

const suggest = (name: unknown, known: readonly string[]): { suggestion?: string } => {
  const meant = nearest(String(name), known)
  return meant === undefined ? {} : { suggestion: meant }
}

const range =
  (zh: string, en: string): Explain =>
  ({ params }, name) => {
    const limit = (params as { limit?: number }).limit ?? ''
    return { code: 'schema/range', zh: `${name} ${zh} ${limit}`, en: `${name} ${en} ${limit}` }
  }

const EXPLAIN: Record<string, Explain> = {
  additionalProperties: ({ params, parentSchema }) => {
    const key = String((params as { additionalProperty: string }).additionalProperty)
    const known = Object.keys((parentSchema as { properties?: object }).properties ?? {})
    // a full-width colon from a Chinese keyboard (标题：网站) makes the whole line a key
    const [before = '', after] = key.split('：')
    if (after !== undefined) {
      return {
        code: 'schema/unknown-key',
        zh: `“${key}”里的冒号是全角的：请写半角冒号和一个空格`,
        en: `The colon of "${key}" is full-width: write a plain colon and a space`,
        key,
        suggestion: `${before}: ${after}`,
      }
    }
    const gone = (parentSchema as { 'x-gone'?: Record<string, [string, string]> })['x-gone']?.[key]
    if (gone)
      return {
        code: 'schema/gone-key',
        zh: `不再有“${key}”这个键，请删去：${gone[0]}`,
        en: `There is no key "${key}" any more, take it out: ${gone[1]}`,
        key,
      }
    return {
      code: 'schema/unknown-key',
      zh: `这里没有“${key}”这个键，可写：${known.join('、')}`,
      en: `There is no key "${key}" here; known: ${known.join(', ')}`,
      key,
      known,
      ...suggest(key, known),
    }
  },
  enum: ({ params, data }, name) => {
    const allowed = (params as { allowedValues: unknown[] }).allowedValues.map(String)
    return {
      code: 'schema/enum',
      zh: `${name} 不能是“${String(data)}”，可选：${allowed.join('、')}`,
      en: `${name} cannot be "${String(data)}"; choose of: ${allowed.join(', ')}`,
      ...suggest(data, allowed),
    }
  },
  const: ({ params, data }, name) => {
    const allowed = String((params as { allowedValue: unknown }).allowedValue)
    return {
      code: 'schema/enum',
      zh: `${name} 不能是“${String(data)}”，只能是 ${allowed}`,
      en: `${name} cannot be "${String(data)}", only ${allowed}`,
      ...suggest(data, [allowed]),
    }
  },
  type: ({ params, data }, name) => explainType(name, (params as { type: string | string[] }).type, data),
  not: (_error, name) => ({
    code: 'schema/type',
    zh: `${name} 不能是 true：留空即采用下层（实体）的说法，false 即去掉`,
    en: `${name} cannot be true: leave it empty to take what is said below, write false to leave it out`,
  }),
  pattern: ({ params, parentSchema, data }, name) => {
    const words = (parentSchema as { 'x-pattern'?: [string, string] })['x-pattern']
    const pattern = (params as { pattern: string }).pattern
    return {
      code: 'schema/pattern',
      zh: `${name} 的值“${String(data)}”格式不对，应为${spaced(words?.[0] ?? pattern)}`,
      en: `${name} "${String(data)}" does not have the form ${words?.[1] ?? pattern}`,
    }
  },
  minimum: range('不能小于', 'cannot be less than'),
  maximum: range('不能大于', 'cannot be more than'),
  minLength: (_error, name) => ({
    code: 'schema/range',
    zh: `${name} 不能是空文本`,
    en: `${name} cannot be an empty text`,
  }),
  minItems: (_error, name) => ({
    code: 'schema/range',
    zh: `${name} 至少要有一项`,
    en: `${name} needs at least one item`,
  }),
  uniqueItems: (_error, name) => ({
    code: 'schema/range',
    zh: `${name} 有重复的项`,
    en: `${name} has the same item twice`,
  }),
}

/** In Chinese text, a space goes before Latin letters. */
const spaced = (text: string): string => (/^[!-~]/.test(text) ? ` ${text}` : text)

const TYPES: Record<string, [string, string]> = {
  string: ['文本', 'text'],
  number: ['数字', 'a number'],
  integer: ['整数', 'a whole number'],
  boolean: ['true 或 false', 'true or false'],
  array: ['列表', 'a list'],
  object: ['映射（键: 值）', 'a map (key: value)'],
  null: ['空', 'empty'],
}

function explainType(name: string, type: string | string[], data: unknown): SchemaProblem {
  const types = [type].flat().filter(t => t !== 'null')
  const zh = types.map(t => TYPES[t]?.[0] ?? t).join('、')
  const en = types.map(t => TYPES[t]?.[1] ?? t).join(' or ')
  const said = { code: 'schema/type', zh: `${name} 应为${spaced(zh)}`, en: `${name} should be ${en}` }
  // a member of a named map is left out so, a key is not
  if (data === false)
    return { ...said, zh: `${said.zh}；不要它，就在冒号后面留空`, en: `${said.en}; to do without it, leave it empty` }
  const bare = types.includes('string') ? unquoted(data) : undefined
  if (bare === undefined) return said
  return { ...said, zh: `${said.zh}，请给 ${bare} 加上引号`, en: `${said.en}: put ${bare} in quotes` }
}

/** The text as it should be quoted, if YAML reads it as another type without quotes: 01, true, {name}. */
function unquoted(data: unknown): string | undefined {
  if (typeof data === 'number' || typeof data === 'boolean') return String(data)
  const [first, ...others] = typeof data === 'object' && data !== null ? Object.entries(data) : []
  return first && others.length === 0 && first[1] === null ? `{${first[0]}}` : undefined
}
