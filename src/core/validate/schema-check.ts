import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Origin, Report } from '../diagnostic/diagnostic.ts'
import { nearest } from '../diagnostic/nearest.ts'
import { successorOf } from '../migrate/migrate.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { scopeOfLayer } from '../overlay/scopes.ts'
import { isOverlay, layerOf } from '../overlay/layer.ts'
import type { Document } from '../source/document.ts'
import { getNode, getString, isOfMap, originAt, toWritten, type MapNode } from '../source/node.ts'
import { META, schemaAt, schemaId } from './facts/meta.ts'
import { fits } from './fits.ts'
import { asMeant, keyByValue, type Misspelt } from './meant.ts'
import { explainSchemaError, type SchemaProblem } from './schema-messages.ts'
import { commandLine } from '../diagnostic/command.ts'

/**
 * Checks each file, base or overlay, against the JSON Schema of its kind. Answers the documents with misspelt words, as
 * they are meant.
 */
export function checkSchemas(resolver: Resolver, report: Report): Map<Document, MapNode> {
  const meant = new Map<Document, MapNode>()
  for (const documents of resolver.project.documents.values()) {
    for (const document of documents) {
      const corrected = checkDocument(document, resolver, report)
      if (corrected) meant.set(document, corrected)
    }
  }
  return meant
}

let ajv: Ajv2020 | undefined
const validators = new Map<string, ValidateFunction>()

/**
 * The library's judgement by a schema, with its reasons. Compiled for a file at fault only, and once a process: this
 * takes longer than all files together.
 */
export function validatorOf(id: string): ValidateFunction {
  const known = validators.get(id)
  if (known) return known
  // the schemas are part of the code and tested; checking them against the meta schema would double the cost
  ajv ??= new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
    schemas: [...META.values()],
  })
  const validate = ajv.getSchema(id)
  if (!validate) throw new Error(`schemas/meta: no schema ${id}`)
  validators.set(id, validate)
  return validate
}

/** Words of a file that are judged by what they hold: each costs as many checks of the file as there are keys. */
const MOST_JUDGED = 10

/** Trees that fit their schema, so that a later check need not look at them again. */
const fitting = new WeakMap<MapNode, string>()

function checkDocument(document: Document, resolver: Resolver, report: Report): MapNode | undefined {
  const isPatch = isLaidOver(document, resolver)
  const kind = pageKindOf(document, resolver, isPatch)
  const id = schemaId(document.kind, kind)
  if (fitting.get(document.node) === id) return undefined
  const value = toWritten(document.node)
  if (fits(value, id)) {
    fitting.set(document.node, id)
    return undefined
  }
  const faultCount = (node: MapNode): number => faultsOf(toWritten(node), id, isPatch).length
  const faults = faultsOf(value, id, isPatch)
  let judged = 0
  const meantFor = (path: readonly string[], { key, known = [] }: SchemaProblem): string | undefined => {
    if (key === undefined) return document.kind === 'page' && path.join() === 'kind' ? kind : undefined
    if (known.length === 0 || judged++ >= MOST_JUDGED) return undefined
    return keyByValue(document.node, { path, key }, known, faults.length, faultCount)
  }
  const misspelt = faults.flatMap(error => reportError(error, document, report, meantFor))
  return asMeant(document.node, misspelt, faultCount)
}

function faultsOf(written: unknown, id: string, isPatch: boolean): ErrorObject[] {
  const validate = validatorOf(id)
  return validate(written) ? [] : (validate.errors ?? []).filter(error => !isAllowed(error, isPatch))
}

/**
 * A page's own kind, or that of the page it patches or extends: an overlay says only what differs. Of a misspelt one
 * the kind that is meant, or else all that it has and others have not would be told of, too.
 */
function pageKindOf(document: Document, resolver: Resolver, isPatch: boolean): string | undefined {
  if (document.kind !== 'page') return undefined
  const kind =
    getString(document.node, 'kind')
    ?? getString(resolver.resolve(document.name, scopeOfLayer(layerOf(document.layer)!))?.node, 'kind')
  return kind === undefined || PAGE_KINDS.includes(kind)
    ? kind
    : (nearest(kind, PAGE_KINDS) ?? kindByContent(document.node, isPatch))
}

/** Of a word that is near no kind, the kind that the page's content fits best. */
function kindByContent(node: MapNode, isPatch: boolean): string | undefined {
  const written = toWritten(node)
  const counts = PAGE_KINDS.map(kind => faultsOf(written, schemaId('page', kind), isPatch).length)
  const best = counts.indexOf(Math.min(...counts))
  return counts.lastIndexOf(counts[best] ?? 0) === best ? PAGE_KINDS[best] : undefined
}
const PAGE_KINDS = schemaAt(`${schemaId('page', 'list')}/properties/kind`).schema.enum ?? []

const isLaidOver = ({ layer, name, node }: Document, { project }: Resolver): boolean =>
  isOverlay(layerOf(layer)!) || node.entries.has('extends') || project.documents.get(name)?.[0]?.layer !== layer

/** In an overlay an empty value is allowed everywhere: it removes what lies below. */
function isAllowed(error: ErrorObject, isPatch: boolean): boolean {
  // these follow from a wrong type that is reported already
  if (error.keyword === 'if' || (error.keyword === 'enum' && typeof error.data === 'object' && error.data !== null))
    return true
  return isPatch && error.data === null && ['type', 'enum', 'pattern'].includes(error.keyword)
}

/** A key of an older version of the language is named with its successor. */
function withSuccessor(problem: SchemaProblem, kind: Document['kind'], path: readonly string[]): SchemaProblem {
  const { code, key } = problem
  const successor = code === 'schema/unknown-key' && key !== undefined ? successorOf(kind, path, key) : undefined
  if (!successor || key === undefined) return problem
  const [zh, en] = 'to' in successor ? [`改为 ${successor.to}`, `it is called ${successor.to} now`] : successor.instead
  return {
    code: 'schema/gone-key',
    key,
    zh: `不再有“${key}”这个键，${zh}（${commandLine('migrate')} 会改写整个文件夹）`,
    en: `There is no key "${key}" any more: ${en} (${commandLine('migrate')} rewrites the whole folder)`,
    ...('to' in successor ? { suggestion: successor.to } : {}),
  }
}

/** Tells of it; answers the word that is misspelt. */
function reportError(
  error: ErrorObject,
  document: Document,
  report: Report,
  meantFor: (path: readonly string[], problem: SchemaProblem) => string | undefined,
): Misspelt[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const explained = withSuccessor(explainSchemaError(error, nameOf(path)), document.kind, path)
  const problem = misplacedWord(error, path, explained) ?? explained
  const { code, zh, en, key, suggestion = meantFor(path, problem) } = problem
  report({
    code,
    severity: 'error',
    message: zh,
    messageEn: en,
    origin: placeOf(document, key === undefined ? path : [...path, key], key !== undefined),
    ...(suggestion === undefined ? {} : { suggestion }),
  })
  return suggestion === undefined ? [] : [{ path, ...(key === undefined ? {} : { key }), meant: suggestion }]
}

/**
 * A map that may not say which members it keeps, or in which order: its members are what the schema of such a map says,
 * so the word is judged as one of them, as often as that schema has parts.
 */
function misplacedWord({ keyword }: ErrorObject, path: string[], { key }: SchemaProblem): SchemaProblem | undefined {
  const word = key ?? path.at(-1) ?? ''
  if (!isOfMap(word) || keyword === 'uniqueItems') return undefined
  return {
    code: 'schema/unknown-key',
    zh: `这里不能写 ${word}：这个映射的每一项都要明说，不要的写 false`,
    en: `${word} has no place here: each member of this map is said by itself, false leaves one out`,
    ...(key === undefined ? {} : { key }),
  }
}

/** The key, with the item's number if the value is an item of a list. */
const nameOf = (path: string[]): string => path.slice(path.findLastIndex(step => !/^\d+$/.test(step))).join('.')

function placeOf(document: Document, path: string[], atKey: boolean): Origin {
  return getNode(document.node, path) ? originAt(document.node, path, atKey) : document.node.origin
}
