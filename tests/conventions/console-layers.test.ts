import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Rule {
  name: string
  from: { path?: string; pathNot?: string }
  to: { path?: string; circular?: boolean }
}
const CHECK = '../../.dependency-cruiser.mjs'
const check = (await import(CHECK)) as { default: { forbidden: Rule[] }; CONSOLE_LAYERS: string[] }
const { CONSOLE_LAYERS } = check
const rules = check.default.forbidden.filter(({ name }) => name.startsWith('console-'))

/** Names of the rules that refuse this import. */
const refusals = (from: string, to: string): string[] =>
  rules
    .filter(rule => rule.from.path !== undefined && new RegExp(rule.from.path).test(from))
    .filter(rule => rule.from.pathNot === undefined || !new RegExp(rule.from.pathNot).test(from))
    .filter(rule => Object.keys(rule.to).length === 0 || (rule.to.path && new RegExp(rule.to.path).test(to)))
    .map(({ name }) => name)

const fileIn = (folder: string): string => `src/console/${folder}/some.ts`
const pairs = CONSOLE_LAYERS.flatMap((lower, at) => CONSOLE_LAYERS.slice(at + 1).map(higher => ({ lower, higher })))

describe('layers of the console', () => {
  it('every folder has its place, and every place is a folder', () => {
    const found = readdirSync('src/console', { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(entry => entry.parentPath.replace(/^src\/console\/?/, ''))
    expect([...new Set(found)].filter(Boolean).sort()).toEqual([...CONSOLE_LAYERS].sort())
  })

  it('an import upwards is refused, one downwards is not', () => {
    const wrong = pairs.filter(
      ({ lower, higher }) =>
        refusals(fileIn(lower), fileIn(higher)).length !== 1 || refusals(fileIn(higher), fileIn(lower)).length !== 0,
    )
    expect(pairs.length).toBeGreaterThan(700)
    expect(wrong).toEqual([])
  })

  it('what stands in no layer and what imports the entry is refused', () => {
    expect(refusals('src/console/elsewhere/some.ts', fileIn('i18n'))).toEqual(['console-folder-has-a-layer'])
    expect(refusals(fileIn('data'), 'src/console/start.ts')).toEqual(['console-data-imports-downwards'])
    expect(refusals('src/console/start.ts', fileIn('shell'))).toEqual([])
  })
})
