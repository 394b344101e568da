import type { TableRow } from '../../../server/db/database.ts'

/** What a shop sells: goods with the price that they are sold for, in yuan. */
export interface Trade {
  trade: string
  /** dictionaries/goodsCategory */
  category: string
  /** how many of a hundred */
  weight: number
  goods: readonly (readonly [name: string, from: number, to: number])[]
  /** labels of dictionaries/platform, what is used most first */
  platforms: readonly string[]
  /** label of dictionaries/permitType, where the trade needs one */
  permit?: string
}

/** Who sells it: what carriers tell of them. */
export interface Subject {
  row: TableRow
  /** brand and trade, for the names of shops and sites */
  name: string
  trade: Trade
  brand: string
}

const EVERYBODY = ['淘宝', '拼多多', '抖音', '京东', '快手', '天猫', '微店', '1688', '小红书', '视频号小店'] as const

export const TRADES: readonly Trade[] = [
  {
    trade: '大药房',
    category: '药品',
    weight: 14,
    goods: [
      ['感冒灵颗粒 10克×9袋', 9, 19],
      ['板蓝根颗粒 10克×20袋', 12, 24],
      ['布洛芬缓释胶囊 0.3克×20粒', 14, 29],
      ['蒙脱石散 3克×10袋', 15, 32],
      ['复方甘草片 100片', 6, 15],
      ['维生素C片 100片', 3, 12],
      ['医用外科口罩 50只', 15, 39],
      ['电子体温计', 19, 59],
    ],
    platforms: ['京东健康', '阿里健康', '拼多多', '淘宝', '天猫', '药房网', '1药网', '微店'],
    permit: '药品经营许可证',
  },
  {
    trade: '医疗器械',
    category: '医疗器械',
    weight: 9,
    goods: [
      ['上臂式电子血压计', 129, 399],
      ['血糖仪套装 含试纸50片', 89, 268],
      ['红外额温计', 59, 198],
      ['颈椎牵引器', 68, 199],
      ['助听器 耳背式', 299, 1999],
      ['医用护膝 一副', 39, 159],
      ['轮椅 可折叠', 268, 899],
    ],
    platforms: ['淘宝', '京东', '拼多多', '天猫', '京东健康', '1688'],
    permit: '第二类医疗器械经营备案',
  },
  {
    trade: '化妆品',
    category: '化妆品',
    weight: 11,
    goods: [
      ['保湿面霜 50克', 49, 199],
      ['补水面膜 10片', 29, 129],
      ['氨基酸洁面乳 120克', 25, 89],
      ['防晒乳 SPF50 60毫升', 45, 168],
      ['口红 豆沙色', 39, 159],
      ['洗发水 500毫升', 29, 99],
    ],
    platforms: ['抖音', '淘宝', '小红书', '快手', '拼多多', '天猫', '微店'],
  },
  {
    trade: '食品',
    category: '食品酒水',
    weight: 16,
    goods: [
      ['坚果礼盒 1.2千克', 59, 168],
      ['手工牛肉酱 210克×2瓶', 19, 49],
      ['桃酥 500克', 12, 32],
      ['高粱酒 500毫升', 39, 268],
      ['红糖馒头 8只', 9, 22],
      ['麻辣香锅底料 150克×3袋', 15, 36],
      ['黄山毛峰 250克', 58, 320],
    ],
    platforms: EVERYBODY,
    permit: '仅销售预包装食品备案',
  },
  {
    trade: '保健食品',
    category: '保健食品',
    weight: 5,
    goods: [
      ['乳清蛋白粉 900克', 89, 268],
      ['钙维生素D软胶囊 90粒', 49, 138],
      ['鱼油软胶囊 100粒', 59, 188],
      ['益生菌冻干粉 30条', 69, 199],
      ['破壁灵芝孢子粉 60袋', 198, 698],
    ],
    platforms: ['京东', '拼多多', '抖音', '天猫', '淘宝', '快手'],
    permit: '仅销售预包装食品备案',
  },
  {
    trade: '农产品',
    category: '农产品',
    weight: 10,
    goods: [
      ['当季苹果 5千克', 29, 69],
      ['东北大米 10千克', 55, 98],
      ['土鸡蛋 30枚', 32, 59],
      ['豆腐干 500克', 12, 26],
      ['黑木耳 250克', 22, 49],
      ['蜂蜜 1千克', 39, 128],
    ],
    platforms: ['拼多多', '抖音', '快手', '微店', '一亩田', '淘宝'],
  },
  {
    trade: '服饰',
    category: '服装鞋包',
    weight: 12,
    goods: [
      ['女士针织衫', 59, 239],
      ['男士休闲裤', 69, 199],
      ['儿童运动鞋', 59, 189],
      ['双肩包', 49, 259],
      ['羽绒服 中长款', 199, 899],
      ['棉袜 10双', 19, 49],
    ],
    platforms: EVERYBODY,
  },
  {
    trade: '电器',
    category: '家用电器',
    weight: 6,
    goods: [
      ['电饭煲 4升', 99, 369],
      ['空气炸锅', 129, 399],
      ['落地扇', 79, 259],
      ['电热水壶', 49, 159],
      ['吸尘器', 199, 899],
    ],
    platforms: ['京东', '拼多多', '天猫', '苏宁易购', '淘宝'],
  },
  {
    trade: '数码',
    category: '数码通讯',
    weight: 5,
    goods: [
      ['蓝牙耳机', 59, 399],
      ['快充充电器', 29, 129],
      ['机械键盘', 99, 459],
      ['手机壳', 9, 49],
      ['移动电源 10000毫安时', 59, 159],
    ],
    platforms: ['京东', '淘宝', '拼多多', '天猫', '闲鱼'],
  },
  {
    trade: '家居',
    category: '家居建材',
    weight: 6,
    goods: [
      ['收纳箱 三件套', 39, 99],
      ['遮光窗帘', 59, 299],
      ['陶瓷餐具 16件', 79, 239],
      ['四件套', 99, 399],
      ['花洒套装', 69, 268],
    ],
    platforms: EVERYBODY,
  },
  {
    trade: '母婴用品',
    category: '母婴玩具',
    weight: 4,
    goods: [
      ['婴儿纸尿裤 M码 64片', 69, 139],
      ['玻璃奶瓶 240毫升', 39, 109],
      ['大颗粒积木', 49, 199],
      ['儿童安全座椅', 399, 1599],
    ],
    platforms: ['京东', '拼多多', '淘宝', '抖音', '天猫'],
  },
  {
    trade: '图书',
    category: '图书音像',
    weight: 2,
    goods: [
      ['儿童绘本 10册', 39, 128],
      ['小学同步练习册', 19, 45],
      ['古典文学精装', 49, 168],
      ['考试教材 全套', 89, 299],
    ],
    platforms: ['当当', '京东', '拼多多', '抖音', '孔夫子旧书'],
    permit: '出版物经营许可',
  },
]

/** Who cooks and delivers. */
export const CATERING: Trade = {
  trade: '餐饮',
  category: '餐饮',
  weight: 0,
  goods: [
    ['招牌牛肉面', 15, 28],
    ['小炒黄牛肉饭', 18, 35],
    ['麻辣烫套餐', 16, 32],
    ['鲜肉馄饨', 10, 18],
    ['柠檬茶', 9, 18],
  ],
  platforms: [],
  permit: '食品经营许可证',
}
export const KITCHENS: readonly string[] = [
  '牛肉面馆',
  '麻辣烫',
  '黄焖鸡米饭',
  '酸辣粉',
  '奶茶店',
  '包子铺',
  '烧烤',
  '炸鸡汉堡',
  '家常菜馆',
  '粥铺',
  '寿司',
  '馄饨店',
]

/** Who runs a platform of its own. */
export const HOSTING: Trade = {
  trade: '网络科技',
  category: '生活服务',
  weight: 0,
  goods: [
    ['平台入驻服务 一年', 999, 9800],
    ['同城配送服务', 5, 30],
  ],
  platforms: [],
  permit: '增值电信业务许可',
}
