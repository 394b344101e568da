import { describe, expect, it } from 'vitest'
import { numberIn } from '../../../src/console/fields/controls/numbers.ts'
import { problemOf } from '../../../src/console/fields/values/problems.ts'
import type { FieldFacts } from '../../../src/core/contract/configuration.ts'
import type { FieldKind } from '../../../src/core/model/documents.ts'
import { NUMBER_KINDS } from '../../../src/core/model/field/traits.ts'
import type { FieldModel } from '../../../src/server/db/tables/models.ts'
import { judge, type Surroundings } from '../../../src/server/records/write/validate.ts'

/** The same figures whenever the test runs. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % sides
  }
}

const FIELDS: Partial<FieldFacts>[] = [
  { kind: 'text', minLength: 2, maxLength: 8 },
  { kind: 'text', letters: 'lower', pattern: '^[a-z0-9.]+$' },
  { kind: 'text', search: 'prefix', pattern: '^[一-鿿]?ICP备\\d+号$' },
  { kind: 'longText', maxLength: 12 },
  { kind: 'url', maxLength: 40 },
  { kind: 'uscc' },
  { kind: 'phone' },
  { kind: 'int', min: -5, max: 2000, unit: '家' },
  { kind: 'decimal' },
  { kind: 'money', min: 0 },
  { kind: 'percent', max: 100 },
  { kind: 'date', min: '2020-01-31' },
  { kind: 'datetime', max: '2026-06-30' },
]

const WRITTEN: Partial<Record<FieldKind, string[]>> = {
  text: ['淮南（大通）茶叶店', 'WWW.Example.cn', '皖ICP备12345678号', '😀😀😀😀😀😀😀😀', '甲'],
  longText: ['一行\n二行', '𠮷𠮷𠮷𠮷𠮷𠮷', '短'],
  url: ['HTTP://WWW.Example.CN/Path', 'https://a.cn', 'ftp://a.cn', 'http:// a.cn', 'https://a.cn/b c'],
  uscc: ['91340400MA00000X11', '91340400ma00000x11', '91340400MA00000I11', '9134 0400-MA00000X11'],
  phone: ['13800001234', '(0551)62631234', '+86 13800001234', '400-800-1234', '138'],
  int: ['12', '12.6', '1,234', '12345678901234567890', '-3', '2001', '12家', '1e3'],
  decimal: ['1.5', '.5', '5.', '0.12345678901', '123456789012345.6', '1,2', '--1'],
  money: ['1.005', '2.155', '￥1,234.5', '-1', '1e5', '99999999999999'],
  percent: ['12.5%', '101', '。5', '99.999'],
  date: ['2026-01-31', '2026/2/30', '20260131', '2026年1月5日', '2019.12.31', '2026-01-31 08:30', '0000-01-01'],
  datetime: ['2026-01-31 8:30', '2026-07-01', '2026-01-31T23:59:59', '2026-01-31 24:00', '2026-06-30 23:59:59'],
}
const STRANGE = [
  '\u200b',
  '\u202d',
  ' ',
  '\u3000',
  '\ufeff',
  '（',
  '.',
  '-',
  '0',
  '９',
  'Ａ',
  '😀',
  '\t',
  '\u0000',
  "'",
  '*',
]
const full = (text: string): string => text.replace(/[!-~]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

function drawn(roll: (sides: number) => number, kind: FieldKind): string {
  const all = WRITTEN[kind] ?? []
  const text = all[roll(all.length)] ?? ''
  const at = roll(text.length + 1)
  const sign = STRANGE[roll(STRANGE.length)] ?? ''
  const changes = [
    text,
    full(text),
    text.toLowerCase(),
    text.slice(0, at) + sign + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    sign + full(text) + sign,
    sign,
  ]
  return changes[roll(changes.length)] ?? ''
}

const AROUND = { dictionary: () => undefined } as unknown as Surroundings

describe('browser and server', () => {
  it('R8.03 judge ten thousand values alike, and store the same', () => {
    const roll = dice(45)
    const verdicts = { good: 0, bad: 0 }
    for (let i = 0; i < 10_000; i++) {
      const field = { name: 'f', label: '项', origin: '', ...FIELDS[roll(FIELDS.length)] } as FieldFacts
      const typed = drawn(roll, field.kind)
      const held = NUMBER_KINDS.has(field.kind) ? numberIn(typed, field) : typed
      const here = problemOf(field, held, false) === undefined
      const [sent, raw] = [held, typed].map(value => judge(field as unknown as FieldModel, value, AROUND))
      const what = `${JSON.stringify(field)} ${JSON.stringify(typed)}`
      // the browser holds the number that was typed, a call sends it as it was written
      expect(sent, what).toEqual(raw)
      if (!/^\d*\*{4}\d+$/.test(typed)) expect(here, what).toBe('value' in (sent ?? {}))
      verdicts[here ? 'good' : 'bad']++
      // what is stored is stored so again
      if (sent && 'value' in sent && sent.value !== null)
        expect(judge(field as unknown as FieldModel, sent.value, AROUND), what).toEqual(sent)
    }
    expect(Math.min(verdicts.good, verdicts.bad)).toBeGreaterThan(2000)
  })
})
