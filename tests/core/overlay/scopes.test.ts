import { describe, expect, it } from 'vitest'
import { layerOf } from '../../../src/core/overlay/layer.ts'
import { distinctPages } from '../../../src/core/overlay/pages.ts'
import { chainKey, distinctScopes, scopeLabel, scopeOfLayer } from '../../../src/core/overlay/scopes.ts'
import { BASE, resolverOf, type Files } from '../files.ts'

const customer = (id: string, areas?: string[]): Files => ({
  [`customers/${id}/customer.yaml`]: `customer: "${id}"\nname: 客户\n${areas ? `areas: ${JSON.stringify(areas)}\n` : ''}`,
})
const page = (layer: string, text = 'title: 店\n'): Files => ({ [`customers/${layer}/pages/data/shop.yaml`]: text })
const labels = (files: Files) => distinctScopes(resolverOf({ ...BASE, ...files }).project).map(scopeLabel)

describe('distinct scopes', () => {
  it('are the base alone, where nothing lies over it', () => expect(labels({})).toEqual(['base']))
  it('are the areas and the customers that have files, and both together', () =>
    expect(labels({ ...page('areas/35'), ...page('areas/52'), ...customer('87'), ...customer('88') })).toEqual([
      'base',
      '35',
      '52',
      '87',
      '87 @ 35',
      '87 @ 52',
      '88',
      '88 @ 35',
      '88 @ 52',
    ]))
  it('leave out areas that a customer does not cover; a part of one that it covers, or what holds it, stays', () => {
    const areas = { ...page('areas/35'), ...page('areas/3501'), ...page('areas/52') }
    expect(labels({ ...areas, ...customer('87', ['35']) })).toEqual([
      'base',
      '35',
      '52',
      '3501',
      '87',
      '87 @ 35',
      '87 @ 3501',
    ])
    expect(labels({ ...areas, ...customer('87', ['350102']) }).slice(4)).toEqual(['87', '87 @ 35', '87 @ 3501'])
    expect(labels({ ...areas, ...customer('87', []) }).slice(4)).toEqual(['87', '87 @ 35', '87 @ 52', '87 @ 3501'])
  })
  it('are those of a customer without a file of its own too', () =>
    expect(labels({ ...page('87'), ...page('87/areas/35'), ...page('areas/52') })).toEqual([
      'base',
      '52',
      '87',
      '87 @ 52',
      '87 @ 35',
    ]))
  it('are not told apart where the same files apply', () => {
    const { project } = resolverOf({ ...BASE, ...page('87/areas/35') })
    expect(distinctScopes(project)).toEqual([{}, { customer: '87', area: '35' }])
    expect(chainKey(project, { customer: '87', area: '3501' })).toBe('schemas>customers/87/areas/35')
    expect(chainKey(project, { area: '35' })).toBe('schemas')
  })
})

describe('the scope of a layer', () => {
  it('is the narrowest that its files apply to', () => {
    const scopes = ['schemas', 'customers/areas/35', 'customers/87', 'customers/87/areas/35'].map(name =>
      scopeOfLayer(layerOf(name)!),
    )
    expect(scopes).toStrictEqual([{}, { area: '35' }, { customer: '87' }, { customer: '87', area: '35' }])
  })
})

describe('distinct pages', () => {
  const pages = (files: Files) =>
    [...distinctPages(resolverOf({ ...BASE, ...files }).resolver)].map(found => [
      found.route,
      scopeLabel(found.scope),
      found.entity?.node.origin.file,
    ])
  it('are each page once, in the first scope that sees it so', () =>
    expect(pages({ ...page('areas/35'), ...page('87/areas/35', 'title: 铺\n'), ...customer('88') })).toEqual([
      ['data/shop', 'base', 'schemas/entities/shop.yaml'],
      ['data/shop', '35', 'schemas/entities/shop.yaml'],
      ['data/shop', '87 @ 35', 'schemas/entities/shop.yaml'],
    ]))
  it('are another page where the entity is another', () =>
    expect(pages({ 'customers/areas/35/entities/shop.yaml': 'label: 店\n' })).toHaveLength(2))
  it('need no entity, and are no pages that others stand on', () =>
    expect(
      pages({
        'schemas/pages/data/shop.yaml': `${BASE['schemas/pages/data/shop.yaml']}abstract: true\n`,
        'schemas/pages/data/other.yaml': 'kind: dashboard\ntitle: 总览\nabstract: false\n',
        'customers/areas/35/pages/data/own.yaml': 'kind: dashboard\ntitle: 自有\n',
      }),
    ).toEqual([
      ['data/other', 'base', undefined],
      ['data/own', '35', undefined],
    ]))
})
