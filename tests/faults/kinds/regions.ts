import { readdirSync } from 'node:fs'
import type { Edit } from '../fault.ts'

/** What people of a region may want, as files of its folder; `en`: translations of its own words. */
interface Wish {
  sort: string
  files: Readonly<Record<string, string>>
  en?: Readonly<Record<string, string>>
}

const shops = 'pages/dataCenter/onlineShop.yaml'
const shop = 'entities/eshop.yaml'
const form = 'pages/dataCenter/shopForm.yaml'
const details = 'pages/dataCenter/shopDetails.yaml'
const wish = (sort: string, path: string, text: string, en?: Wish['en']): Wish => ({
  sort,
  files: { [path]: text },
  ...(en ? { en } : {}),
})
const field = (line: string): string => `fields:\n  ${line}\n`
const pattern = (text: string): Wish => wish('pattern', shop, field(`sellerNick: {pattern: '${text}'}`))

const WISHES: readonly Wish[] = [
  wish('column left out', shops, 'columns: {mainCategory: false}\n'),
  wish('column of another field', shops, 'columns:\n  monthSales: {sort: true}\n'),
  wish('columns in another order', shops, 'columns: {$order: [shopName, areaCode]}\n'),
  wish('only some columns', shops, 'columns: {$only: [areaCode, shopName]}\n'),
  wish('filter left out', shops, 'filters: {shopStatus: false}\n'),
  wish('filter of another field', shops, 'filters:\n  openTime: {more: true}\n'),
  wish('order of the list', shops, 'sort: createTime desc, shopName\n'),
  wish('tab left out', shops, 'tabs: {local: false}\n'),
  wish('tab added', shops, "tabs:\n  large: {label: 旗舰店铺, filters: {shopType: ['1']}}\n", { 旗舰店铺: 'Flagship' }),
  wish('button left out', shops, 'actions: {bury: false}\n'),
  wish('button for some', shops, 'actions:\n  bury: {visible: =user.areaLevel <= 2 && row.isDead != 1}\n'),
  wish('button renamed', shops, 'actions: {bury: {label: 归入死链}}\n', { 归入死链: 'To dead links' }),
  wish('question that names the record', shops, "actions: {bury: {confirm: '“{shopName}”移入死链库？'}}\n", {
    '“{shopName}”移入死链库？': 'Move "{shopName}" to the dead links?',
  }),
  wish(
    'button that opens a page',
    shops,
    'actions:\n  books: {label: 分库, on: [page], page: dataCenter/subLibrary}\n',
  ),
  wish('section left out', details, 'sections: {goods: false}\n'),
  wish('field left out of a section', details, 'sections: {business: {fields: {fansCount: false}}}\n'),
  wish('field left out of a form', form, 'sections: {own: {fields: {sellerNick: false}}}\n'),
  wish('field asked in a form', form, 'sections: {own: {fields: {shipAddress: {span: 2}}}}\n'),
  wish(
    'field shown by another',
    form,
    "sections: {own: {fields: {openTime: {visible: =values.shopStatus == '1' || values.shopType == '1'}}}}\n",
  ),
  wish(
    'field worked out of another',
    form,
    "sections:\n  own:\n    fields:\n      sellerNick: {computed: '=values.shopName'}\n",
  ),
  wish('help with brackets', form, 'sections: {own: {help: \'形如 {"id": 1}，或 {编号}\'}}\n', {
    '形如 {"id": 1}，或 {编号}': 'Like {"id": 1}, or {编号}',
  }),
  wish('field renamed', shop, field('sellerNick: {label: 店主}'), { 店主: 'Owner' }),
  wish('field that is required', shop, field('platformName: {required: true}')),
  wish('field that may be left empty', shop, field('shopUrl: {required: false}')),
  wish('field that some see', shop, field("monthSales: {roles: [special, '1', '2']}")),
  wish('field that some change', shop, field('monthSales: {editRoles: [clueJudges]}')),
  wish('field masked', shop, field('sellerNick: {mask: name}')),
  wish('field masked for persons', shop, field("sellerNick: {mask: {kind: name, filters: {subjectType: ['4']}}}")),
  {
    sort: 'field added',
    files: {
      [shop]: field('grade: {label: 信用等级, kind: dict, dict: grade}'),
      [shops]: 'columns: {grade: {sort: true}}\nfilters: {grade:}\n',
      [form]: 'sections: {own: {fields: {grade:}}}\n',
      'dictionaries/grade.yaml': 'dictionary: grade\nlabel: 信用等级\nentries: {a: 守信, b: 失信}\n',
    },
    en: { 信用等级: 'Credit', 守信: 'Good', 失信: 'Bad' },
  },
  {
    sort: 'field left out everywhere',
    files: {
      [shop]: field('fansCount: false'),
      [details]: 'sections: {business: {fields: {fansCount: false}}}\n',
    },
  },
  pattern('^[A-Z]{2}\\d{6}$'),
  pattern('^\\d{3}-\\d{8}$|^\\d{4}-\\d{7}$'),
  pattern('^([\\w-]+\\.)+[a-z]{2,}$'),
  pattern('^(\\d+,)*\\d+$'),
  pattern('^(https?://)?([\\w-]+\\.)+[\\w-]+(/.*)?$'),
  pattern('^(?:\\d{1,3}\\.){3}\\d{1,3}$'),
  pattern('^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$'),
  pattern('^[a-z]+\\d{8,}$'),
  pattern('^(?:甲|乙|丙)类?$'),
  pattern('^([A-Z]\\d+)+$'),
  pattern('^\\p{Script=Han}{2,10}(·\\p{Script=Han}+)*$'),
  wish('code added', 'dictionaries/shopType.yaml', "entries: {'9': 直营店}\n", { 直营店: 'Own shop' }),
  wish('code renamed', 'dictionaries/shopType.yaml', "entries: {'7': 企业网店}\n", { 企业网店: 'Company shop' }),
  wish('code left out', 'dictionaries/shopType.yaml', "entries: {'7': false, '8': false}\n"),
  wish('day off', 'dictionaries/holiday.yaml', "entries: {'2027-05-06': 本地节日}\n", { 本地节日: 'Local day' }),
  wish('entry of the menu left out', 'menu.yaml', 'menu: {dataCenter: {children: {application: false}}}\n'),
  wish('group of the menu left out', 'menu.yaml', 'menu: {labelManagement: false}\n'),
  wish('entry of the menu renamed', 'menu.yaml', 'menu: {dataCenter: {children: {onlineShop: {title: 网络店铺}}}}\n', {
    网络店铺: 'Web shops',
  }),
  wish('entry of the menu for some', 'menu.yaml', "menu: {dataCenter: {children: {cater: {roles: ['2', special]}}}}\n"),
  {
    sort: 'page of its own',
    files: {
      'pages/own/shops.yaml': 'extends: dataCenter/onlineShop\ntitle: 重点店铺\ncolumns: {goodsCount: {more: false}}\n',
      'menu.yaml': 'menu: {dataCenter: {children: {own: {title: 重点店铺, page: own/shops}}}}\n',
    },
    en: { 重点店铺: 'Main shops' },
  },
  wish('widget left out', 'pages/index/home.yaml', 'widgets: {rooms: false}\n'),
  wish('widget of another size', 'pages/index/home.yaml', 'widgets: {map: {height: 12}}\n'),
  wish('controls of a board', 'pages/index/home.yaml', 'controls: {period: {by: [month, year]}}\n'),
  wish('transition renamed', 'workflows/collect.yaml', 'transitions: {pause: {label: 停一停}}\n', { 停一停: 'Wait' }),
  wish('transition for others', 'workflows/collect.yaml', "transitions: {pause: {roles: ['2', '3']}}\n"),
  wish('transition that asks', 'workflows/collect.yaml', "transitions: {pause: {confirm: '暂停“{taskName}”？'}}\n", {
    '暂停“{taskName}”？': 'Pause "{taskName}"?',
  }),
  {
    sort: 'transition left out',
    files: {
      'workflows/collect.yaml': 'transitions: {remove: false}\n',
      'pages/dataCollection/dataCollection/task.yaml': 'actions: {remove: false}\n',
    },
  },
  wish('state renamed', 'workflows/collect.yaml', "states: {'2': {label: 停着}}\n", { 停着: 'Waiting' }),
  wish('title', 'app.yaml', "customerTitle: '{areaName}网监平台'\n", { '{areaName}网监平台': '{areaName} platform' }),
  wish('sizes', 'app.yaml', 'constants: {sidebarWidth: 220, pageSizes: [20, 100]}\n'),
  wish('list behind the number', 'app.yaml', 'constants: {clueList: illegalClues/Processing}\n'),
  wish('colours', 'app.yaml', "colours: {primary: '#9c1f2e', header: '#6d1420'}\n"),
  {
    sort: 'logo',
    files: {
      'app.yaml': 'logo: sign.svg\n',
      'sign.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>\n',
    },
  },
  wish('no watermark', 'app.yaml', 'watermark: {shown: false}\n'),
  {
    sort: 'accounts',
    files: {
      'demo.yaml': `departments:
  '530100': {执法科: '2'}
accounts:
  own_city: {area: '530100', name: 某市管理员, roles: [city_admin]}
  own_desk: {area: '530100', name: 执法人员, roles: [city_admin], department: 执法科}
records:
  - {area: '530100', counts: {eshop: 40, illegalResult: 12}}
`,
    },
  },
  wish('area of its own', 'areas/530102/area.yaml', "area: '530102'\nname: 五华区\n", { 五华区: 'Wuhua' }),
  wish('overlay of its area', 'areas/530302/pages/dataCenter/onlineShop.yaml', 'columns: {mainCategory: false}\n'),
  wish('development zone', 'areas/530402001/pages/dataCenter/onlineShop.yaml', 'columns: {mainCategory: false}\n'),
]

/** Cities that are no customer's, one for each wish that names none: no two customers have an area in common. */
const CITIES = readdirSync('data-regions/streets')
  .map(name => name.slice(0, 4))
  .filter(city => /^(13|14|21|22|23|36|43|51)/.test(city) && city !== '1402')

/** Each in a customer that there was not, so that all can be judged together. */
export const regionalEdits = (): Edit[] =>
  WISHES.map(({ sort, files, en = {} }, i) => {
    const [city = CITIES[i]] = /53\d{2}(?=\d{2})/.exec(JSON.stringify(files)) ?? []
    const folder = `customers/${31_001 + i}`
    const name = `某某市${'甲乙丙丁'[i % 4]}`
    const texts = Object.entries({ [name]: 'Some city', ...en }).map(
      ([zh, said]) => `  ${JSON.stringify(zh)}: ${JSON.stringify(said)}\n`,
    )
    const all = {
      'customer.yaml': `customer: '${31_001 + i}'\nname: ${name}\nareas: ['${city}']\n`,
      'locales/en.yaml': `texts:\n${texts.join('')}`,
      ...files,
    }
    return {
      sort: `region: ${sort}`,
      what: `${folder}: ${Object.values(files).join(' ').replaceAll('\n', ' ⏎ ')}`,
      files: new Map(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text])),
    }
  })
