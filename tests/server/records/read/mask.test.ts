import { describe, expect, it } from 'vitest'
import {
  isMaskOf,
  masked,
  maskedText,
  shownTitle,
  titleForAll,
  withoutNumbers,
} from '../../../../src/server/records/read/mask.ts'
import { withHidden } from '../../../../src/server/records/write/unseen.ts'
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

describe('the rows of a table within a record', () => {
  const columns = { name: field('name', { mask: 'name' }), phone: PHONE, note: field('note', { kind: 'longText' }) }
  const rows = entityOf({
    ...(thing as unknown as EntityModel),
    fields: [...Object.values(columns), field('secret', { secret: true }), field('verdict')],
  })
  const holder = {
    ...thing,
    withoutNumbers: true,
    tables: new Map([['people', { ...rows, withoutNumbers: true }]]),
  }
  const [one, two] = [
    { name: '王小明', phone: '13812345678', note: '电话 13812345678', secret: '一', verdict: null },
    { name: '李大伟', phone: '13912345678', note: null, secret: '二', verdict: null },
  ]
  const before = { id: '1', people: JSON.stringify([one, two]) }
  const shownOf = (value: unknown): object[] =>
    JSON.parse(String(masked(holder, [{ id: '1', people: value }])[0]?.['people']))

  it('are masked and lack what their reader does not see, as they are written', () => {
    expect(shownOf(before.people)).toEqual([
      { name: '王某某', phone: '138****5678', note: '电话 138****5678', verdict: null },
      { name: '李某某', phone: '139****5678', note: null, verdict: null },
    ])
    expect(masked(holder, [{ id: '1', people: [one] }])[0]?.['people']).toMatchObject([{ name: '王某某' }])
    for (const none of [null, '', '不是', '{}', [1]])
      expect(masked(holder, [{ people: none }])).toEqual([{ people: none }])
    expect(JSON.parse(before.people)).toEqual([one, two])
  })

  it('lose nothing that was not seen when they are sent back, whatever else was changed in them', () => {
    const [first, second] = shownOf(before.people)
    const saved = (sent: unknown): unknown => withHidden(holder, { people: sent }, before)['people']
    expect(saved([first, second])).toEqual([one, two])
    expect(saved(JSON.stringify([second, first]))).toEqual([two, one])
    expect(saved([{ ...first, verdict: '1' }, second])).toEqual([{ ...one, verdict: '1' }, two])
    expect(saved([second])).toEqual([two])
    expect(saved([first, second, { name: '新来的' }])).toEqual([one, two, { name: '新来的' }])
    // who was written over is somebody else
    expect(saved([{ name: '赵新人' }, second])).toEqual([{ name: '赵新人' }, two])
    expect(saved('不是')).toBe('不是')
  })
})
