import { anyKey, daysAgo } from './carriers.ts'
import { category, type Make } from './making.ts'
import { numbered } from './records.ts'
import { shortName } from './subjects.ts'

const LIVE_WORDS = ['全网最低价', '国家级', '根治', '最后一天']

export const liveBroadcast: Make = making => {
  const { g, place, serial, subject } = making
  const began = daysAgo(g, 0, 40)
  const onAir = g.random.chance(0.06)
  const ended = new Date(Date.parse(`${began.replace(' ', 'T')}Z`) + g.random.int(60, 300) * 60_000)
  const sales = g.random.skewed(6000) + g.random.int(5, 200)
  return {
    uniqueId: `demo-live-${numbered(serial)}`,
    roomName: `${shortName(place.countyName)}${subject.name}直播间`,
    platformName: anyKey(g, 'livePlatform'),
    anchorNick: `${subject.brand}${g.random.pick(['小妹', '大哥', '优选', '官方', '妈妈'])}`,
    anchorId: `sample${numbered(serial)}`,
    roomOperator: subject.row['subjectName'],
    operatorUscc: subject.row['uscc_dim'],
    mcnName: g.random.chance(0.3) ? `${subject.brand}文化传媒（样例）有限公司` : '',
    roomUrl: `https://live-${numbered(serial)}.example/`,
    fans: g.random.skewed(300_000) + g.random.int(20, 900),
    liveStart: onAir ? daysAgo(g, 0, 0) : began,
    liveEnd: onAir ? null : ended.toISOString().slice(0, 19).replace('T', ' '),
    maxOnline: g.random.skewed(9000) + g.random.int(3, 80),
    goodsCount: g.random.int(5, 60),
    sales,
    salesAmount: sales * g.random.int(20, 90),
    hitWords: g.random.chance(0.08) ? g.random.pick(LIVE_WORDS) : '',
  }
}

export const moveOnlineRetailers: Make = making => {
  const { g, place, serial, subject } = making
  return {
    uniqueId: `demo-retailer-${numbered(serial)}`,
    retailerName: `${shortName(place.countyName)}${subject.name}${g.random.pick(['微店', '团购', '小铺'])}`,
    channel: anyKey(g, 'mobileChannel'),
    account: `sample_${numbered(serial)}`,
    pageUrl: `https://m-${numbered(serial)}.example/`,
    groupName: g.random.chance(0.5) ? `${shortName(place.countyName)}${subject.brand}${g.random.int(1, 9)}群` : '',
    category: category(making),
    agentLevel: g.random.int(0, 3),
    goodsCount: g.random.skewed(200) + 3,
    lastActive: daysAgo(g, 0, 60),
    ownerNick: `${subject.brand}${g.random.pick(['小店', '掌柜', '阿姨'])}`,
  }
}
