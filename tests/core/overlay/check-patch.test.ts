import { describe, expect, it } from 'vitest'
import { BASE, patchProblems } from '../files.ts'

const AREA = 'customers/areas/35/pages/data/shop.yaml'
const patch = (text: string, path = AREA) => patchProblems({ ...BASE, [path]: text })

describe('a patch that does nothing is an error', () => {
  it('accepts a patch that changes something', () => expect(patch('columns:\n  sales: false\n')).toEqual([]))
  it('when its value already stands below', () =>
    expect(patch('title: 网店\ncolumns:\n  sales: {sort: true}\n')).toEqual([
      `overlay-no-change ${AREA}:1:1`,
      `overlay-no-change ${AREA}:3:11`,
    ]))
  it('when it leaves out what is not there, with the nearest name', () =>
    expect(patch('columns:\n  platfrom: false\n')).toEqual([`overlay-target-missing ${AREA}:2:3 (platform)`]))
  it('when $order names what is not there', () =>
    expect(patch('columns:\n  $order: [sale, shopName]\n')).toEqual([`overlay-target-missing ${AREA}:2:12 (sales)`]))
  it('when $order says the order that already is', () =>
    expect(patch('columns:\n  $order: [shopName, platform]\n')).toEqual([`overlay-no-change ${AREA}:2:11`]))
  it('when a value would become another type', () =>
    expect(patch('title: [网店]\n')).toEqual([`overlay-type-changed ${AREA}:1:8`]))
  it('when the page does not exist, with the nearest route', () =>
    expect(patch('columns:\n  sales: false\n', 'customers/areas/35/pages/data/shpo.yaml')).toEqual([
      'overlay-target-missing customers/areas/35/pages/data/shpo.yaml:1:1 (data/shop)',
    ]))
  it('when it is empty', () => expect(patch('columns: {}\n')).toEqual([`overlay-no-change ${AREA}:1:10`]))
})

describe('each patch is judged over its own layers only', () => {
  it('a customer may repeat what an area says: other areas of it do not', () =>
    expect(
      patchProblems({ ...BASE, [AREA]: 'title: 店\n', 'customers/87/pages/data/shop.yaml': 'title: 店\n' }),
    ).toEqual([]))
  it('a deeper area may not repeat the wider one', () =>
    expect(
      patchProblems({ ...BASE, [AREA]: 'title: 店\n', 'customers/areas/3501/pages/data/shop.yaml': 'title: 店\n' }),
    ).toEqual(['overlay-no-change customers/areas/3501/pages/data/shop.yaml:1:1']))
  it('a variant may not repeat the page that it extends', () =>
    expect(patchProblems({ ...BASE, 'schemas/pages/data/shop2.yaml': 'extends: data/shop\ntitle: 网店\n' })).toEqual([
      'overlay-no-change schemas/pages/data/shop2.yaml:2:1',
    ]))
  it('a dictionary entry may change between its short and long form', () =>
    expect(
      patchProblems({
        ...BASE,
        'customers/areas/35/dictionaries/platform.yaml': 'entries:\n  "02": {label: 天猫, tone: error}\n',
      }),
    ).toEqual([]))
})
