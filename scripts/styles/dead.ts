import type { Rule } from 'postcss'
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

/** Sheets that no file of their own folder imports. */
export function strayedSheets(sheets: readonly Sheet[], sources: readonly Source[]): Finding[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
  return sheets.flatMap(({ path }) => {
    const folder = folderOf(path)
    const line = `import './${path.slice(folder.length)}'`
    const isBeside = sources.some(source => folderOf(source.path) === folder && source.text.includes(line))
    return isBeside ? [] : [{ path, line: 1, text: 'no component of its folder imports it' }]
  })
}
