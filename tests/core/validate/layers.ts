import { schemaAt, type Schema } from '../../../src/core/validate/facts/meta.ts'

/** One thing that an overlay may say: a document with a single fact, and where in it the fact stands. */
export interface Laid {
  path: string[]
  document: unknown
}

interface Told extends Schema {
  const?: unknown
  anyOf?: Told[]
  oneOf?: Told[]
  minimum?: number
  'x-file-name'?: boolean
}

/** Names that there are, by what a schema says that a text names; anything else is a word. */
export type Names = Readonly<Record<string, readonly string[]>>

const DEEPEST = 7
/** Of the words that a key may have, these many are tried. */
const VALUES = 2
/** Of the members of a map that the product has, these many are patched. */
const MEMBERS = 2

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const followed = (schema: Schema, file: string): { schema: Told; file: string } => {
  if (!schema.$ref) return { schema, file }
  const at = schemaAt(schema.$ref, file)
  return followed(
    { ...at.schema, ...Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref')) },
    at.file,
  )
}

/** Every fact of a document of this schema, one at a time, over what the product says there. */
export function* factsOf(
  given: Schema,
  from: string,
  below: unknown,
  names: Names,
  path: string[] = [],
): Generator<Laid> {
  const { schema, file } = followed(given, from)
  const types = [schema.type ?? []].flat()
  for (const value of [...scalars(schema, types, names), ...lists(schema, file, types, names)])
    yield { path, document: value }
  if (path.length >= DEEPEST) return
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (key.startsWith('$') || key === 'families') continue
    const known = isMap(below) ? below[key] : undefined
    yield* within(key, factsOf(member, file, known, names, [...path, key]))
  }
  const rest = schema.additionalProperties
  if (typeof rest !== 'object') return
  const known = isMap(below) ? below : {}
  for (const name of Object.keys(known).slice(0, MEMBERS))
    yield* within(name, factsOf(rest, file, known[name], names, [...path, name]))
  const own = wholeOf(rest, file, names)
  for (const { document, path: at } of factsOf(rest, file, undefined, names, [...path, 'own']))
    yield { path: at, document: { own: isMap(own) && isMap(document) ? { ...own, ...document } : document } }
}

function* within(key: string, facts: Iterable<Laid>): Generator<Laid> {
  for (const { path, document } of facts) yield { path, document: { [key]: document } }
}

function scalars(schema: Told, types: readonly string[], names: Names): unknown[] {
  if (schema.enum) return schema.enum.slice(0, VALUES)
  if (schema.const !== undefined) return [schema.const]
  const named = schema['x-names'] ? names[schema['x-names']] : undefined
  return [
    ...(types.includes('string') ? (named ?? [schema['x-expression'] ? '=1 == 1' : 'word']) : []),
    ...(types.includes('integer') || types.includes('number') ? [schema.minimum ?? 1] : []),
    ...(types.includes('boolean') ? [true, false] : []),
  ]
}

const lists = (schema: Told, file: string, types: readonly string[], names: Names): unknown[] => {
  if (!types.includes('array') || !schema.items) return []
  const { schema: items } = followed(schema.items, file)
  return scalars(items, [items.type ?? []].flat(), names)
    .slice(0, MEMBERS)
    .map(value => [value])
}

/** A member that only the layer has: with what it needs. */
function wholeOf(given: Schema, from: string, names: Names): unknown {
  const { schema, file } = followed(given, from)
  const types = [schema.type ?? []].flat()
  const [first] = [...scalars(schema, types, names), ...lists(schema, file, types, names)]
  if (!types.includes('object') && !schema.properties) return first
  return Object.fromEntries(
    (schema['x-required'] ?? []).flatMap(key => {
      const member = schema.properties?.[key]
      return member ? [[key, wholeOf(member, file, names)]] : []
    }),
  )
}

/** Both of them; undefined where they say different things of the same. */
function together(one: unknown, other: unknown): unknown {
  if (!isMap(one) || !isMap(other)) return undefined
  const both: Record<string, unknown> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const merged = key in one ? together(one[key], value) : value
    if (merged === undefined) return undefined
    both[key] = merged
  }
  return both
}

/** As few documents as say all of the facts: of two that say different things of the same each is in another. */
export function documentsOf(facts: readonly Laid[]): { document: unknown; facts: Laid[] }[] {
  const documents: { document: unknown; facts: Laid[] }[] = []
  for (const fact of facts) {
    const merged = documents.map(({ document }) => together(document, fact.document))
    const at = merged.findIndex(one => one !== undefined)
    if (at < 0) documents.push({ document: fact.document, facts: [fact] })
    else documents[at] = { document: merged[at], facts: [...documents[at]!.facts, fact] }
  }
  return documents
}
