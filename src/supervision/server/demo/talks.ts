import type { TableRow } from '../../../server/db/database.ts'
import { anyKey } from './carriers.ts'
import { keyOf } from './ground/generating.ts'
import {
  dayFrom,
  publishers,
  stamps,
  timeFrom,
  urlOf,
  type TaskInput,
  type Publisher,
  type TaskObject,
} from './task-input.ts'
import { personName } from './words.ts'
import { documentNo } from './document-no.ts'

const TALKS = 20
const COMPLAINTS = 24
/** dictionaries/objectKind */
const PLATFORM = '3'
const RESULTS = [
  '经调解，经营者全额退款，双方达成一致。',
  '经核查情况属实，已责令改正。',
  '经营者已换货并致歉，消费者表示满意。',
  '经核查不属实，已告知举报人。',
]
const REASONS = [
  '平台内经营者资质审核不到位',
  '未按规定报送平台内经营者身份信息',
  '对违法商品处置不及时',
  '促销规则公示不清',
]
const MATTERS = [
  ['商品与描述不符', '退款'],
  ['页面宣传疾病治疗功能', '依法查处'],
  ['拒绝七日无理由退货', '退货退款'],
  ['未公示营业执照', '依法查处'],
  ['先涨后降', '退还差价'],
]

/** Platforms, whoever watches them; where an area has none, its first shops. */
const talkedTo = ({ objects }: Publisher): TaskObject[] =>
  [...objects.filter(({ kind }) => kind === PLATFORM), ...objects].slice(0, TALKS)

/** One every two or three weeks, for a year. */
const talkedAgo = (nth: number): number => nth * 18 + 4

const talks = ({ g }: TaskInput, from: Publisher): TableRow[] =>
  talkedTo(from).map((thing, i) => ({
    ...stamps(g, from, talkedAgo(i)),
    id: `demo-talk-${from.area}-${i}`,
    areaCode: thing.row['areaCode'] ?? null,
    objectKind: thing.kind,
    objectId: thing.key,
    objectName: thing.title,
    subjectName: thing.row['subjectName'] ?? null,
    subjectType: thing.row['subjectType'] ?? null,
    uscc_dim: thing.row['uscc_dim'] ?? null,
    interviewDate: dayFrom(g, -talkedAgo(i)),
    place: '本局会议室',
    org: from.org['orgId'] ?? null,
    interviewers: `${personName(i * 2 + from.area.length)}、${personName(i * 2 + 31)}`,
    interviewee: personName(i * 5 + 3),
    position: '合规负责人',
    phone: `1380000${String(5000 + i)}`,
    reason: REASONS[i % REASONS.length],
    content: `就${REASONS[i % REASONS.length] ?? ''}的问题进行约谈，说明相关法律责任，要求限期整改并报送整改情况。`,
    requirement: '十五日内完成整改并书面报告。',
    deadline: dayFrom(g, 15 - talkedAgo(i)),
    promise: '接受意见，按期整改。',
    result: keyOf(g.dictionary('interviewResult'), i === 0 ? '整改中' : '已整改'),
  }))

/** After two months every complaint has been answered. */
const SETTLED = 60
const NEWEST = 3

/** The newest are of these days, the others of the seasons of a year. */
const complainedAgo = ({ random, seasons }: TaskInput['g'], nth: number): number =>
  nth < NEWEST ? nth * 2 + 1 : 1 + seasons.ago(random.next(), 364)

const complaints = ({ g }: TaskInput, from: Publisher): TableRow[] =>
  from.objects
    .filter(({ row }) => row['uscc_dim'])
    .slice(0, COMPLAINTS)
    .map((thing, i) => {
      const ago = complainedAgo(g, i)
      const [matter = '', demand = ''] = MATTERS[i % MATTERS.length] ?? []
      const closed = ago > SETTLED || i % 3 !== 0
      return {
        ...stamps(g, from, ago),
        id: `demo-complaint-${from.area}-${i}`,
        areaCode: thing.row['areaCode'] ?? null,
        complaintNo: documentNo('TS', from.area, dayFrom(g, -ago), i + 1),
        kind: keyOf(g.dictionary('complaintKind'), demand === '依法查处' ? '举报' : '投诉'),
        source: anyKey(g, 'complaintSource'),
        subjectName: thing.row['subjectName'] ?? null,
        subjectType: thing.row['subjectType'] ?? null,
        uscc_dim: thing.row['uscc_dim'] ?? null,
        objectName: thing.title,
        objectUrl: urlOf(thing),
        complainant: personName(i * 13 + (Number(from.area.slice(0, 4)) % 97)),
        phone: `1380000${String(6000 + i)}`,
        receiveTime: timeFrom(g, -ago),
        illegalCategory: anyKey(g, 'illegalCategory'),
        content: `消费者反映在“${thing.title}”${matter}，要求${demand}。`,
        demand,
        amount: g.random.pick([19.9, 39, 58, 89, 129, 168, 239, 399, 688]),
        handleOrg: from.units[i % from.units.length]?.['orgId'] ?? from.org['orgId'] ?? null,
        state: keyOf(g.dictionary('complaintState'), closed ? '已办结' : '处理中'),
        ...(closed
          ? { handleResult: RESULTS[i % RESULTS.length], replyDate: dayFrom(g, -Math.max(0, ago - 1 - (i % 9))) }
          : {}),
      }
    })

/** What was said to those who run platforms, and what was said of shops. */
export function talkRows(ground: TaskInput): Map<string, TableRow[]> {
  const all = [...publishers(ground, 4), ...publishers(ground, 6)]
  return new Map([
    ['interview', all.flatMap(from => talks(ground, from))],
    ['complaint', all.flatMap(from => complaints(ground, from))],
  ])
}
