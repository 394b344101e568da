import { expect, it } from 'vitest'
import { labelKey } from '../../../src/core/contract/api.ts'
import type { FieldFacts } from '../../../src/core/contract/configuration.ts'
import { FIELD_KINDS, type FieldKind } from '../../../src/core/model/documents.ts'
import { saidIn } from '../../../src/console/fields/saidIn.ts'

const field = (name: string, kind: FieldKind, more: Partial<FieldFacts> = {}): FieldFacts => ({
  name,
  label: name,
  kind,
  origin: '',
  ...more,
})
const dictionaries = {
  kinds: [
    ['1', '网店'],
    ['2', '网站'],
  ] as [string, string][],
}
const said = (text: string, row: object, ...mentioned: FieldFacts[]): string =>
  saidIn(text, { ...row }, { mentioned }, { dictionaries })

it('a text names values as they are read elsewhere: no codes, no keys, numbers with their unit', () => {
  const row = {
    kind: '1,2',
    org: 'org-1',
    [labelKey('org')]: '谢家集局',
    fine: 12345.5,
    open: 0,
    at: '2026-01-02T03:04:05',
  }
  expect(
    said(
      '{kind}由{org}处理，罚 {fine}，公开：{open}，{at}，{none}。',
      row,
      field('kind', 'dict', { dict: 'kinds', multiple: true }),
      field('org', 'ref'),
      field('fine', 'money', { unit: '元' }),
      field('open', 'flag'),
      field('at', 'datetime'),
      field('none', 'text'),
    ),
  ).toBe('网店、网站由谢家集局处理，罚 12,345.50 元，公开：否，2026-01-02 03:04，—。')
})

it.each(FIELD_KINDS)('a value of kind %s that is not there is a dash', kind => {
  expect(said('{x}', { x: null }, field('x', kind))).toBe('—')
})
