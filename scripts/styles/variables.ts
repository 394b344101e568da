import { lineOf, type Finding, type Sheet, type Source } from './sheets.ts'

const USES = /var\(\s*--([\w-]+)/g
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Variables that sheets set for themselves, and that code sets on an element. */
const own = (sheets: readonly Sheet[], sources: readonly Source[]): Set<string> => {
  const names = new Set(sources.flatMap(({ text }) => namesIn(text, /['"`]--([\w-]+)['"`]/g)))
  for (const { root } of sheets) root.walkDecls(/^--/, ({ prop }) => void names.add(prop.slice(2)))
  return names
}

/** Uses of variables that nothing defines: neither the table of tokens nor a sheet nor code. */
export function undefinedVariables(
  sheets: readonly Sheet[],
  sources: readonly Source[],
  tokens: Iterable<string>,
): Finding[] {
  const known = new Set([...tokens, ...own(sheets, sources)])
  const beginnings = sources.flatMap(({ text }) => namesIn(text, /`--([\w-]+-)\$\{/g))
  const isKnown = (name: string): boolean => known.has(name) || beginnings.some(beginning => name.startsWith(beginning))
  const found: Finding[] = []
  for (const { path, root } of sheets)
    root.walkDecls(declaration => {
      for (const name of namesIn(declaration.value, USES))
        if (!isKnown(name)) found.push({ path, line: lineOf(declaration), text: `--${name} is defined nowhere` })
    })
  return found
}

/** Tokens that no sheet and no code takes. */
export function unusedTokens(sheets: readonly Sheet[], sources: readonly Source[], tokens: Iterable<string>): string[] {
  const used = new Set(sheets.flatMap(({ root }) => namesIn(root.toString(), USES)))
  for (const { text } of sources)
    for (const pattern of [USES, /'([\w-]+)'/g, /\b[A-Z]+\.(\w+)/g])
      for (const name of namesIn(text, pattern)) used.add(name)
  return [...tokens].filter(name => !used.has(name))
}
