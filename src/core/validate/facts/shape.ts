import type { ExpressionResult } from '../../expression/shape.ts'
import type { Document } from '../../source/document.ts'
import { schemaAt, schemaId, type KeyKind, type MentionKind, type Placeholders, type Schema } from './meta.ts'

/** A schema prepared for traversal: references resolved, annotations collected. Built once for each schema. */
export interface Shape {
  properties: Map<string, Shape>
  /** shape of members whose names the author chooses */
  rest?: Shape
  items?: Shape
  required: readonly string[]
  /** required key → the key that says it, too */
  instead: Readonly<Record<string, string>>
  isNamed: boolean
  isText: boolean
  placeholders?: Placeholders | undefined
  isFileName: boolean
  isTemplate: boolean
  expression?: ExpressionResult
  names?: MentionKind
  keys?: KeyKind
}

const shapes = new Map<Schema, Shape>()

export function shapeAt(ref: string, from = ''): Shape {
  const { schema, file } = schemaAt(ref, from)
  return shapeOf(schema, file)
}

function shapeOf(schema: Schema, file: string): Shape {
  if (schema.$ref) return shapeAt(schema.$ref, file)
  const known = shapes.get(schema)
  if (known) return known
  const shape: Shape = {
    properties: new Map(),
    required: schema['x-required'] ?? [],
    instead: schema['x-instead'] ?? {},
    isNamed: schema['x-named'] === true,
    isText: schema['x-text'] === true,
    placeholders: schema['x-placeholders'],
    isFileName: schema['x-file-name'] === true,
    isTemplate: schema['x-template'] === true,
    expression: schema['x-expression'],
    names: schema['x-names'],
    keys: schema['x-keys'],
  }
  // stored before its members are built, because schemas are recursive (menus contain menus)
  shapes.set(schema, shape)
  for (const [key, inner] of Object.entries(schema.properties ?? {})) shape.properties.set(key, shapeOf(inner, file))
  if (typeof schema.additionalProperties === 'object') shape.rest = shapeOf(schema.additionalProperties, file)
  if (schema.items) shape.items = shapeOf(schema.items, file)
  return shape
}

/**
 * Whether the key at this path is a keyword of the language and not a name that the author chose. For pages: of any
 * page kind.
 */
export function isWord({ kind }: Pick<Document, 'kind'>, path: readonly string[]): boolean {
  let shape: Shape | undefined = shapeAt(schemaId(kind))
  for (const step of path.slice(0, -1)) shape = shape?.properties.get(step) ?? shape?.rest
  return shape?.properties.has(path.at(-1)!) === true
}
