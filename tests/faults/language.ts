import { META, schemaAt, schemaId, type Schema } from '../../src/core/validate/facts/meta.ts'
import { DOCUMENT_KINDS } from '../../src/core/source/document.ts'
import { isOfMap } from '../../src/core/source/node.ts'

/** A schema with what it refers to in its place, and the file that its own references are relative to. */
export interface Word {
  schema: Schema & Limits
  file: string
  /** what the language calls this place: list.columns.*.width, entity.mixins[] */
  id: string
}
export interface Limits {
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  pattern?: string
  if?: unknown
  then?: { enum?: unknown[]; const?: unknown }
}

const ids = new Map<Schema, string>()

function collect(): Map<string, Word> {
  const found = new Map<string, Word>()
  const pageKinds = Object.keys(META.get('page.schema.json')?.$defs ?? {}).filter(kind => !kind.startsWith('widget'))
  const roots = DOCUMENT_KINDS.flatMap(kind =>
    kind === 'page' ? pageKinds.map(name => [name, schemaId(kind, name)] as const) : [[kind, schemaId(kind)] as const],
  )
  for (const [name, at] of roots) gather({ ...schemaAt(at), id: name }, found)
  return found
}

function gather(word: Word, found: Map<string, Word>): void {
  if (ids.has(word.schema)) return
  ids.set(word.schema, word.id)
  found.set(word.id, word)
  for (const name of Object.keys(word.schema.properties ?? {})) if (!isOfMap(name)) gather(memberOf(word, name)!, found)
  const [rest, item] = [restOf(word), itemOf(word)]
  if (rest) gather(rest, found)
  if (item) gather(item, found)
}

function wordAt(inner: Schema, file: string, id: string): Word {
  if (inner.$ref !== undefined) {
    const at = schemaAt(inner.$ref, file)
    return wordAt(at.schema, at.file, id)
  }
  return { schema: inner, file, id: ids.get(inner) ?? id }
}

/** A key that the language knows. */
export const memberOf = ({ schema, file, id }: Word, name: string): Word | undefined => {
  const inner = schema.properties?.[name]
  return inner && wordAt(inner, file, `${id}.${name}`)
}
/** Members whose names the author chooses. */
export const restOf = ({ schema, file, id }: Word): Word | undefined =>
  typeof schema.additionalProperties === 'object' ? wordAt(schema.additionalProperties, file, `${id}.*`) : undefined
export const itemOf = ({ schema, file, id }: Word): Word | undefined =>
  schema.items && wordAt(schema.items, file, `${id}[]`)

export const rootOf = (kind: (typeof DOCUMENT_KINDS)[number], pageKind?: string): Word =>
  wordAt({ $ref: schemaId(kind, pageKind) }, '', kind)

export const typesOf = ({ schema }: Word): string[] => [schema.type ?? []].flat()

/** Every place of the language, by the first name under which it is found: pages share what they refer to. */
export const WORDS: ReadonlyMap<string, Word> = collect()
