import { Document as YamlDocument } from 'yaml'
import { differences, type Difference } from '../overlay/difference.ts'
import { readProject } from '../overlay/project.ts'
import { Resolver, type Resolved } from '../overlay/resolve.ts'
import { distinctScopes } from '../overlay/scopes.ts'
import type { Scope } from '../model/scope.ts'
import { shortName, type DocumentKind } from '../source/document.ts'
import { toValue, type MapNode } from '../source/node.ts'
import type { SourceFile } from '../source/file.ts'
import { parseSource } from '../source/parse.ts'
import { take } from './migrate.ts'
import type { Step } from './step/step.ts'

/** A place where the layers together say something else than before. */
export interface LayeredDifference extends Difference {
  /** entities/shop, pages/data/shop */
  document: string
}

/** Kinds of which several layers are merged field by field. */
const MERGED: ReadonlySet<DocumentKind> = new Set(['entity', 'page', 'workflow'])

/**
 * Each file is migrated alone, so a key of an overlay may come to mean something else over what lies below: a condition
 * over `required: true`, for one. Compares what every scope sees, merged and then migrated, with what it sees migrated
 * and then merged.
 */
export function layeredDifferences(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  steps: readonly Step[],
): LayeredDifference[] {
  const [old, now] = [before, after].map(files => new Resolver(readProject(files, () => {}))) as [Resolver, Resolver]
  const migrated = new Map<string, MapNode | undefined>()
  const found = new Map<string, LayeredDifference>()
  for (const scope of distinctScopes(now.project)) {
    for (const [name, documents] of now.project.documents) {
      const { kind } = documents[0]!
      const [was, is] = [resolved(old, kind, name, scope), resolved(now, kind, name, scope)]
      if (!MERGED.has(kind) || !was || !is) continue
      const key = `${kind} ${was.key}`
      if (!migrated.has(key)) migrated.set(key, migratedNode(was.node, kind, steps))
      const node = migrated.get(key)
      for (const one of node ? differences(node, is.node) : [])
        if (one.kind !== 'ordered') found.set(`${name} ${one.path.join('.')}`, { ...one, document: name })
    }
  }
  return [...found.values()]
}

const resolved = (resolver: Resolver, kind: DocumentKind, name: string, scope: Scope): Resolved | undefined =>
  kind === 'entity' ? resolver.entity(shortName(name), scope) : resolver.resolve(name, scope)

function migratedNode(node: MapNode, kind: DocumentKind, steps: readonly Step[]): MapNode | undefined {
  const document = new YamlDocument(toValue(node))
  for (const step of steps) take(step, document, kind)
  return parseSource({ path: '', text: String(document) }, () => {})
}
