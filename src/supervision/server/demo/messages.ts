import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'

const DAY_MS = 86_400_000
const NOTICE = '1'
const READ = '1'

export interface MessageInput {
  now: number
  orgs: readonly TableRow[]
  users: readonly TableRow[]
  /** what the workflows have told */
  told: readonly TableRow[]
}

/** A notice from each unit to those below it, and who has read which message. */
export function noticeRows(input: MessageInput): { notices: TableRow[]; read: TableRow[] } {
  const made = notices(input)
  const byUnit = new Map<string, TableRow[]>()
  for (const user of input.users) {
    const unit = String(user['orgId'])
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), user])
  }
  const read = [...input.told, ...made].flatMap(({ id, toOrgs, sendTime, readState, readTime }) =>
    readState !== READ
      ? []
      : String(toOrgs)
          .split(',')
          .flatMap(unit => byUnit.get(unit) ?? [])
          .map(user => ({ userId: user['id'] ?? null, messageId: id ?? null, readTime: readTime || sendTime || null })),
  )
  return { notices: made, read }
}

const NOTICES: [title: string, content: string][] = [
  [
    '关于开展节前网络交易专项监测的通知',
    '请各单位于本周内完成辖区内重点网店、外卖商户的监测，发现的线索当日录入，节前办结率不低于九成。',
  ],
  ['本月线索办理情况通报', '请核对本单位超期线索，逐条说明原因并反馈。'],
]

function notices({ now, orgs }: MessageInput): TableRow[] {
  return orgs.flatMap((sender, at) => {
    const below = orgs.filter(row => row['parentId'] === sender['orgId'])
    if (below.length === 0) return []
    return NOTICES.map(([title, content], i) => ({
      id: `demo-notice-${String(sender['orgId'])}-${i}`,
      customerId: sender['customerId'],
      areaCode: sender['areaCode'],
      title,
      content,
      msgKind: NOTICE,
      fromOrg: sender['orgId'],
      toOrgs: below.map(row => String(row['orgId'])).join(','),
      sendTime: chinaTime(now - ((at % 3) + 1 + i * 6) * DAY_MS),
      needReply: i,
      readState: i === 0 ? '0' : READ,
    }))
  })
}
