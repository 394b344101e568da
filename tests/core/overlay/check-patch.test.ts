import { describe, expect, it } from 'vitest'
import { Diagnostics } from '../../../src/core/diagnostic/diagnostic.ts'
import { checkPatches } from '../../../src/core/overlay/check-patch.ts'
import { BASE, patchProblems, resolverOf, type Files } from '../files.ts'

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
  it('when $only names what is not there or left out, with the nearest name', () => {
    expect(patch('columns:\n  $only: [sale, shopName]\n')).toEqual([`overlay-target-missing ${AREA}:2:11 (sales)`])
    const files = { ...BASE, 'schemas/pages/data/shop2.yaml': 'extends: data/shop\ncolumns: {$only: [platform]}\n' }
    const over = 'customers/areas/35/pages/data/shop2.yaml'
    expect(patchProblems({ ...files, [over]: 'columns: {$only: [sales]}\n' })).toEqual([
      `overlay-target-missing ${over}:1:19`,
    ])
    expect(patchProblems({ ...files, [over]: 'columns: {$only: [sales], sales: }\n' })).toEqual([])
  })
  it('when $only keeps all as they stand, and when it has nothing below it', () => {
    expect(patch('columns:\n  $only: [shopName, platform, sales, areaCode]\n')).toEqual([
      `overlay-no-change ${AREA}:2:10`,
    ])
    expect(patch('columns:\n  $only: [platform, shopName, sales, areaCode]\n')).toEqual([])
    expect(patch('actions: {own: {form: {$only: [why], why: {kind: text}}}}\n')).toEqual([`overlay-only ${AREA}:1:31`])
  })
  it('when something stands beside $only that it says already', () =>
    expect(patch('columns: {sales: false, $only: [shopName, "*"], platform: {width: 9}, $order: [sales]}\n')).toEqual([
      `overlay-only ${AREA}:1:11`,
      `overlay-only ${AREA}:1:43`,
      `overlay-only ${AREA}:1:49`,
      `overlay-only ${AREA}:1:79`,
    ]))
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

describe('what a patch may say', () => {
  const product = (text: string, file = 'data/shop2') =>
    patchProblems({ ...BASE, [`schemas/pages/${file}.yaml`]: text })
  const dictionary = (text: string) => patchProblems({ ...BASE, 'customers/areas/35/dictionaries/platform.yaml': text })
  const menu = (text: string) => patchProblems({ ...BASE, 'customers/areas/35/menu.yaml': text })

  it('is nothing of pages that begin there', () => {
    expect(product('kind: list\ntitle: 另\n')).toEqual([])
    expect(product('extends: data/none\ntitle: 另\n')).toEqual([])
    expect(product('extends: data/shop2\ntitle: 另\n')).toEqual([])
    expect(patchProblems({ ...BASE, 'customers/areas/35/entities/own.yaml': 'label: 自有\n' })).toEqual([])
  })
  it('is judged over the page that it extends, that of a layer below it too', () => {
    const files = { ...BASE, 'schemas/pages/data/shop2.yaml': 'extends: data/shop\ntitle: 另\n' }
    const over = 'customers/areas/35/pages/data/shop2.yaml'
    expect(patchProblems({ ...files, [over]: 'columns:\n  sales: {sort: true}\n  none: false\n' })).toEqual([
      `overlay-no-change ${over}:2:11`,
      `overlay-target-missing ${over}:3:3`,
    ])
    expect(product('extends: data/shop\nabstract: false\nnone: false\n')).toEqual([
      'overlay-target-missing schemas/pages/data/shop2.yaml:2:1',
      'overlay-target-missing schemas/pages/data/shop2.yaml:3:1',
    ])
  })
  it('of an entity is judged over what its mixins bring, too', () => {
    const over = 'customers/areas/35/entities/shop.yaml'
    const entity = (text: string) => patchProblems({ ...BASE, [over]: text })
    expect(entity('fields: {areaCode: false, updateTime: {width: 90}}\n')).toEqual([])
    expect(entity('fields: {areaCod: false}\n')).toEqual([`overlay-target-missing ${over}:1:10 (areaCode)`])
    expect(entity('fields: {updateTime: {label: 更新时间}}\n')).toEqual([`overlay-no-change ${over}:1:23`])
  })
  it('is true of a map as of a text where the two are forms of the same', () => {
    expect(dictionary('entries:\n  "01": 淘\n')).toEqual([])
    expect(dictionary('entries:\n  "01": [淘]\n')).toEqual([
      'overlay-type-changed customers/areas/35/dictionaries/platform.yaml:2:9',
    ])
    expect(dictionary('entries:\n  "01": 1\n')).toHaveLength(1)
    expect(menu('menu:\n  dataCenter: 数据\n')).toEqual(['overlay-type-changed customers/areas/35/menu.yaml:2:15'])
  })
  it('is empty or false over anything, and anything over these', () => {
    expect(patch('title: false\nentity:\ncolumns: {shopName: false, platform: {label: 平}}\n')).toEqual([])
    expect(patch('filters: {areaCode: {label: 区}}\n')).toEqual([])
    const hidden = { ...BASE, [AREA]: 'columns: {sales: false}\n' }
    const deeper = 'customers/areas/3501/pages/data/shop.yaml'
    expect(patchProblems({ ...hidden, [deeper]: 'columns: {sales: {sort: true}}\n' })).toEqual([])
    expect(patchProblems({ ...hidden, [deeper]: 'columns: {sales: false}\n' })).toHaveLength(1)
  })
  it('is an order of names that are there, added ones among them', () => {
    expect(patch('columns:\n  $order: [updateTime, sales]\n  updateTime:\n')).toEqual([])
    expect(patch("columns:\n  $order: [sales, '*']\n")).toEqual([])
    expect(patch("columns:\n  $order: ['*', areaCode]\n")).toEqual([`overlay-no-change ${AREA}:2:11`])
    expect(patch('columns:\n  $order: [[sales], sales]\n')).toEqual([`overlay-target-missing ${AREA}:2:12`])
    expect(patch('columns:\n  $order: []\n')).toEqual([`overlay-no-change ${AREA}:2:11`])
  })
  it('is whatever it likes in files that patch nothing', () =>
    expect(
      patchProblems({
        ...BASE,
        'customers/87/customer.yaml': 'customer: "87"\nname: 客户\n',
        'customers/87/areas/35/customer.yaml': 'name: false\n',
        'customers/areas/35/area.yaml': 'area: "35"\n',
        'customers/areas/3501/area.yaml': 'area: "35"\nnone: false\n',
      }),
    ).toEqual([]))
  it('is false of a word of the language where nothing below says it', () => {
    const diagnostics = new Diagnostics()
    const { resolver } = resolverOf({ ...BASE, [AREA]: 'print: false\ncolumns:\n  print: false\n' })
    checkPatches(
      resolver,
      diagnostics.report,
      (document, path) => document.kind === 'page' && path.join('.') === 'print',
    )
    expect(diagnostics.sorted().map(({ origin }) => origin.line)).toEqual([3])
  })
})

describe('a patch of calls', () => {
  const ENDPOINTS = 'customers/areas/35/endpoints.yaml'
  const families = `families:
  f:
    members: {x: {label: 甲}}
    calls: {go: {label: "{label}", path: "/{name}"}}
`
  const over = (text: string, base = families, path = ENDPOINTS) =>
    patchProblems({ ...BASE, 'schemas/endpoints.yaml': base, [path]: text })

  it('lies over the calls of the families', () => {
    expect(over('endpoints: {x.go: {label: 乙}}\n')).toEqual([])
    expect(over('endpoints: {x.go: {label: 甲}}\n')).toEqual([`overlay-no-change ${ENDPOINTS}:1:20`])
    expect(over('endpoints: {x.og: false}\n')).toEqual([`overlay-target-missing ${ENDPOINTS}:1:13 (x.go)`])
  })
  it('lies over those of its own file too', () => {
    const own = `${families}endpoints: {x.go: {path: "/x"}, y.go: {path: "/y"}}\n`
    expect(over(own, 'endpoints: {z: {path: "/z"}}\n')).toEqual([`overlay-no-change ${ENDPOINTS}:5:20`])
    expect(patchProblems({ ...BASE, 'schemas/endpoints.yaml': own })).toEqual([
      'overlay-no-change schemas/endpoints.yaml:5:20',
    ])
    expect(over('endpoints: {z: {path: "/z"}}\n', 'endpoints: {z: {path: "/z"}}\n')).toHaveLength(1)
  })
})

describe('the words of a problem', () => {
  const said = (text: string, files: Files = {}, path = AREA) => {
    const { resolver } = resolverOf({ ...BASE, ...files, [path]: text })
    const diagnostics = new Diagnostics()
    checkPatches(resolver, diagnostics.report)
    return diagnostics.sorted()
  }
  it('name what is missing', () =>
    expect(said('columns: {zzz: false}\n')).toEqual([
      {
        code: 'overlay-target-missing',
        severity: 'error',
        message: '下层没有“zzz”，这处覆盖不起作用',
        messageEn: 'Nothing below is named "zzz": this patch does nothing',
        origin: { file: AREA, line: 1, col: 11 },
      },
    ]))
  it('name where the same is said already', () =>
    expect(said('title: 网店\ncolumns: {}\n')).toEqual([
      {
        code: 'overlay-no-change',
        severity: 'error',
        message: '这处覆盖什么也没有改变：与下层的值相同（schemas/pages/data/shop.yaml:2:8），请删除它',
        messageEn:
          'This patch changes nothing: the layer below already says so（schemas/pages/data/shop.yaml:2:8）; delete it',
        origin: { file: AREA, line: 1, col: 1 },
      },
      {
        code: 'overlay-no-change',
        severity: 'error',
        message: '这处覆盖什么也没有改变：与下层的值相同，请删除它',
        messageEn: 'This patch changes nothing: the layer below already says so; delete it',
        origin: { file: AREA, line: 2, col: 10 },
      },
    ]))
  it('warn only, where a product repeats the base', () => {
    const base = { 'base/pages/home.yaml': 'kind: dashboard\ntitle: 首页\n' }
    expect(said('title: 首页\n', base, 'schemas/pages/home.yaml')).toMatchObject([{ severity: 'warning' }])
    expect(said('title: 首页\n', base, 'customers/areas/35/pages/home.yaml')).toMatchObject([{ severity: 'error' }])
  })
  it('name both types', () => {
    const types = (text: string) => said(text).map(({ message, messageEn }) => [message, messageEn])
    expect(types('title: [网店]\n')).toEqual([
      [
        '值的类型变了：下层（schemas/pages/data/shop.yaml:2:8）是文本，这里是列表',
        'The type changed: the layer below (schemas/pages/data/shop.yaml:2:8) has text, this has a list',
      ],
    ])
    expect(types('columns: 3\n')).toEqual([
      [
        '值的类型变了：下层（schemas/pages/data/shop.yaml:9:3）是映射，这里是数字',
        'The type changed: the layer below (schemas/pages/data/shop.yaml:9:3) has a map, this has a number',
      ],
    ])
    expect(types('columns: {sales: {sort: yes please}}\n')).toEqual([
      [
        '值的类型变了：下层（schemas/pages/data/shop.yaml:11:17）是是否值，这里是文本',
        'The type changed: the layer below (schemas/pages/data/shop.yaml:11:17) has true or false, this has text',
      ],
    ])
  })
  it('name the page that was meant', () => {
    const path = 'customers/areas/35/pages/data/shpo.yaml'
    expect(said('title: 店\n', {}, path)).toEqual([
      {
        code: 'overlay-target-missing',
        severity: 'error',
        message: '下层没有页面 data/shpo：若要新建页面，请写 kind 或 extends；若要覆盖，请检查文件名',
        messageEn:
          'No layer below has the page data/shpo: write kind or extends to make a new page, or mend the file name to '
          + 'patch one',
        origin: { file: path, line: 1, col: 1 },
        suggestion: 'data/shop',
      },
    ])
    expect(said('title: 店\n', {}, 'customers/areas/35/pages/far.yaml')[0]).not.toHaveProperty('suggestion')
  })
})
