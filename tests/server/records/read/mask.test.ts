import { describe, expect, it } from 'vitest'
import {
  isMaskOf,
  masked,
  maskedText,
  shownTitle,
  titleForAll,
  withoutNumbers,
} from '../../../../src/server/records/read/mask.ts'
import { entityOf, type EntityModel, type FieldModel } from '../../../../src/server/db/tables/models.ts'

const field = (name: string, more: Partial<FieldModel> = {}): FieldModel =>
  ({ name, label: name, kind: 'text', ...more }) as FieldModel
const PHONE = field('phone', { kind: 'phone', mask: 'phone' })
const NAME = field('party', { mask: 'name', maskFilters: [{ partyType: ['2'] }] })
const thing = entityOf({
  name: 'thing',
  key: 'id',
  title: 'party',
  scope: 'none',
  fields: [field('id'), PHONE, NAME, field('partyType')],
} as unknown as EntityModel)

describe('a mask', () => {
  it.each([
    ['13812345678', '138****5678'],
    ['+86 13812345678', '+86****5678'],
    // too short to show both ends of
    ['12345678', '123****5678'],
    ['1234567', '****67'],
    ['7', '****7'],
  ])('shows of the number %s no more than %s', (whole, shown) => {
    expect(maskedText(PHONE, whole)).toBe(shown)
  })

  it.each([
    ['王小明', '王某某'],
    ['王', '王'],
    // one sign, though two units of the text
    ['𠮷田', '𠮷某'],
  ])('shows of the name %s no more than %s', (whole, shown) => {
    expect(maskedText(NAME, whole)).toBe(shown)
  })

  it('is for persons alone where the entity says so, and for everybody where the row does not tell', () => {
    const rows = [
      { id: '1', party: '王小明', partyType: '2' },
      { id: '2', party: '王记药店', partyType: '1' },
      { id: '3', party: '李四' },
      { id: '4', party: null, partyType: '2' },
      { id: '5', party: '', partyType: '2' },
    ]
    expect(masked(thing, rows).map(({ party }) => party)).toEqual(['王某某', '王记药店', '李某', null, ''])
    // what is read from the database may be shared: it stays as it is
    expect(rows[0]?.party).toBe('王小明')
  })

  it('is on the name of a record too, which without one is its key', () => {
    expect(shownTitle(thing, { id: '1', party: '王小明', partyType: '2' })).toBe('王某某')
    expect(shownTitle(thing, { id: '9', party: null })).toBe('9')
  })

  it('hides numbers within a text, and no other digits', () => {
    expect(withoutNumbers('联系13812345678或11010119900307123X，金额123456789012元，订单113812345678号')).toBe(
      '联系138****5678或110****123X，金额123456789012元，订单113812345678号',
    )
  })

  it('that a form sends back is no change, unless the value was never masked', () => {
    const before = { phone: '13812345678', party: '某某药店', partyType: '1' }
    expect(isMaskOf(PHONE, '138****5678', before)).toBe(true)
    expect(isMaskOf(PHONE, '138****5679', before)).toBe(false)
    expect(isMaskOf(PHONE, '', before)).toBe(false)
    expect(isMaskOf(NAME, '某某某某', before)).toBe(false)
    expect(isMaskOf(PHONE, '****', { phone: null })).toBe(false)
  })
})

describe('what a record is called in a message', () => {
  const row = { id: 'k', party: '甲公司', no: 'XS1', partyType: '1' }
  it('is told to all where all may see it, and else what tells it apart', () => {
    const limited = { ...NAME, roles: ['2'] }
    const hidden = {
      ...thing,
      subtitle: 'no',
      fields: [limited, field('no')],
      byName: new Map([
        ['party', limited],
        ['no', field('no')],
      ]),
    }
    expect([titleForAll(thing, row), titleForAll(hidden, row), shownTitle(hidden, row)]).toEqual([
      '甲公司',
      'XS1',
      '甲公司',
    ])
  })

  it('is kept back for those kinds alone that some may not see', () => {
    const copied = { kinds: [{ kind: '1', roles: ['2'] }], by: 'partyType', all: new Set(['1', '3']) }
    const copy = { ...thing, copiedRoles: new Map([['party', copied]]) }
    expect([titleForAll(copy, row), titleForAll(copy, { ...row, partyType: '3' })]).toEqual(['k', '甲公司'])
  })
})
