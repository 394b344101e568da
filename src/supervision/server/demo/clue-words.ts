/**
 * What made-up clues are about: category, item, the words that were hit, what was seen, the law, how grave, and for
 * which section.
 */
export interface Matter {
  category: string
  item: string
  words: readonly string[]
  seen: string
  law: string
  risk: '高' | '中' | '低'
  product?: '药品' | '医疗器械' | '化妆品'
  /** labels of dictionaries/goodsCategory that it is about; left out, of any trade */
  of?: readonly string[]
  /** labels of dictionaries/objectKind that it is found on; left out, on whatever sells */
  on?: readonly string[]
}

/** Articles of laws as they are quoted most; `{word}` is the word that was hit. */
export const MATTERS: readonly Matter[] = [
  {
    category: '药品违法',
    item: '未取得许可网络销售药品',
    words: ['处方药直发', '无需处方'],
    seen: '商品详情页标注“{word}”，店铺未展示药品经营许可证，涉嫌无证销售处方药。',
    law: '《药品网络销售监督管理办法》第六条',
    risk: '高',
    product: '药品',
    of: ['药品'],
  },
  {
    category: '药品违法',
    item: '未凭处方销售处方药',
    words: ['免处方', '在线开方秒过'],
    seen: '下单流程出现“{word}”，未要求上传处方即可购买处方药。',
    law: '《药品网络销售监督管理办法》第九条',
    risk: '高',
    product: '药品',
    of: ['药品'],
  },
  {
    category: '违法广告',
    item: '药品广告含功效断言',
    words: ['根治', '无效退款', '药到病除'],
    seen: '药品宣传使用“{word}”等断言功效的用语。',
    law: '《中华人民共和国广告法》第十六条',
    risk: '中',
    product: '药品',
    of: ['药品'],
  },
  {
    category: '医疗器械违法',
    item: '未备案网络销售医疗器械',
    words: ['三类器械现货', '诊所同款'],
    seen: '店铺销售“{word}”，未展示医疗器械经营许可或备案凭证。',
    law: '《医疗器械网络销售监督管理办法》第十条',
    risk: '高',
    product: '医疗器械',
    of: ['医疗器械'],
  },
  {
    category: '医疗器械违法',
    item: '网页信息与注册内容不一致',
    words: ['降血糖仪', '包治颈椎病'],
    seen: '产品名称与适用范围写作“{word}”，与注册证载明内容不一致。',
    law: '《医疗器械网络销售监督管理办法》第十一条',
    risk: '中',
    product: '医疗器械',
    of: ['医疗器械'],
  },
  {
    category: '化妆品违法',
    item: '普通化妆品宣称医疗作用',
    words: ['药妆', '祛疤修复', '抗炎杀菌'],
    seen: '普通化妆品标题与详情使用“{word}”，涉嫌明示或暗示医疗作用。',
    law: '《化妆品监督管理条例》第三十七条',
    risk: '中',
    product: '化妆品',
    of: ['化妆品'],
  },
  {
    category: '化妆品违法',
    item: '销售未注册特殊化妆品',
    words: ['祛斑美白特效', '防脱生发'],
    seen: '宣称“{word}”的特殊化妆品，页面未标注注册证编号。',
    law: '《化妆品监督管理条例》第十七条',
    risk: '高',
    product: '化妆品',
    of: ['化妆品'],
  },
  {
    category: '主体信息公示',
    item: '未公示营业执照信息',
    words: ['执照公示缺失', '执照图片模糊'],
    seen: '首页显著位置未展示营业执照信息或链接（{word}）。',
    law: '《中华人民共和国电子商务法》第十五条',
    risk: '低',
    on: ['网店', '网站', '小程序', '微信公众号', '平台内经营者'],
  },
  {
    category: '虚假宣传',
    item: '虚假或者引人误解的商业宣传',
    words: ['全网第一', '国家级', '零差评'],
    seen: '商品宣传使用“{word}”，未提供依据。',
    law: '《中华人民共和国反不正当竞争法》第八条',
    risk: '中',
  },
  {
    category: '违法广告',
    item: '使用绝对化用语',
    words: ['最佳', '顶级', '极致'],
    seen: '广告中使用绝对化用语“{word}”。',
    law: '《中华人民共和国广告法》第九条',
    risk: '低',
  },
  {
    category: '食品违法',
    item: '普通食品宣传疾病预防治疗功能',
    words: ['降三高', '增强免疫力', '防癌'],
    seen: '普通食品详情页出现“{word}”等疾病预防、治疗用语。',
    law: '《中华人民共和国食品安全法》第七十三条',
    risk: '中',
    of: ['食品酒水', '保健食品', '农产品'],
  },
  {
    category: '侵权假冒',
    item: '销售侵犯注册商标专用权商品',
    words: ['高仿', '原单', '一比一'],
    seen: '商品标题含“{word}”，图片使用他人注册商标。',
    law: '《中华人民共和国商标法》第五十七条',
    risk: '高',
    of: ['服装鞋包', '数码通讯', '化妆品', '母婴玩具', '食品酒水'],
  },
  {
    category: '价格违法',
    item: '价格欺诈',
    words: ['原价虚高', '先涨后降'],
    seen: '促销前七日内无成交记录，标示的原价涉嫌虚构（{word}）。',
    law: '《明码标价和禁止价格欺诈规定》第十九条',
    risk: '中',
    on: ['网店', '直播间', '小程序'],
  },
  {
    category: '消费者权益',
    item: '违法限制七日无理由退货',
    words: ['概不退换', '拆封不退'],
    seen: '店铺公告写明“{word}”，排除法定退货权利。',
    law: '《网络购买商品七日无理由退货暂行办法》第六条',
    risk: '低',
    on: ['网店', '小程序', '直播间', '平台内经营者'],
  },
  {
    category: '特供专供类',
    item: '销售“特供”“专供”商品',
    words: ['特供', '内部专供'],
    seen: '商品标题或图片含“{word}”字样。',
    law: '《中华人民共和国广告法》第九条',
    risk: '高',
    of: ['食品酒水', '农产品'],
  },
  {
    category: '食品违法',
    item: '入网餐饮服务提供者未公示许可信息',
    words: ['许可证缺失', '证照过期'],
    seen: '外卖店铺“商家档案”未公示有效的食品经营许可证（{word}）。',
    law: '《网络餐饮服务食品安全监督管理办法》第十条',
    risk: '中',
    of: ['餐饮'],
    on: ['外卖'],
  },
  {
    category: '食品违法',
    item: '超出许可项目经营冷食类食品',
    words: ['凉拌', '刺身'],
    seen: '菜单中销售“{word}”等冷食类、生食类食品，许可证经营项目未载明。',
    law: '《网络餐饮服务食品安全监督管理办法》第四条',
    risk: '中',
    of: ['餐饮'],
    on: ['外卖', '平台内经营者'],
  },
  {
    category: '直播营销',
    item: '直播间对商品作虚假或者引人误解的宣传',
    words: ['全网最低价', '医院同款', '三天见效'],
    seen: '直播中主播口播“{word}”，未提供依据，直播间未展示经营者信息。',
    law: '《网络交易监督管理办法》第二十条',
    risk: '中',
    on: ['直播间'],
  },
  {
    category: '个人信息',
    item: '未经同意收集使用消费者个人信息',
    words: ['强制授权通讯录', '默认同意隐私政策'],
    seen: '首次启动时{word}，未逐项取得消费者同意。',
    law: '《网络交易监督管理办法》第十三条',
    risk: '低',
    on: ['App', '小程序'],
  },
  {
    category: '搭售/默认勾选',
    item: '将搭售商品、服务设为默认同意选项',
    words: ['默认勾选会员', '默认勾选保险'],
    seen: '下单页{word}，未以显著方式提请消费者注意。',
    law: '《中华人民共和国电子商务法》第十九条',
    risk: '低',
    on: ['App', '小程序', '外卖'],
  },
  {
    category: '平台责任',
    item: '未持续公示平台服务协议和交易规则',
    words: ['规则链接失效'],
    seen: '平台首页未持续公示服务协议和交易规则，{word}。',
    law: '《中华人民共和国电子商务法》第三十三条',
    risk: '低',
    on: ['电商平台'],
  },
]

/** What a machine perceived of a page, where it was a machine. */
export const PERCEPTIONS = ['文本语义感知', '图片识别感知', '价格异动感知', '主体比对感知']
