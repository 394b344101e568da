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
  },
  {
    category: '药品违法',
    item: '未凭处方销售处方药',
    words: ['免处方', '在线开方秒过'],
    seen: '下单流程出现“{word}”，未要求上传处方即可购买处方药。',
    law: '《药品网络销售监督管理办法》第九条',
    risk: '高',
    product: '药品',
  },
  {
    category: '违法广告',
    item: '药品广告含功效断言',
    words: ['根治', '无效退款', '药到病除'],
    seen: '药品宣传使用“{word}”等断言功效的用语。',
    law: '《中华人民共和国广告法》第十六条',
    risk: '中',
    product: '药品',
  },
  {
    category: '医疗器械违法',
    item: '未备案网络销售医疗器械',
    words: ['三类器械现货', '诊所同款'],
    seen: '店铺销售“{word}”，未展示医疗器械经营许可或备案凭证。',
    law: '《医疗器械网络销售监督管理办法》第十条',
    risk: '高',
    product: '医疗器械',
  },
  {
    category: '医疗器械违法',
    item: '网页信息与注册内容不一致',
    words: ['降血糖仪', '包治颈椎病'],
    seen: '产品名称与适用范围写作“{word}”，与注册证载明内容不一致。',
    law: '《医疗器械网络销售监督管理办法》第十一条',
    risk: '中',
    product: '医疗器械',
  },
  {
    category: '化妆品违法',
    item: '普通化妆品宣称医疗作用',
    words: ['药妆', '祛疤修复', '抗炎杀菌'],
    seen: '普通化妆品标题与详情使用“{word}”，涉嫌明示或暗示医疗作用。',
    law: '《化妆品监督管理条例》第三十七条',
    risk: '中',
    product: '化妆品',
  },
  {
    category: '化妆品违法',
    item: '销售未注册特殊化妆品',
    words: ['祛斑美白特效', '防脱生发'],
    seen: '宣称“{word}”的特殊化妆品，页面未标注注册证编号。',
    law: '《化妆品监督管理条例》第十七条',
    risk: '高',
    product: '化妆品',
  },
  {
    category: '主体信息公示',
    item: '未公示营业执照信息',
    words: ['执照公示缺失'],
    seen: '店铺首页未展示营业执照信息或链接（{word}）。',
    law: '《中华人民共和国电子商务法》第十五条',
    risk: '低',
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
  },
  {
    category: '侵权假冒',
    item: '销售侵犯注册商标专用权商品',
    words: ['高仿', '原单', '一比一'],
    seen: '商品标题含“{word}”，图片使用他人注册商标。',
    law: '《中华人民共和国商标法》第五十七条',
    risk: '高',
  },
  {
    category: '价格违法',
    item: '价格欺诈',
    words: ['原价虚高', '先涨后降'],
    seen: '促销前七日内无成交记录，标示的原价涉嫌虚构（{word}）。',
    law: '《明码标价和禁止价格欺诈规定》第十九条',
    risk: '中',
  },
  {
    category: '消费者权益',
    item: '违法限制七日无理由退货',
    words: ['概不退换', '拆封不退'],
    seen: '店铺公告写明“{word}”，排除法定退货权利。',
    law: '《网络购买商品七日无理由退货暂行办法》第六条',
    risk: '低',
  },
  {
    category: '特供专供类',
    item: '销售“特供”“专供”商品',
    words: ['特供', '内部专供'],
    seen: '商品标题或图片含“{word}”字样。',
    law: '《中华人民共和国广告法》第九条',
    risk: '高',
  },
]

/** What a machine perceived of a page, where it was a machine. */
export const PERCEPTIONS = ['文本语义感知', '图片识别感知', '价格异动感知', '主体比对感知']
