import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/cli/format.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject, type KnownCode } from '../../src/core/index.ts'
import { RULES } from '../../src/core/validate/rules/index.ts'
import { HANDLERS } from '../../src/server/calls/handlers.ts'
import { answerWords } from '../../src/server/openapi/answer-words.ts'
import { ANSWERS } from '../../src/server/openapi/answers.ts'
import { filesBelow } from './read-case.ts'

/**
 * Every folder here is a case: its files lie over _base, expected.txt is what `validate` says of the two.
 * UPDATE_CASES=1 writes expected.txt; read the difference before you commit it.
 */
const HERE = import.meta.dirname
const cases = readdirSync(HERE, { withFileTypes: true })
  .filter(e => e.isDirectory() && e.name !== '_base')
  .map(e => e.name)
const base = readConfig(join(HERE, '_base'))

/** The engine's calls, and what these cases take code to have beside: app.yaml of a case may say `product: shop`. */
const OF_SHOPS = ['all', 'close', 'count', 'first', 'leave', 'names', 'remove', 'sign', 'tree'].map(
  word => `shop.${word}`,
)
const CODE: KnownCode = {
  handlers: [...Object.keys(HANDLERS), 'unit.shut', ...OF_SHOPS],
  answers: {
    engine: {
      ...answerWords(ANSWERS),
      'shop.count': { shape: 'list', names: ['month', 'number'] },
      'shop.first': { shape: 'record', names: ['rank'], ofEntity: true },
    },
    products: {},
  },
  products: {
    shop: {
      handlers: [],
      effects: ['mergeShops', 'tellOwner'],
      constants: { shopCount: { kind: 'int', min: 1 }, shopList: { kind: 'page', listOf: 'shop' } },
      options: {
        count: { kind: 'choice', of: ['all', 'own'] },
        from: { kind: 'day' },
        readers: { kind: 'roles' },
        hasExport: { kind: 'flag' },
      },
      counters: ['open'],
      reportWords: ['kind'],
      settingNames: { bases: 'platform' },
      made: ['shop'],
      accounts: ['admin'],
      settings: {
        keep: { years: { kind: 'int', min: 1 }, notify: { kind: 'flag' }, note: { kind: 'text' } },
        bases: { '*': { kind: 'text' } },
        rules: { '*': { kind: 'condition', variable: 'price', members: { sale: 'double', line: 'double' } } },
      },
    },
  },
}

function problemsOf(name: string): string {
  const own = filesBelow(join(HERE, name))
  const files = [...base.filter(file => !own.some(o => o.path === file.path)), ...own]
  const { diagnostics, project } = checkProject(files, undefined, CODE)
  return diagnostics.map(d => `${formatDiagnostic(d, project.sources, 'zh')}\n`).join('\n')
}

describe('golden cases', () => {
  it('the base has no problem', () => expect(problemsOf('_base')).toBe(''))

  it.each(cases)('%s', name => {
    const file = join(HERE, name, 'expected.txt')
    const problems = problemsOf(name)
    if (process.env['UPDATE_CASES'] === '1') writeFileSync(file, problems)
    expect(existsSync(file), 'expected.txt is missing: run with UPDATE_CASES=1').toBe(true)
    expect(problems).toBe(readFileSync(file, 'utf8'))
  })
})

describe('every code has a case', () => {
  const seen = new Set(
    cases.flatMap(name => {
      const text = existsSync(join(HERE, name, 'expected.txt'))
        ? readFileSync(join(HERE, name, 'expected.txt'), 'utf8')
        : ''
      return [...text.matchAll(/^\S+:\d+:\d+ {2}(?:error|warning) {2}(\S+) {2}/gm)].map(match => match[1])
    }),
  )
  const others = [
    'yaml-syntax',
    'yaml-not-a-map',
    'yaml-alias',
    'file-encoding',
    'file-ending',
    'overlay-kind-changed',
    'overlay-needed',
    'overlay-only',
    'file-twice',
    'file-place',
    'overlay-target-missing',
    'overlay-no-change',
    'overlay-type-changed',
    'schema/unknown-key',
    'schema/enum',
    'schema/type',
    'schema/pattern',
    'schema/range',
  ]
  it.each([...RULES.map(rule => rule.code), ...others])('%s', code => expect(seen).toContain(code))
})
