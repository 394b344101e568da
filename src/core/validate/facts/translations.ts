import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { Scope } from '../../model/scope.ts'
import { namesOf } from '../../overlay/project.ts'
import { getEntry, getNode, getString, isFalse, type MapNode } from '../../source/node.ts'
import { chainKey } from '../../overlay/scopes.ts'
import type { MergedDocument, RuleContext } from './context.ts'

/** The app's languages other than its own: those that need translations. */
export function languagesOf(context: RuleContext): { language: string; origin: Origin }[] {
  const app = context.resolver.resolve('app', {})?.node
  const list = getEntry(app, 'languages')?.value
  const own = getString(app, 'language') ?? 'zh'
  if (list?.type !== 'list') return []
  return list.items.flatMap(item => {
    const language = item.type === 'scalar' ? String(item.value) : own
    return language === own ? [] : [{ language, origin: item.origin }]
  })
}

/** All that the configuration says, for whoever asks whether something is said; by its documents, for several rules. */
export function saidTexts({ documents }: RuleContext): ReadonlySet<string> {
  let said = allSaid.get(documents)
  if (!said) {
    const found = new Set<string>()
    for (const { facts } of documents) for (const { text } of facts.texts) found.add(text)
    allSaid.set(documents, (said = found))
  }
  return said
}
const allSaid = new WeakMap<readonly MergedDocument[], ReadonlySet<string>>()

/** Which texts have a translation. */
export type Translated = Pick<ReadonlySet<string>, 'has'>
const known = new WeakMap<RuleContext, Map<string, Translated>>()

/** Texts that are translated in a scope, from all files of the language. */
export function textsOf(context: RuleContext, language: string, scope: Scope = {}): Translated {
  const cache = known.get(context) ?? new Map<string, Translated>()
  known.set(context, cache)
  const key = `${language}§${chainKey(context.project, scope)}`
  let found = cache.get(key)
  if (!found) cache.set(key, (found = collect(context, language, scope)))
  return found
}

/** Whether a language has any translation. */
export const hasTexts = (context: RuleContext, language: string): boolean =>
  mapsOf(context, language, {}).some(({ entries }) => [...entries.values()].some(({ value }) => !isFalse(value)))

function mapsOf({ project, resolver }: RuleContext, language: string, scope: Scope): MapNode[] {
  return namesOf(project, 'locale').flatMap(name => {
    const node = resolver.resolve(name, scope)?.node
    const map = getString(node, 'locale') === language ? getNode(node, ['texts']) : undefined
    return map?.type === 'map' ? [map] : []
  })
}

function collect(context: RuleContext, language: string, scope: Scope): Translated {
  const maps = mapsOf(context, language, scope)
  return {
    has: text =>
      maps.some(({ entries }) => {
        const said = entries.get(text)
        return said !== undefined && !isFalse(said.value)
      }),
  }
}
