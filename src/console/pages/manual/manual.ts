import type { Boot, Manual, ManualSection } from '../../../core/contract/configuration.ts'
import { allows } from '../../../core/model/roles.ts'
import { userShape } from '../../data/config/expressions.ts'

/** The manual without what this user cannot do: pages not in their menu, buttons that no record offers them. */
export function readable({ chapters }: Manual, { manifest, user, buttons }: Boot): Manual {
  const own = userShape(user)
  const offered = (named: Record<string, string[]>): boolean =>
    Object.entries(named).some(([entity, codes]) => codes.some(code => buttons?.[entity]?.includes(code)))
  const isFor = (section: ManualSection): boolean =>
    (section.page === undefined || section.page in manifest.pages)
    && allows(section.roles, own)
    // an existing backend does not say which buttons there are
    && (section.buttons === undefined || buttons === undefined || offered(section.buttons))
  const kept = chapters.map(chapter => ({ ...chapter, sections: chapter.sections.filter(isFor) }))
  return { chapters: kept.filter(({ sections }) => sections.length > 0) }
}

const words = (query: string): string[] => query.trim().toLowerCase().split(/\s+/).filter(Boolean)

/** Sections that say every word of a query, in their chapters; all of them for an empty query. */
export function findInManual({ chapters }: Manual, query: string): Manual {
  const asked = words(query)
  const says = (title: string, { name: _name, page: _page, ...section }: ManualSection): boolean => {
    const text = [title, section.title, section.text, section.steps, section.notes].flat().join('\n').toLowerCase()
    return asked.every(word => text.includes(word))
  }
  const kept = chapters.map(chapter => ({
    ...chapter,
    sections: chapter.sections.filter(section => says(chapter.title, section)),
  }))
  return { chapters: kept.filter(({ sections }) => sections.length > 0) }
}

/** A piece of a manual's text: plain, or a word of the screen (it stands in 「」); cut where something was found. */
export interface Piece {
  isWord: boolean
  parts: { text: string; found: boolean }[]
}

/** Cuts a text at words of the screen, and those pieces at what was searched for. */
export const piecesOf = (text: string, query: string): Piece[] =>
  text
    .split(/(「[^「」]+」)/)
    .filter(Boolean)
    .map(part =>
      part.startsWith('「')
        ? { isWord: true, parts: foundIn(part.slice(1, -1), query) }
        : { isWord: false, parts: foundIn(part, query) },
    )

export function foundIn(text: string, query: string): Piece['parts'] {
  const asked = words(query).map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (asked.length === 0) return [{ text, found: false }]
  return text
    .split(new RegExp(`(${asked.join('|')})`, 'i'))
    .flatMap((part, i) => (part === '' ? [] : [{ text: part, found: i % 2 === 1 }]))
}
