/** Words of which made-up names are put together. The mark in a subject's name says that nobody is called so. */
export const MARK = '（样例）'

export const BRANDS: readonly string[] = [
  '云杉',
  '青禾',
  '松石',
  '晨曦',
  '望江',
  '泊远',
  '知味',
  '合丰',
  '澄明',
  '乐途',
  '白榆',
  '星野',
  '南枝',
  '拾光',
  '山岚',
  '禾木',
  '听雨',
  '初见',
  '向阳',
  '远山',
  '百草',
  '康宁',
  '瑞和',
  '同盛',
  '福满',
  '锦程',
  '悦己',
  '清源',
  '惠邻',
  '万家',
  '盛泽',
  '玖禾',
  '润泽',
  '佳禾',
  '恒信',
  '民生',
]

/** Forms of subjects; what comes often stands first. */
export const FORMS: readonly { form: string; subjectType: string; prefix: string }[] = [
  { form: '有限公司', subjectType: '企业', prefix: '91' },
  { form: '经营部', subjectType: '个体工商户', prefix: '92' },
  { form: '商行', subjectType: '个体工商户', prefix: '92' },
]
export const COOPERATIVE = { form: '专业合作社', subjectType: '农民专业合作社', prefix: '93' }

const SURNAMES: readonly string[] = [
  ...'王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余',
]
const GIVEN: readonly string[] = [
  '建国',
  '志强',
  '晓燕',
  '海涛',
  '丽华',
  '明远',
  '文静',
  '国平',
  '春梅',
  '立新',
  '雪琴',
  '俊杰',
  '玉兰',
  '思远',
  '德胜',
  '小红',
  '永刚',
  '佳慧',
  '振华',
  '秀英',
  '子豪',
  '雨桐',
  '洪波',
  '美玲',
  '家明',
  '晓东',
  '红霞',
  '伟民',
  '欣怡',
  '长青',
  '淑芬',
  '景行',
  '玲玲',
  '卫东',
  '春生',
  '静怡',
  '绍辉',
  '婷婷',
  '兴旺',
  '爱华',
  '云飞',
]
/** Not two of the first 1,600 are the same. */
export const personName = (n: number): string => {
  const given = GIVEN[(n * 11 + Math.floor(n / SURNAMES.length)) % GIVEN.length] ?? ''
  return `${SURNAMES[(n * 7) % SURNAMES.length] ?? ''}${given}`
}

export const ROADS: readonly string[] = [
  '人民路',
  '建设路',
  '解放路',
  '中山路',
  '朝阳路',
  '和平路',
  '文化路',
  '新华街',
  '学府路',
  '迎宾大道',
  '滨河路',
  '工农路',
]
export const LABELS = ['重点关注', '新开业', '无实体店', '跨省经营', '高销量', '复查整改']
