import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/cli/read-config.ts'
import { compileProject } from '../../../src/core/compile/configuration.ts'
import { checkProject, type SourceFile } from '../../../src/core/index.ts'
import { toValue } from '../../../src/core/source/node.ts'
import { filesBelow } from '../../cases/read-case.ts'
import { Dice } from '../format/random-yaml.ts'
import { tree } from '../files.ts'

const CASES = join(import.meta.dirname, '../../cases')
const GOOD = filesBelow(join(CASES, 'good-statistics'))
const FILES = [...readConfig(join(CASES, '_base')).filter(({ path }) => GOOD.every(own => own.path !== path)), ...GOOD]
const MUTABLE = GOOD.filter(({ path }) => /statistics|home/.test(path))

const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  2.5,
  '',
  'x',
  '=x',
  '=shops +',
  'shops',
  'month',
  '$not',
  [],
  ['x', 'x'],
  ['$not'],
  [[1]],
  {},
  { x: 1 },
  { x: { y: [] } },
]
const NAMES = ['x', 'kind', 'of', 'in', 'value', 'filters', 'by', 'field', 'shops', 'month', 'statistic', 'options']

/** The value with one member somewhere exchanged, renamed or taken out. */
function mutant(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.below(8) === 0) return dice.of(VALUES)
  if (Array.isArray(value)) return value.map(item => (dice.below(value.length) === 0 ? mutant(item, dice) : item))
  const names = Object.keys(value)
  if (names.length === 0) return dice.of(VALUES)
  const name = dice.of(names)
  const { [name]: inner, ...others } = value as Record<string, unknown>
  const way = dice.below(10)
  if (way === 0) return others
  if (way === 1) return { ...others, [dice.of(NAMES)]: inner }
  return { ...value, [name]: mutant(inner, dice) }
}

/** YAML takes JSON as it is. */
const written = ({ path, text }: SourceFile, dice: Dice): SourceFile => {
  let value: unknown = toValue(tree(text, path))
  for (let i = dice.below(2); i >= 0; i--) value = mutant(value, dice)
  return { path, text: JSON.stringify(value) }
}

describe('a statistic or dashboard with anything wrong somewhere', () => {
  it('stands over one with nothing wrong', () => expect(checkProject(FILES).diagnostics).toEqual([]))

  it('gets problems with a place, never a crash, and what has none can be compiled', () => {
    const dice = new Dice(14)
    const before = checkProject(FILES)
    let right = 0
    let wrong = 0
    for (let i = 0; i < 30; i++) {
      const changed = written(dice.of(MUTABLE), dice)
      const files = FILES.map(file => (file.path === changed.path ? changed : file))
      try {
        const { diagnostics, project } = checkProject(files, before)
        const errors = diagnostics.filter(({ severity }) => severity === 'error')
        for (const { origin, message } of errors) if (origin.line < 1 || message === '') expect.fail(message)
        if (errors.length > 0) wrong++
        else {
          right++
          const scoped = compileProject(project).scope({ area: '350100' })
          for (const name of ['shops', 'bigShops']) scoped.statistic(name)
          scoped.page('home')
        }
      } catch (cause) {
        expect.fail(`${String((cause as Error).stack)}\n${changed.path}: ${changed.text}`)
      }
    }
    expect(wrong).toBeGreaterThan(10)
    expect(right).toBeGreaterThan(0)
  })
})
