import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/cli/read-config.ts'
import { readProject } from '../../../src/core/overlay/project.ts'
import { toValue } from '../../../src/core/source/node.ts'
import { META, schemaId } from '../../../src/core/validate/facts/meta.ts'
import { fits } from '../../../src/core/validate/fits.ts'
import { validatorOf } from '../../../src/core/validate/schema-check.ts'
import { ROOT } from '../../folders.ts'
import { Dice } from '../format/random-yaml.ts'

const kinds = Object.keys(META.get('page.schema.json')?.$defs ?? {})
const idsOf = (kind: Parameters<typeof schemaId>[0]): string[] =>
  kind === 'page' ? kinds.map(pageKind => schemaId(kind, pageKind)) : [schemaId(kind)]

const DOCUMENTS = [...readProject(readConfig(ROOT), () => {}).documents.values()].flat()
const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  2.5,
  100,
  '',
  'x',
  '=row.a',
  '网店',
  'list',
  [],
  ['x'],
  ['x', 'x'],
  {},
  { x: 1 },
]
const NAMES = ['x', 'kind', 'label', 'title', 'roles', 'fields', 'when', 'form', 'min', 'pattern']

/** The value with one member somewhere exchanged, taken out or added. */
function mutant(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.below(6) === 0) return dice.of(VALUES)
  const names = Object.keys(value)
  if (names.length === 0) return dice.of(VALUES)
  const name = dice.of(names)
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === name ? mutant(item, dice) : item))
  const { [name]: inner, ...others } = value as Record<string, unknown>
  const way = dice.below(10)
  if (way === 0) return others
  if (way === 1) return { ...value, [dice.of(NAMES)]: inner }
  return { ...value, [name]: mutant(inner, dice) }
}

describe('fits', () => {
  it('knows every keyword of the schemas of all kinds of files', () => {
    const ids = [...META.keys()].flatMap(id => (id === 'page.schema.json' ? idsOf('page') : [id]))
    for (const id of ids)
      for (const value of [...VALUES, { x: { x: [{ x: 1 }] } }]) expect(() => fits(value, id)).not.toThrow()
  })

  it('judges our own files, and files with something wrong somewhere, as the library does', () => {
    const dice = new Dice(1)
    let wrong = 0
    for (const { kind, node, file } of DOCUMENTS)
      for (const id of idsOf(kind)) {
        const own = toValue(node)
        for (const value of [own, ...Array.from({ length: 6 }, () => mutant(own, dice))]) {
          const isRight = validatorOf(id)(value)
          if (!isRight) wrong++
          if (fits(value, id) !== isRight) expect.fail(`${file} by ${id}, ${isRight}: ${JSON.stringify(value)}`)
        }
      }
    expect(wrong).toBeGreaterThan(1000)
  })
})
