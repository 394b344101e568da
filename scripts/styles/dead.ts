import type { Root, Rule } from 'postcss'
import { lineOf, type Finding, type Sheet, type Source } from './sheets.ts'

const CLASS = /\.(-?[_a-z][\w-]*)/gi
const TEMPLATE = /([a-z][\w-]*)\$\{/gi

/** The words of all sources, and what begins a word that is put together (`tone-${tone}`, `c${i}`). */
function mentioned(sources: readonly Source[]): (name: string) => boolean {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  for (const { text } of sources) {
    for (const [word] of text.matchAll(/[a-z_][\w-]*/gi)) words.add(word)
    for (const [, beginning = ''] of text.matchAll(TEMPLATE)) beginnings.add(beginning)
  }
  const begins = (name: string, beginning: string): boolean =>
    name.startsWith(beginning) && (beginning.endsWith('-') || /^\d+$/.test(name.slice(beginning.length)))
  return name => words.has(name) || [...beginnings].some(beginning => begins(name, beginning))
}

/** Classes that are not ours. */
const isForeign = (name: string): boolean => name.startsWith('ant-')

/** Selectors with a class that no source mentions: they match nothing. */
export function deadSelectors(sheets: readonly Sheet[], sources: readonly Source[]): Finding[] {
  const isMentioned = mentioned(sources)
  const isDead = (selector: string): boolean =>
    [...selector.replace(/:not\([^)]*\)/g, '').matchAll(CLASS)].some(
      ([, name = '']) => !isForeign(name) && !isMentioned(name),
    )
  const found: Finding[] = []
  for (const { path, root } of sheets)
    root.walkRules((rule: Rule) => {
      for (const selector of rule.selectors)
        if (isDead(selector)) found.push({ path, line: lineOf(rule), text: `${selector} matches nothing` })
    })
  return found
}

/** Sheets that nothing imports, and such as are mostly about components of other folders. */
export function strayedSheets(sheets: readonly Sheet[], sources: readonly Source[]): Finding[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  return sheets.flatMap(({ path, root }) => {
    const refuse = (text: string): Finding[] => [{ path, line: 1, text }]
    if (!sources.some(({ text }) => text.includes(`/${nameOf(path)}'`))) return refuse('nothing imports it')
    const isNear = mentioned(sources.filter(source => source.path.startsWith(folderOf(path))))
    const rules = rulesOf(root).filter(rule => CLASS_ONCE.test(rule.selector))
    const own = rules.filter(rule => [...rule.selector.matchAll(CLASS)].some(([, name = '']) => isNear(name)))
    return own.length * 2 < rules.length ? refuse('most of its rules are about components of other folders') : []
  })
}
const CLASS_ONCE = /\.-?[_a-z]/i

function rulesOf(root: Root): Rule[] {
  const rules: Rule[] = []
  root.walkRules(rule => void rules.push(rule))
  return rules
}
