import { beforeAll, describe, expect, it } from 'vitest'
import { isWhole } from '../whole.ts'
import { KEYS, namedMaps, unsaidValues, VALUES } from './catalogue.ts'
import { allFaults, drawn } from './corpus.ts'
import type { Fault } from './fault.ts'
import { falseAlarms, judge, ratesOf } from './judge.ts'
import { legalEdits } from './kinds/legal.ts'
import { regionalEdits } from './kinds/regions.ts'
import { readTree, type Tree } from './tree.ts'

/** `npm run bench -- faults` asks for hundreds of them, and of another seed. */
const [CASES, SEED, LEGAL] = isWhole ? [24, 1, 100] : [8, 1, 24]

describe('what each key of the language may name', () => {
  it('is known of every value that the language itself does not explain', () =>
    expect(unsaidValues().sort()).toEqual(Object.keys(VALUES).sort()))
  it('is known of the names in every map', () => expect(namedMaps().sort()).toEqual(Object.keys(KEYS).sort()))
})

describe('configurations with one fault', () => {
  let tree: Tree
  let all: Fault[]
  beforeAll(() => {
    tree = readTree()
    all = allFaults(tree)
  })

  it('are of many sorts, at every place where they can happen', () => {
    expect(tree.checked.diagnostics).toEqual([])
    expect(new Set(all.map(({ sort }) => sort)).size).toBeGreaterThan(120)
    expect(all.length).toBeGreaterThan(100_000)
  })

  it('are told, at their lines', () => {
    const verdicts = judge(tree, drawn(all, CASES, SEED))
    const { cases, told, exact, crashes } = ratesOf('all', verdicts)
    const silent = verdicts.flatMap(({ fault, isTold }) => (isTold ? [] : [`${fault.sort}: ${fault.what}`]))
    expect(crashes).toBe(0)
    expect(told / cases, silent.join('\n')).toBeGreaterThanOrEqual(0.95)
    expect(exact / told).toBeGreaterThanOrEqual(0.95)
  })

  it('are not told of where nothing is wrong', () =>
    expect(falseAlarms(tree, drawn(legalEdits(tree), LEGAL, SEED))).toEqual([]))

  it('are not told of what regions may want', () => expect(falseAlarms(tree, regionalEdits())).toEqual([]))
})
