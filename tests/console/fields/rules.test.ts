import { describe, expect, it } from 'vitest'
import type { FieldKind } from '../../../src/core/model/documents.ts'
import { linesOf, operatorsOf, textOf, type RuleLine } from '../../../src/console/fields/values/rules.ts'

const KINDS: Record<string, FieldKind> = {
  name: 'text',
  sales: 'int',
  amount: 'money',
  opened: 'date',
  seen: 'datetime',
  shown: 'flag',
  kind: 'dict',
  area: 'area',
  org: 'ref',
}
const kindOf = (field: string): FieldKind | undefined => KINDS[field]
const VALUES: Record<string, unknown> = {
  name: '样例',
  sales: 5200,
  amount: 9.5,
  opened: '2026-01-31',
  seen: '2026-01-31',
  shown: 1,
  kind: '1,2',
  area: '340400',
  org: 'unit-1',
}

describe('a rule line by line', () => {
  const all = Object.entries(KINDS).flatMap(([field, kind]) => operatorsOf(kind).map(operator => ({ field, operator })))

  it.each(all)('$field $operator is written and read again', ({ field, operator }) => {
    const isDays = operator === 'recent' || operator === 'old'
    const value = operator === 'has' || operator === 'hasNot' ? undefined : isDays ? 30 : VALUES[field]
    const line: RuleLine = { field, operator, value }
    for (const join of ['all', 'any'] as const) {
      const lines = { join, lines: [line, { field: 'sales', operator: '>' as const, value: 1 }] }
      expect(linesOf(textOf(lines, kindOf), kindOf)).toEqual(lines)
    }
  })

  it('is none where it says more than lines can: mixed, of unknown fields, or not an expression', () => {
    for (const text of [
      "row.sales > 1 && (row.shown == 1 || row.name == 'x')",
      'row.none == 1',
      'row.sales >',
      '1 + 1',
    ])
      expect(linesOf(text, kindOf)).toBeUndefined()
    expect(linesOf('', kindOf)).toEqual({ join: 'all', lines: [] })
  })

  it('keeps a line that is not filled in, so that the server complains of it', () => {
    const text = textOf({ join: 'all', lines: [{ field: 'sales', operator: '>', value: undefined }] }, kindOf)
    expect(text).toBe("row.sales > ''")
  })
})
