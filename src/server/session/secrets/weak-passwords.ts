import type { ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core'

/** Least number of guesses (estimated by zxcvbn, with names around the person) that a password must withstand. */
const GUESSES = 100_000
const SHORTEST_NAME = 3
const PHONE_END = 6

/** Additions to zxcvbn's dictionaries: common Chinese passwords, and words of this system. */
const HABITS = [
  'woaini',
  'woaiwojia',
  'woaizhongguo',
  'woshi',
  'nihao',
  'zhongguo',
  'mima',
  'denglu',
  'guanli',
  'guanliyuan',
  'xitong',
  'ceshi',
  'yonghu',
  'baobao',
  'laogong',
  'laopo',
  'tiantian',
  'caonima',
  'zhangsan',
  'lisi',
  'wangwu',
  'aini',
  'xihuan',
  'wangjian',
  'shichang',
  'jianguan',
  'shichangjianguan',
  'shijianju',
  'jianguanju',
  'gongshang',
  'gongshangju',
  'yaojian',
  'yaojianju',
  'zhijian',
  'jiance',
  'scjg',
  'scjgj',
  'wjjg',
  'admin',
  'administrator',
  'root',
  'user',
  'test',
  'demo',
  'wangdian',
  'dianshang',
  'anhui',
  'chongqing',
  'fujian',
  'gansu',
  'guangdong',
  'guangxi',
  'guizhou',
  'hainan',
  'hebei',
  'heilongjiang',
  'henan',
  'hubei',
  'hunan',
  'jiangsu',
  'jiangxi',
  'jilin',
  'liaoning',
  'neimenggu',
  'ningxia',
  'qinghai',
  'shaanxi',
  'shandong',
  'shanxi',
  'sichuan',
  'tianjin',
  'xinjiang',
  'xizang',
  'yunnan',
  'zhejiang',
  'qwe',
  'asd',
  'zxc',
  'qaz',
  'wsx',
  'abc',
  'aaa',
  'aa',
  'qq',
  'wx',
  'weixin',
  'zfb',
  'taobao',
  '520',
  '521',
  '1314',
  '5201314',
  '666',
  '888',
  '168',
  '518',
  '110',
  '119',
  '120',
  '12315',
  '12345',
  '315',
]

interface Estimator {
  check(password: string, words: string[]): ZxcvbnResult
}
let estimator: Promise<Estimator> | undefined

/** Loads the dictionaries (several megabytes) when the first password is changed, not at start-up. */
async function load(): Promise<Estimator> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
  const factory: ZxcvbnFactory = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, habits: HABITS },
    graphs: common.adjacencyGraphs,
  })
  return factory
}

export interface PersonNames {
  username: string
  phone?: string
  nickName: string
  orgName: string
  customerName: string
}

/** Names as typed in pinyin: 淮南市 as huainanshi and huainan. */
async function typed(name: string): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'removed' })
  return [syllables.join(''), syllables.slice(0, -1).join(''), syllables.map(one => one[0] ?? '').join('')].filter(
    word => word.length >= SHORTEST_NAME,
  )
}

/** Why the password is too easy to guess, as a message for its owner; undefined if it is not. */
export async function whyWeak(password: string, person: PersonNames): Promise<string | undefined> {
  const read = password.normalize('NFKC').toLowerCase()
  if (person.username.length >= SHORTEST_NAME && read.includes(person.username.toLowerCase()))
    return '密码不能包含登录名，请换一个'
  if (person.phone && read.includes(person.phone.slice(-PHONE_END))) return '密码不能包含手机号码，请换一个'
  const words = (await Promise.all([person.nickName, person.orgName, person.customerName].map(typed))).flat()
  estimator ??= load()
  const { guesses, sequence } = (await estimator).check(password.normalize('NFKC'), [person.username, ...words])
  return guesses < GUESSES ? `${REASONS[reasonIn(sequence)]}，容易被猜到，请换一个` : undefined
}

const REASONS = {
  person: '密码中有您的姓名、登录名或单位的名字',
  common: '这是常见的密码，或由常用的词和数字组成',
  keyboard: '密码由键盘上相邻的键或连续、重复的字符组成',
  date: '密码中有年份或日期',
  short: '密码过于简单',
}

/** The reason that covers most of the password. */
function reasonIn(sequence: ZxcvbnResult['sequence']): keyof typeof REASONS {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce')
    .sort((a, b) => b.token.length - a.token.length)
  if (!longest) return 'short'
  if (longest.pattern === 'dictionary') return longest['dictionaryName'] === 'userInputs' ? 'person' : 'common'
  return longest.pattern === 'date' || longest.pattern === 'regex' ? 'date' : 'keyboard'
}
