import { areaPrefix } from '../../../core/model/scope.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { relationOf } from './labels.ts'
import type { Shown } from './register.ts'

const DAY_MS = 86_400_000

interface Idea {
  name: string
  kind: string
  share: string
  about: string
}
/** What staff mark for their own work; the place before it makes the name one of its own. */
const IDEAS: readonly Idea[] = [
  {
    name: '节前检查',
    kind: '重点对象',
    share: '本级及下级',
    about: '节前在线销售礼盒、酒类和保健食品的经营者，节后去掉。',
  },
  { name: '投诉较多', kind: '风险', share: '本单位', about: '近三个月收到三件以上投诉举报，每月回访一次。' },
  { name: '校园周边', kind: '重点对象', share: '本单位', about: '注册地址在学校周边，开学前集中检查。' },
  { name: '待约谈', kind: '自定义', share: '仅本人', about: '已电话提醒、还没有约谈的经营者。' },
  { name: '约谈后观察', kind: '信用', share: '本级及下级', about: '约谈后三个月内每月看一次页面。' },
]
const MOST_CARRIERS = 8

/** The first idea, from the one that is due, whose name nobody of the place has taken. */
function ideaFor(place: string, nth: number, taken: Set<string>): Idea | undefined {
  const turn = IDEAS.map((_, i) => IDEAS[(nth + i) % IDEAS.length] as Idea)
  return turn.find(({ name }) => !taken.has(`${place}${name}`))
}

/** Labels that staff made for their own work, and the carriers of their area that they gave them to by hand. */
export function ownLabelRows(
  g: Generating,
  people: readonly SignedIn[],
  carriers: readonly Shown[],
  nameOf: (area: string) => string,
): { labels: TableRow[]; relations: TableRow[] } {
  const [labels, relations, taken]: [TableRow[], TableRow[], Set<string>] = [[], [], new Set()]
  for (const [nth, person] of people.entries()) {
    const place = nameOf(person.areaCode)
    const idea = person.customerId === '' ? undefined : ideaFor(place, nth, taken)
    if (!idea) continue
    taken.add(`${place}${idea.name}`)
    const label = labelOf(g, person, `${place}${idea.name}`, idea)
    const near = carriers.filter(({ row }) => String(row['areaCode']).startsWith(areaPrefix(person.areaCode)))
    const step = Math.max(1, Math.floor(near.length / MOST_CARRIERS))
    const chosen = near.filter((_, i) => i % step === 0).slice(0, MOST_CARRIERS)
    for (const carrier of chosen) {
      const { row, key } = carrier
      row['labelNames'] = [row['labelNames'], label['labelName']].filter(Boolean).join(',')
      const given = { mode: keyOf(g.dictionary('labelMode'), '手工'), by: person.id, reason: idea.about }
      relations.push({ id: `${String(label['id'])}-${key}`, ...relationOf(carrier, label['id'], given) })
    }
    labels.push({ ...label, useCount: chosen.length })
  }
  return { labels, relations }
}

function labelOf(g: Generating, person: SignedIn, labelName: string, { kind, share, about }: Idea): TableRow {
  const made = chinaTime(g.now - 40 * DAY_MS)
  return {
    id: `demo-label-${person.username}`,
    labelName,
    labelKind: keyOf(g.dictionary('labelKind'), kind),
    color: '#096dd9',
    scope: keyOf(g.dictionary('shareScope'), share),
    description: about,
    enabled: 1,
    owner: person.orgId,
    areaCode: person.areaCode,
    customerId: person.customerId,
    createBy: person.id,
    createTime: made,
    updateTime: made,
    delFlag: 0,
  }
}
