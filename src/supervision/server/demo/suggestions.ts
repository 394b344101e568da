import { areaPrefix } from '../../../core/model/scope.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { daysAgo } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'

/** What somebody asks the province for: a label, its kind, why, of which carriers. */
const IDEAS = [
  ['直播带货', '行业', '辖区内以直播为主要销售方式的网店越来越多，需要单独管理。', '网店'],
  ['代购商品', '风险', '销售境外代购食品、化妆品的网店，中文标签问题较多。', '网店'],
  ['节令食品', '行业', '中秋、春节前集中销售月饼、年货的网店需要提前摸底。', '网店'],
  ['校园周边', '重点对象', '学校周边一公里内的外卖商户，开学前后重点检查。', '外卖'],
  ['屡次投诉', '信用', '三个月内被投诉三次以上的经营者。', '网店'],
  ['备案过期', '风险', '网站备案已经注销但仍能打开。', '网站'],
  ['特殊食品', '重点对象', '销售保健食品、婴幼儿配方食品的网店，宣传用语要常看。', '网店'],
] as const
/** What became of it, and the word of whoever decided. */
const OUTCOMES = [
  ['待审核', ''],
  ['已采纳', '已有相近的标签，一并使用'],
  ['待审核', ''],
  ['未采纳', '可以用“重点关注”，写明理由即可'],
  ['草稿', ''],
  ['已撤回', ''],
] as const
/** the label that stands for whatever has been adopted */
const ADOPTED_AS = '重点关注'
const EACH = 3
const ANSWERED = new Set<string>(['已采纳', '未采纳'])

export interface SuggestionInput {
  users: readonly TableRow[]
  labels: readonly TableRow[]
}

const isBelowProvince = (row: TableRow): boolean => {
  const { length } = areaPrefix(String(row['areaCode'] ?? ''))
  return length === 4 || length === 6
}
const isProvince = (row: TableRow): boolean => areaPrefix(String(row['areaCode'] ?? '')).length === 2

/** What staff of cities and counties have suggested; their province has answered some of it. */
export function suggestionRows(g: Generating, { users, labels }: SuggestionInput): TableRow[] {
  return users.filter(isBelowProvince).flatMap((user, n) =>
    Array.from({ length: EACH }, (_, i) => {
      const [labelName, kind, reason, carrier] = IDEAS[(n * EACH + i) % IDEAS.length] ?? IDEAS[0]
      const [state, said] = OUTCOMES[(n + i) % OUTCOMES.length] ?? OUTCOMES[0]
      const createTime = daysAgo(g, 20 + i * 10, 29 + i * 10)
      const isAnswered = ANSWERED.has(state)
      const replyTime = isAnswered ? daysAgo(g, 2, 15) : null
      const judge = users.find(
        one => isProvince(one) && String(one['areaCode']).slice(0, 2) === String(user['areaCode']).slice(0, 2),
      )
      const label = state === '已采纳' ? labels.find(one => one['labelName'] === ADOPTED_AS) : undefined
      return {
        id: `demo-suggestion-${String(user['username'])}-${i + 1}`,
        labelName,
        labelKind: keyOf(g.dictionary('labelKind'), kind),
        reason,
        objectKinds: keyOf(g.dictionary('objectKind'), carrier),
        suggestOrg: user['orgId'],
        suggestUser: user['id'],
        state: keyOf(g.dictionary('workflow/suggestion'), state),
        replyOpinion: said,
        replyBy: isAnswered ? (judge?.['id'] ?? null) : null,
        replyTime,
        adoptedAs: label?.['id'] ?? null,
        areaCode: user['areaCode'],
        customerId: user['customerId'],
        createBy: user['id'],
        createTime,
        updateTime: replyTime ?? createTime,
        delFlag: 0,
      }
    }),
  )
}
