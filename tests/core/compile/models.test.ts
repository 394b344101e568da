import { describe, expect, it } from 'vitest'
import { BASE, compiled as compile } from '../files.ts'

describe('models of entities', () => {
  it('tables are the union of all overlays', () => {
    const union = compile({
      ...BASE,
      'customers/87/entities/shop.yaml': 'fields:\n  extra: {label: 附加, kind: text}\n  sales: false\n',
    })
    expect(
      union
        .entities()[0]!
        .fields.map(f => f.name)
        .sort(),
    ).toEqual(['areaCode', 'extra', 'id', 'platform', 'sales', 'shopName', 'updateTime'])
  })
})
