import { schemaAt, type Schema } from './facts/meta.ts'

interface Rules extends Schema {
  const?: unknown
  not?: Schema
  if?: Schema
  then?: Schema
  allOf?: Schema[]
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  uniqueItems?: boolean
  pattern?: string
}

type Check = (value: unknown) => boolean
type Build = (rules: Rules, file: string) => Check | undefined

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Record<string, Check> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: isMap,
  null: value => value === null,
}

/** Every keyword of the schemas in schemas/meta that judges values; a keyword holds for values of its own type only. */
const KEYWORDS: Record<string, Build> = {
  $ref: ({ $ref = '' }, file) => {
    const at = schemaAt($ref, file)
    let check: Check | undefined
    // schemas contain themselves
    return value => (check ??= checkOf(at.schema, at.file))(value)
  },
  type: ({ type = [] }) => {
    const kinds = [type].flat().map(name => TYPES[name] ?? never)
    return value => kinds.some(kind => kind(value))
  },
  enum: ({ enum: values = [] }) => {
    const known = new Set<unknown>(values)
    return value => known.has(value)
  },
  const:
    ({ const: only }) =>
    value =>
      value === only,
  properties: ({ properties = {}, additionalProperties }, file) => {
    const known = new Map(Object.entries(properties).map(([name, schema]) => [name, checkOf(schema, file)]))
    const rest = restOf(additionalProperties, file)
    return value => !isMap(value) || Object.entries(value).every(([name, inner]) => (known.get(name) ?? rest)(inner))
  },
  additionalProperties: ({ properties, additionalProperties }, file) => {
    if (properties) return undefined
    const rest = restOf(additionalProperties, file)
    return value => !isMap(value) || Object.values(value).every(rest)
  },
  required:
    ({ required = [] }) =>
    value =>
      !isMap(value) || required.every(name => Object.hasOwn(value, name)),
  items: ({ items = {} }, file) => {
    const each = checkOf(items, file)
    return value => !Array.isArray(value) || value.every(each)
  },
  minItems:
    ({ minItems = 0 }) =>
    value =>
      !Array.isArray(value) || value.length >= minItems,
  // whether two maps are equal is left to the library
  uniqueItems: () => value =>
    !Array.isArray(value) || (value.every(item => typeof item !== 'object') && new Set(value).size === value.length),
  minimum:
    ({ minimum = 0 }) =>
    value =>
      typeof value !== 'number' || value >= minimum,
  maximum:
    ({ maximum = 0 }) =>
    value =>
      typeof value !== 'number' || value <= maximum,
  minLength:
    ({ minLength = 0 }) =>
    value =>
      typeof value !== 'string' || [...value].length >= minLength,
  pattern: ({ pattern = '' }) => {
    const expression = new RegExp(pattern, 'u')
    return value => typeof value !== 'string' || expression.test(value)
  },
  not: ({ not = {} }, file) => {
    const inner = checkOf(not, file)
    return value => !inner(value)
  },
  if: ({ if: when = {}, then = {} }, file) => {
    const [condition, consequence] = [checkOf(when, file), checkOf(then, file)]
    return value => !condition(value) || consequence(value)
  },
  allOf: ({ allOf = [] }, file) => {
    const all = allOf.map(schema => checkOf(schema, file))
    return value => all.every(check => check(value))
  },
}

/** Keywords that judge nothing, or are read together with another. */
const OTHERS = new Set(['$schema', '$id', '$defs', 'title', 'description', 'default', 'then'])

const never: Check = () => false
const always: Check = () => true

const restOf = (rest: Schema | boolean | undefined, file: string): Check =>
  rest === false ? never : typeof rest === 'object' ? checkOf(rest, file) : always

const known = new WeakMap<Schema, Check>()

function checkOf(schema: Schema, file: string): Check {
  const before = known.get(schema)
  if (before) return before
  const names = Object.keys(schema).filter(name => !OTHERS.has(name) && !name.startsWith('x-'))
  const checks = names.flatMap(name => buildOf(name)(schema, file) ?? [])
  const [only, ...more] = checks
  const check: Check = more.length === 0 ? (only ?? always) : value => checks.every(one => one(value))
  known.set(schema, check)
  return check
}

function buildOf(keyword: string): Build {
  const build = KEYWORDS[keyword]
  if (!build) throw new Error(`schemas/meta: the keyword ${keyword} is not known to fits.ts`)
  return build
}

/**
 * Whether a value is surely as the schema at `file#/path` says. Costs a tenth of what the library's compilation of the
 * schema costs, and says yes or no: the library says why not, and where this cannot tell.
 */
export function fits(value: unknown, id: string): boolean {
  const { schema, file } = schemaAt(id)
  return checkOf(schema, file)(value)
}
