import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rules of the specification by section, as they were counted when the product was ordered. */
export interface Section {
  section: string
  ids: string[]
}
export const RULES: Section[] = []
/** Rule → its words. */
export const WORDS = new Map<string, string>()
for (const line of readFileSync(join(import.meta.dirname, 'rules.txt'), 'utf8')
  .trimEnd()
  .split('\n')) {
  const [, id, words] = /^ {2}(\S+) (.*)$/.exec(line) ?? []
  if (id === undefined || words === undefined) RULES.push({ section: line, ids: [] })
  else {
    RULES.at(-1)?.ids.push(id)
    WORDS.set(id, words)
  }
}
export const ID = /\bR\d\.\d\d\b/g

/** What a test or a group of tests is called: the text that a function follows. */
const TITLE = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?(?:\(|\w+\s*=>|function\b|\w+\))/g
export const titlesIn = (text: string): string[] => [...text.matchAll(TITLE)].map(([, , title = '']) => title)

export interface TestFile {
  path: string
  text: string
}
/** All tests but that of the rules themselves, whose examples name some. */
export const testFiles = (): TestFile[] =>
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.endsWith('rules.test.ts'))
    .toSorted()
    .map(path => ({ path, text: readFileSync(join('tests', path), 'utf8') }))
