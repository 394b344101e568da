import { describe, expect, it } from 'vitest'
import { appliesTo, BASE, chainOf, isOverlay, layerOf, placeOf, PRODUCT } from '../../../src/core/overlay/layer.ts'

describe('a layer', () => {
  it.each([
    ['base', { name: 'base' }],
    ['schemas', { name: 'schemas' }],
    ['customers/areas/35', { name: 'customers/areas/35', area: '35' }],
    ['customers/87', { name: 'customers/87', customer: '87' }],
    ['customers/87/areas/35', { name: 'customers/87/areas/35', customer: '87', area: '35' }],
    ['customers', undefined],
    ['elsewhere', undefined],
    ['customers/87/places/35', undefined],
    ['customers/87/areas/35/deeper', undefined],
    ['customers/areas/35/deeper', undefined],
    ['my/customers/87', undefined],
    ['my/customers/areas/35', undefined],
    ['my/customers/87/areas/35', undefined],
  ])('is read from its folder: %s', (folder, layer) => expect(layerOf(folder)).toEqual(layer))

  it.each([
    ['base/app.yaml', 'base', 'app'],
    ['schemas/pages/a/b.yaml', 'schemas', 'pages/a/b'],
    ['schemas/pages/a.yml', 'schemas', 'pages/a'],
    ['schemas/pages/a.yaml.yaml', 'schemas', 'pages/a.yaml'],
    ['schemas/a.yaml.txt', 'schemas', 'a.yaml.txt'],
    ['customers/areas/35/pages/a.yaml', 'customers/areas/35', 'pages/a'],
    ['customers/87/customer.yaml', 'customers/87', 'customer'],
    ['customers/87/areas/35/pages/a.yaml', 'customers/87/areas/35', 'pages/a'],
  ])('and a name in it from the path of a file: %s', (path, layer, name) =>
    expect(placeOf(path)).toEqual({ layer: layerOf(layer), name }),
  )
  it.each(['elsewhere/a.yaml', 'my/schemas/a.yaml', 'schemas', 'a.yaml'])('is none of %s', path =>
    expect(placeOf(path)).toBeUndefined(),
  )
  it('is an overlay where it is for some alone', () => {
    const layers = ['base', 'schemas', 'customers/areas/35', 'customers/87', 'customers/87/areas/35']
    expect(layers.map(name => isOverlay(layerOf(name)!))).toEqual([false, false, true, true, true])
  })
  it('applies to what lies within its area and to its own customer', () => {
    const applies = (name: string, scope: object) => appliesTo(layerOf(name)!, scope)
    expect(applies('customers/areas/35', { area: '3501' })).toBe(true)
    expect(applies('customers/areas/35', { area: '3' })).toBe(false)
    expect(applies('customers/areas/35', {})).toBe(false)
    expect(applies('customers/87', { customer: '87' })).toBe(true)
    expect(applies('customers/87', { customer: '88' })).toBe(false)
    expect(applies('customers/87/areas/35', { customer: '88', area: '35' })).toBe(false)
    expect(applies('customers/87/areas/35', { customer: '87', area: '36' })).toBe(false)
    expect(appliesTo(BASE, {}) && appliesTo(PRODUCT, {})).toBe(true)
  })
  it('of equal rank stands by its name', () => {
    const names = ['customers/areas/36', 'customers/areas/35', 'customers/areas/3', 'customers/9', 'customers/8']
    expect(
      chainOf(
        names.map(name => ({ name })),
        {},
      ).map(({ name }) => name),
    ).toEqual([...names].sort())
  })
})
