import type { MenuItem } from '../../core/contract/api.ts'
import { isExternal, shownItems } from './menuState.ts'

export interface Target {
  title: string
  /** titles of the groups above the entry */
  within: string
  url: string
  external: boolean
  /** a record, found by the server */
  record?: true
  /** number or code of a record */
  note?: string
}
/** Pinyin syllables of a title, e.g. [wang, dian]; loaded after the palette itself. */
export type Syllables = (title: string) => string[]

export function targetsOf(items: MenuItem[], translate: (text: string) => string, trail: string[] = []): Target[] {
  return shownItems(items).flatMap(item => {
    const title = translate(item.meta.title)
    const own = item.url ? [{ title, within: trail.join(' / '), url: item.url, external: isExternal(item) }] : []
    return [...own, ...targetsOf(item.subMenus, translate, [...trail, title])]
  })
}

/** Entries that match, best first: beginning of the name, any part, initials, pinyin; among equals those used last. */
export function findTargets(targets: Target[], query: string, recent: string[], syllables?: Syllables): Target[] {
  const wanted = query.trim().toLowerCase().replace(/\s+/g, '')
  const age = (target: Target) => (recent.includes(target.url) ? recent.indexOf(target.url) : recent.length)
  return targets
    .map((target, index) => ({ target, index, score: wanted ? scoreOf(target, wanted, syllables) : 1 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || age(a.target) - age(b.target) || a.index - b.index)
    .map(({ target }) => target)
}

function scoreOf(target: Target, wanted: string, syllables?: Syllables): number {
  const title = target.title.toLowerCase().replace(/\s+/g, '')
  if (title.startsWith(wanted)) return 5
  if (title.includes(wanted)) return 4
  const sounds = syllables?.(target.title) ?? []
  const initials = sounds.map(sound => sound[0] ?? '').join('')
  if (initials.startsWith(wanted)) return 3
  if (sounds.some((_, i) => sounds.slice(i).join('').startsWith(wanted))) return 2
  return initials.includes(wanted) || target.within.toLowerCase().includes(wanted) ? 1 : 0
}
