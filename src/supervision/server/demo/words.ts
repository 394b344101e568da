/** Words of which made-up names are put together; every name says that it is a sample. */
export const BRANDS = [
  '云杉样例',
  '青禾样例',
  '松石样例',
  '晨曦样例',
  '望江样例',
  '泊远样例',
  '知味样例',
  '合丰样例',
  '澄明样例',
  '乐途样例',
  '白榆演示',
  '星野演示',
  '南枝演示',
  '拾光演示',
  '山岚演示',
  '禾木演示',
  '听雨演示',
  '初见演示',
  '向阳演示',
  '远山演示',
]

/** trade, the goods category that it belongs to, and its goods */
export const TRADES: readonly { trade: string; category: string; goods: readonly string[] }[] = [
  { trade: '大药房', category: '药品', goods: ['样例感冒颗粒', '样例维生素片', '样例止咳糖浆'] },
  { trade: '医疗器械', category: '医疗器械', goods: ['样例血压计', '样例体温计', '样例护具'] },
  { trade: '化妆品', category: '化妆品', goods: ['样例面膜', '样例洁面乳', '样例防晒霜'] },
  { trade: '食品', category: '食品酒水', goods: ['样例坚果礼盒', '样例糕点', '样例果酒'] },
  { trade: '保健食品', category: '保健食品', goods: ['样例蛋白粉', '样例钙片', '样例鱼油'] },
  { trade: '农产品', category: '农产品', goods: ['样例大米', '样例鲜果', '样例豆制品'] },
  { trade: '服饰', category: '服装鞋包', goods: ['样例外套', '样例童鞋', '样例背包'] },
  { trade: '电器', category: '家用电器', goods: ['样例电饭煲', '样例风扇', '样例台灯'] },
  { trade: '数码', category: '数码通讯', goods: ['样例耳机', '样例充电器', '样例键盘'] },
  { trade: '家居', category: '家居建材', goods: ['样例收纳箱', '样例窗帘', '样例餐具'] },
  { trade: '母婴用品', category: '母婴玩具', goods: ['样例积木', '样例奶瓶', '样例童装'] },
  { trade: '图书', category: '图书音像', goods: ['样例绘本', '样例文集', '样例练习册'] },
]

export const FORMS: readonly { form: string; subjectType: string; prefix: string }[] = [
  { form: '有限公司', subjectType: '企业', prefix: '91' },
  { form: '经营部', subjectType: '个体工商户', prefix: '92' },
  { form: '商行', subjectType: '个体工商户', prefix: '92' },
  { form: '专业合作社', subjectType: '农民专业合作社', prefix: '93' },
]

export const SURNAMES = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', '徐', '孙', '朱', '马', '胡', '郭']
export const GIVEN = ['示例', '样本', '演示', '虚构']
export const ROADS = ['样例一路', '样例二路', '演示大街', '演示东路', '示范北路', '示范南路']
export const LABELS = ['重点关注', '新开业', '无实体店', '跨省经营', '高销量', '复查整改']
