import { describe, expect, it } from 'vitest'
import { FIELD_KINDS, type FieldKind } from '../../../../src/core/model/field/fields.ts'
import {
  CHOICE_KINDS,
  DATE_KINDS,
  FIELD_TRAITS,
  kindsWhere,
  NUMBER_KINDS,
  RANGE_KINDS,
  STRUCTURE_KINDS,
  UNSEARCHABLE_KINDS,
  type FieldTraits,
} from '../../../../src/core/model/field/traits.ts'

describe('traits of field kinds', () => {
  it('stand there for every kind, else nothing compiles', () => {
    const { money: _, ...withoutMoney } = FIELD_TRAITS
    // @ts-expect-error a kind is missing
    const table: Record<FieldKind, FieldTraits> = withoutMoney
    expect(Object.keys(table)).not.toContain('money')
    expect(Object.keys(FIELD_TRAITS).sort()).toEqual([...FIELD_KINDS].sort())
  })

  it('are told as a whole, else nothing compiles', () => {
    // @ts-expect-error a kind that nobody says how to search by
    const incomplete: FieldTraits = { value: 'text', width: 100, named: false, holdsAddresses: false }
    expect(incomplete.filter).toBeUndefined()
  })

  it('put every kind on exactly one way of searching', () => {
    const searched = [...RANGE_KINDS, ...CHOICE_KINDS, ...UNSEARCHABLE_KINDS]
    const others = kindsWhere(({ filter }) => filter === 'text' || filter === 'area')
    expect([...searched, ...others].sort()).toEqual([...FIELD_KINDS].sort())
  })

  // a limit is asked for by how near it is
  it('search numbers and dates from and to, and no structure at all', () => {
    expect([...RANGE_KINDS].sort()).toEqual([...NUMBER_KINDS, ...DATE_KINDS].filter(kind => kind !== 'limit').sort())
    for (const kind of STRUCTURE_KINDS) expect(UNSEARCHABLE_KINDS.has(kind), kind).toBe(true)
  })

  it('leave no column without a width', () => {
    for (const kind of FIELD_KINDS) expect(FIELD_TRAITS[kind].width, kind).toBeGreaterThanOrEqual(80)
  })
})
