import type { TableRow } from '../../../server/db/database.ts'
import { daysAgo, likely } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { permitOf } from './permits.ts'
import { numbered } from './records.ts'
import { BRANDS, MARK } from './words.ts'

/** A good on the page of a shop. */
interface Offered {
  shop: TableRow
  name: string
  price: unknown
  sales: unknown
  icp: string
  serial: number
}
type Make = (g: Generating, offered: Offered) => TableRow

/** Every second shop is looked at, and of each the two goods that stand first. */
const EVERY = 2
const FIRST = 2

const ours = ({ shop }: Offered): TableRow => ({
  customerId: shop['customerId'],
  areaCode: shop['areaCode'],
  createTime: shop['createTime'],
  updateTime: shop['updateTime'],
  delFlag: 0,
})
const onSale = ({ shop, price, serial }: Offered): TableRow => ({
  shopName: shop['shopName'],
  platformName: shop['platformName'],
  goodsUrl: `${String(shop['shopUrl'])}item/${serial}`,
  price,
})
const flag = ({ random }: Generating, probability: number): number => (random.chance(probability) ? 1 : 0)
const makerOf = ({ random }: Generating, kind: string): string => `${random.pick(BRANDS)}${kind}${MARK}有限公司`
/** A wrong thing that some of them show; most show none. */
const found = ({ random }: Generating, probability: number, words: readonly string[]): string =>
  random.chance(probability) ? random.pick(words) : ''
/** What an authority never gave: it begins with 99. */
const serialNo = (serial: number, digits: number): string => `99${String(serial).padStart(digits - 2, '0')}`

/** name in the trade → kind (dictionaries/drugKind), letter of the approval number, prescription */
const DRUGS: Readonly<Record<string, readonly [kind: string, letter: string, rx: number]>> = {
  感冒灵颗粒: ['中成药', 'Z', 0],
  板蓝根颗粒: ['中成药', 'Z', 0],
  布洛芬缓释胶囊: ['化学药', 'H', 0],
  蒙脱石散: ['化学药', 'H', 0],
  复方甘草片: ['化学药', 'H', 1],
  维生素C片: ['化学药', 'H', 0],
}
const DRUG_FAULTS = ['未展示风险警示', '未公示药品经营许可证', '处方药未凭处方销售', '宣称治愈率']

const drug: Make = (g, offered) => {
  const { shop, name, icp, serial } = offered
  const [common = name, spec = ''] = name.split(' ')
  const [kind, letter, rx] = DRUGS[common] ?? ['其他', 'H', 0]
  const maker = makerOf(g, '药业')
  const hitItems = found(g, rx ? 0.2 : 0.05, DRUG_FAULTS)
  return {
    productId: `demo-drug-${numbered(serial)}`,
    productName: `${maker.slice(0, 2)}${common}`,
    commonName: common,
    approvalNo: `国药准字${letter}${serialNo(serial, 8)}`,
    drugKind: keyOf(g.dictionary('drugKind'), kind),
    rxFlag: rx,
    dosageForm: /[片散]$/.exec(common)?.[0] ?? common.slice(-2),
    spec,
    maker,
    holder: maker,
    banned: keyOf(g.dictionary('drugBan'), '否'),
    rxWarnShown: rx ? flag(g, 0.8) : 1,
    rxApart: rx ? flag(g, 0.85) : 1,
    sellerPermit: permitOf('药品经营许可证', icp, String(shop['areaCode']).slice(0, 6), serial),
    pharmacist: flag(g, 0.86),
    hitItems,
  }
}

const CLAIMS: Readonly<Record<string, string>> = {
  保湿面霜: '保湿、滋润',
  补水面膜: '保湿、修护',
  氨基酸洁面乳: '清洁',
  防晒乳: '防晒',
  口红: '美容修饰',
  洗发水: '清洁、去屑',
}
const MEDICAL = ['抗敏', '药妆', '消炎', '医学护肤', '祛疤']

const cosmetic: Make = (g, offered) => {
  const { name, icp, serial } = offered
  const common = name.split(' ')[0] ?? name
  const special = common === '防晒乳'
  const maker = makerOf(g, '日化')
  const words = found(g, 0.06, MEDICAL)
  const efficacy = CLAIMS[common] ?? '清洁'
  return {
    productId: `demo-cosmetic-${numbered(serial)}`,
    productName: `${maker.slice(0, 2)}${common}`,
    registerNo: special ? `国妆特字${serialNo(serial, 8)}` : `${icp}G妆网备字${serialNo(serial, 10)}`,
    cosKind: special ? g.dictionary('cosKind')[0]?.[0] : keyOf(g.dictionary('cosKind'), '普通化妆品'),
    efficacy,
    standardNo: `Q/YL ${String(serial % 900).padStart(3, '0')}-2024`,
    registrant: maker,
    maker,
    childMark: flag(g, 0.04),
    labelShown: flag(g, 0.9),
    imported: 0,
    recordState: likely(g, 'permitState', [
      ['有效', 94],
      ['注销', 4],
      ['查无', 2],
    ]),
    claimText: words ? `${efficacy}，${words}，七天见效。` : `${efficacy}，温和不刺激。`,
    medicalWords: words,
  }
}

/** name in the trade → class of the device */
const CLASSES: Readonly<Record<string, string>> = { 医用护膝: '第一类', 轮椅: '第一类' }
const DEVICE_FAULTS = ['未展示注册证号', '超出适用范围宣传', '宣称根治']
const USES: Readonly<Record<string, string>> = {
  上臂式电子血压计: '供家庭和医疗机构测量成人血压和脉搏。',
  血糖仪套装: '供糖尿病患者监测血糖。',
  红外额温计: '供测量人体体温。',
  助听器: '供听力损失者补偿听力。',
}

const device: Make = (g, offered) => {
  const { name, icp, serial } = offered
  const [common = name, model = ''] = name.split(' ')
  const deviceClass = CLASSES[common] ?? '第二类'
  const maker = makerOf(g, '医疗器械')
  const first = deviceClass === '第一类'
  const hitItems = found(g, 0.06, DEVICE_FAULTS)
  return {
    productId: `demo-device-${numbered(serial)}`,
    productName: `${maker.slice(0, 2)}${common}`,
    registerNo: `${icp}械${first ? '备' : '注准'}${serialNo(serial, first ? 8 : 11)}${first ? '号' : ''}`,
    deviceClass: keyOf(g.dictionary('deviceClass'), deviceClass),
    model,
    registrant: maker,
    validTo: daysAgo(g, -1500, -40).slice(0, 10),
    sellerPermit: permitOf('第二类医疗器械经营备案', icp, '', serial),
    permitShown: hitItems === '未展示注册证号' ? 0 : 1,
    useScope: USES[common] ?? '按说明书使用。',
    claimText: hitItems.startsWith('宣称') ? `${common}，彻底根治，无效退款。` : `${common}，操作简便。`,
    hitItems,
  }
}

/** category → entity and what is known of such a good; a pharmacy sells devices as well */
const MONITORED: Readonly<Record<string, { entity: string; make: Make; takes(name: string): boolean }>> = {
  药品: { entity: 'drugs', make: drug, takes: name => (name.split(' ')[0] ?? '') in DRUGS },
  化妆品: { entity: 'cosmetics', make: cosmetic, takes: () => true },
  医疗器械: { entity: 'medicalDevices', make: device, takes: () => true },
}

const goodsRow: Make = (g, offered) => {
  const { shop, name, sales, serial } = offered
  return {
    goodsId: `demo-goods-${numbered(serial)}`,
    goodsName: name,
    uscc_dim: shop['uscc_dim'],
    subjectName: shop['subjectName'],
    category: shop['mainCategory'],
    brand: BRANDS.find(brand => String(shop['shopName']).includes(brand)) ?? '',
    sales,
    comments: Math.round(Number(sales) / g.random.int(3, 9)),
    origin: String(shop['shipAddress'] ?? '').slice(0, 9),
    firstSeen: shop['firstFoundTime'],
    offShelf: flag(g, 0.06),
  }
}

/** What shops have on sale: goods of subjects, and those that have a list of their own; entity → rows. */
export function productRows(
  g: Generating,
  shops: readonly TableRow[],
  icpOf: (area: string) => string,
): Map<string, TableRow[]> {
  const made = new Map<string, TableRow[]>()
  const add = (entity: string, make: Make, offered: Offered): void => {
    const row = { ...ours(offered), ...onSale(offered), ...make(g, offered) }
    made.set(entity, [...(made.get(entity) ?? []), row])
  }
  const categories = new Map(g.dictionary('goodsCategory').map(([key, label]) => [key, label] as const))
  let serial = 0
  for (const shop of shops.filter(({ isDead }, i) => isDead !== 1 && i % EVERY === 0)) {
    const icp = icpOf(String(shop['areaCode']))
    const goods = (shop['goodsList'] as { name: string; price: number; sales: number }[]).slice(0, FIRST)
    const monitored = MONITORED[categories.get(String(shop['mainCategory'])) ?? '']
    for (const [i, good] of goods.entries()) {
      const offered = { shop, ...good, icp, serial: ++serial }
      if (i === 0) add('registerGoods', goodsRow, offered)
      if (monitored?.takes(good.name)) add(monitored.entity, monitored.make, offered)
    }
  }
  return made
}

/** Most rooms show a handful. */
const MOST_SHOWN = 5
const SPOKEN = ['全网最低价', '最后一批', '绝对正品']

/** What is sold in live rooms, by the goods of the trade of whoever runs them. */
export function liveGoodsRows(g: Generating, rooms: readonly TableRow[], goods: readonly TableRow[]): TableRow[] {
  const byCategory = new Map<unknown, TableRow[]>()
  for (const row of goods) byCategory.set(row['category'], [...(byCategory.get(row['category']) ?? []), row])
  if (goods.length === 0) return []
  return rooms.flatMap((room, n) => {
    const known = byCategory.get(room['mainCategory']) ?? goods
    return Array.from({ length: g.random.int(1, MOST_SHOWN) }, (_, i) => {
      const good = g.random.pick(known)
      const line = Number(good['price'])
      return {
        goodsId: `demo-live-goods-${numbered(n + 1)}-${i + 1}`,
        roomId: room['uniqueId'],
        goodsName: good['goodsName'],
        goodsUrl: `${String(room['roomUrl'])}goods/${i + 1}`,
        linkShop: `${String(room['anchorNick'])}小店`,
        shopUscc: room['uscc_dim'],
        category: good['category'],
        livePrice: Math.round(line * g.random.int(70, 96)) / 100,
        linePrice: line,
        sales: g.random.skewed(900) + g.random.int(0, 30),
        upTime: room['liveStart'] ?? room['createTime'],
        explainTime: `第${g.random.int(2, 110)}分钟`,
        hitWords: found(g, 0.08, SPOKEN),
        customerId: room['customerId'],
        areaCode: room['areaCode'],
        createTime: room['createTime'],
        updateTime: room['updateTime'],
        delFlag: 0,
      }
    })
  })
}
