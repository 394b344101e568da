import type { AppFacts, Manual, ManualChapter, ManualSection } from '../contract/configuration.ts'
import type { ManualDoc } from '../model/documents.ts'
import type { Scope } from '../model/scope.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { scopeKey } from '../overlay/scope-key.ts'
import { getEntry, getString, isFalse, toValue, type Node } from '../source/node.ts'
import { hashOf } from './hash.ts'

/** The operation manuals of a scope: who has which, and the JSON of each by its hash. */
export interface Manuals {
  facts: NonNullable<AppFacts['manuals']>
  blobs: ReadonlyMap<string, string>
}

/** app.yaml says who reads which chapters, or the address of a file. */
export function manualsIn(resolver: Resolver, scope: Scope): Manuals {
  const written = getEntry(resolver.resolve('app', scope)?.node, 'manuals')?.value
  const facts: Manuals['facts'] = {}
  const blobs = new Map<string, string>()
  for (const [reader, { value }] of written?.type === 'map' ? written.entries : []) {
    if (value.type === 'scalar') {
      if (typeof value.value === 'string') facts[reader] = value.value
      continue
    }
    const json = JSON.stringify({ chapters: chaptersIn(value, resolver, scope) } satisfies Manual)
    const hash = hashOf(json)
    facts[reader] = { hash }
    blobs.set(hash, json)
  }
  return { facts, blobs }
}

/** Names of chapters as written. */
export const chapterNames = (value: Node): string[] =>
  value.type === 'list' ? value.items.flatMap(item => (item.type === 'scalar' ? [String(item.value)] : [])) : []

const chaptersIn = (value: Node, resolver: Resolver, scope: Scope): ManualChapter[] =>
  chapterNames(value).flatMap(name => {
    const node = resolver.resolve(`manuals/${name}`, scope)?.node
    if (!node) return []
    const doc = toValue(node) as unknown as ManualDoc
    const sections = Object.entries(doc.sections).flatMap(([section, said]): ManualSection[] => {
      if (!said) return []
      const { buttons, ...rest } = said
      return [{ name: section, ...rest, ...(buttons ? { buttons: byEntity(buttons, resolver, scope) } : {}) }]
    })
    return [{ name, title: doc.title, sections }]
  })

/** Transitions are written with their workflow (`loan.extend`); browsers know them by the entity of the records. */
function byEntity(buttons: readonly string[], resolver: Resolver, scope: Scope): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const one of buttons) {
    // a question of its own: of a workflow nothing else reaches the manual
    const said = resolver.reads.ask(
      `button ${one} ${scopeKey(scope)}`,
      by => transitionOf(one, by, scope),
      (before, now) => before?.entity === now?.entity && before?.transition === now?.transition,
    )
    if (said?.entity !== undefined) found[said.entity] = [...(found[said.entity] ?? []), said.transition]
  }
  return found
}

/** `loan.extend` → the entity of the workflow `loan`, and `extend`; undefined where the scope has no such step. */
export function transitionOf(
  written: string,
  resolver: Resolver,
  scope: Scope,
): { entity: string | undefined; transition: string } | undefined {
  const [workflow = '', transition = ''] = written.split('.')
  const node = resolver.resolve(`workflows/${workflow}`, scope)?.node
  const entry = getEntry(getEntry(node, 'transitions')?.value, transition)
  return entry && !isFalse(entry.value) ? { entity: getString(node, 'entity'), transition } : undefined
}
