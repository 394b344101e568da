import { describe, expect, it } from 'vitest'
import { compileExpression, mayHold } from '../../../src/core/expression/index.ts'
import { simpleExpression } from '../../../src/core/expression/simple.ts'
import { randomOf } from '../period/random.ts'

type Context = Record<string, unknown>
type Below = (below: number) => number

const pick = <T>(below: Below, from: readonly T[]): T => from[below(from.length)] as T

const VALUES = [
  null,
  undefined,
  '',
  'a',
  'b',
  '中',
  '2026-01-01',
  '😀',
  0,
  1,
  2,
  -1,
  1.5,
  NaN,
  true,
  false,
  [],
  ['a', 1],
  [null, '1'],
  {},
  { a: 1 },
  { a: null, k: 'v' },
]
const LITERALS = ['null', 'true', 'false', '0', '1', '2', '15', "''", "'a'", '"b"', "'中'", "'2026-01-01'"]
const PATHS = ['row.a', 'row.b', 'row.c', 'row.a.k', 'user.a', 'user.roles', 'row', 'none', 'none.a', 'values.b']

const contextOf = (below: Below): Context =>
  Object.fromEntries(
    ['row', 'user', 'values'].map(name => [
      name,
      below(12) === 0
        ? pick(below, VALUES)
        : Object.fromEntries(['a', 'b', 'c', 'roles'].map(member => [member, pick(below, VALUES)])),
    ]),
  )

const operand = (below: Below): string => pick(below, below(3) === 0 ? LITERALS : PATHS)
function relation(below: Below): string {
  const kind = below(10)
  if (kind === 0) return `has(${pick(below, PATHS)})`
  if (kind === 1) return pick(below, PATHS)
  if (kind === 2)
    return `${operand(below)} in [${Array.from({ length: 1 + below(3) }, () => pick(below, LITERALS)).join(', ')}]`
  if (kind === 3) return `${operand(below)} in ${pick(below, PATHS)}`
  if (kind === 4) return `size(${pick(below, PATHS)})${pick(below, ['', ' > 0', ' == 1', ' <= row.b', " == 'a'"])}`
  return `${operand(below)} ${pick(below, ['==', '!=', '<', '<=', '>', '>='])} ${operand(below)}`
}
function expression(below: Below, depth: number): string {
  if (depth === 0) return relation(below)
  const part = (): string => expression(below, depth - 1)
  const kind = below(6)
  if (kind === 0) return `!${part()}`
  if (kind === 1) return `(${part()})`
  if (kind === 2) return `!(${part()})`
  return `${part()} ${pick(below, ['&&', '||'])} ${part()}`
}

/** What comes of it, a refusal included: whoever evaluates takes all refusals alike. */
function outcome(compute: () => unknown): unknown {
  try {
    return { value: compute() ?? null }
  } catch {
    return 'refused'
  }
}

/** How many of so many drawn contexts in which both say the same. */
function agree(text: string, below: Below, times: number): void {
  const simple = simpleExpression(text)
  if (!simple) return
  for (let i = 0; i < times; i++) {
    const context = contextOf(below)
    const told = `${text} of ${JSON.stringify(context)}`
    expect(
      outcome(() => simple.compute(context)),
      told,
    ).toEqual(outcome(() => compileExpression(text)(context)))
    const { row: _, ...rowless } = context
    // where it cannot be told beforehand, the thing is shown and judged with its row
    const may = (hold: () => boolean): boolean => outcome(hold) === 'refused' || hold()
    expect(
      may(() => simple.mayHold(rowless)),
      `${told}, for any row`,
    ).toBe(may(() => mayHold(text, rowless)))
  }
}

describe('a simple expression', () => {
  it('comes to what the engine says, drawn at random', () => {
    const below = randomOf(20261123)
    let simple = 0
    for (let i = 0; i < 6000; i++) {
      const text = expression(below, below(3))
      if (simpleExpression(text)) simple++
      agree(text, below, 6)
    }
    // most of what is drawn is compared, and not passed over
    expect(simple).toBeGreaterThan(2000)
  })

  it.each([
    'row.a + 1',
    'row.a ? 1 : 2',
    'row.a.startsWith("x")',
    'row.list.exists(one, one == 1)',
    "row.a == 'it\\'s'",
    "'''a'''",
    'row.a == 1u',
    'row.a == 1.5',
    'row.a == 0x10',
    'row.a == 99999999999999999',
    '1 == "1"',
    'row.a && 1',
    'row.constructor',
    'row.a == 1 == true',
    'row[0]',
    'row.a == ',
    '== row.a',
    '(row.a',
    'row.a)',
    'row.a row.b',
    'has(row)',
    'size()',
    'while == 1',
    'row.in == 1',
    'row.true == 1',
    'true.a == 1',
    'row.a\u00a0== 1',
    'row.a == 1\u3000',
    'has(row.a) && row.a.b == 1',
    '',
  ])('is none of these, which the engine computes or refuses: %s', text =>
    expect(simpleExpression(text)).toBeUndefined(),
  )

  it('reads no member that its context does not have itself, and hands out copies', () => {
    const list = ['a']
    expect(simpleExpression('=row.list')?.compute({ row: { list } })).toEqual(list)
    expect(simpleExpression('=row.list')?.compute({ row: { list } })).not.toBe(list)
    expect(simpleExpression('=has(row.toString)')).toBeUndefined()
  })
})
