/** What made-up tasks are about; nothing of it is a real campaign. */
/** What special tasks are about: the clues that belong to one are of these categories and of this kind of product. */
export interface Topic {
  name: string
  /** labels of dictionaries/illegalCategory */
  categories: readonly string[]
  /** label of dictionaries/yxzField; '' for any goods */
  product: string
}
const topic = (name: string, product: string, ...categories: string[]): Topic => ({ name, product, categories })
export const SPECIAL: readonly Topic[] = [
  topic('网络销售药品专项监测', '药品', '药品违法', '违法广告'),
  topic('医疗器械网络销售专项监测', '医疗器械', '医疗器械违法'),
  topic('化妆品网络经营专项监测', '化妆品', '化妆品违法'),
  topic('网络餐饮食品安全专项监测', '', '食品违法'),
  topic('网络交易主体亮照亮证专项监测', '', '主体信息公示', '无证无照经营'),
  topic('校园周边网店专项监测', '', '食品违法', '特供专供类'),
  topic('网售处方药风险提示专项监测', '药品', '药品违法'),
  topic('第三类医疗器械无证经营专项监测', '医疗器械', '医疗器械违法'),
  topic('儿童化妆品标签专项监测', '化妆品', '化妆品违法'),
  topic('节日促销价格行为专项监测', '', '价格违法'),
  topic('直播带货虚假宣传专项监测', '', '直播营销', '虚假宣传'),
  topic('特供专供商品清理专项监测', '', '特供专供类'),
  topic('药品广告用语专项监测', '药品', '违法广告', '药品违法'),
  topic('眼镜护理液网络销售专项监测', '医疗器械', '医疗器械违法'),
  topic('祛斑美白类化妆品专项监测', '化妆品', '化妆品违法'),
  topic('网络拍卖与二手交易专项监测', '', '侵权假冒', '虚假宣传'),
  topic('网络消费者权益保护专项监测', '', '消费者权益', '个人信息'),
  topic('绝对化用语广告专项监测', '', '违法广告'),
]
export const REQUIREMENT =
  '按监测范围逐户核查主体资格、许可备案、商品信息和宣传用语，发现涉嫌违法的固定证据、录入线索并按时反馈，任务结束时提交总结。'
export const RANDOM = [
  '网络经营主体登记公示信息双随机抽查',
  '药械妆网络销售双随机抽查',
  '电商平台责任落实联合抽查',
  '网络餐饮服务双随机抽查',
]
export const CHECK_ITEMS = '营业执照公示、行政许可公示、商品信息真实性、广告宣传用语、价格标示'
export const PATROL_ITEMS = ['是否公示营业执照', '是否公示行政许可', '是否有绝对化用语', '价格标示是否规范']
export const SUMMARY = '已按要求完成监测，发现的问题均已录入线索并督促整改。'
export const COLLECTING = ['网店日常采集', '网站备案比对采集', '外卖商户采集', '重点类目商品采集', '公众号与小程序采集']
export const SEEDS = ['大药房', '食品', '祛斑', '医疗器械', '特产']
export const KEYWORDS = ['特供 白酒', '减肥 药', '祛斑 三天见效']
/** What patrols find: which of their items is not as it should be. */
export const FINDINGS: readonly { item: number; words: string; risk: '高' | '中' | '低' }[] = [
  { item: 0, words: '首页未公示营业执照信息，也没有电子营业执照链接。', risk: '低' },
  { item: 2, words: '商品标题使用“全网第一”等绝对化用语。', risk: '中' },
  { item: 1, words: '销售第二类医疗器械，未公示经营备案凭证。', risk: '高' },
  { item: 3, words: '划线价未注明含义，无法核实。', risk: '低' },
]
