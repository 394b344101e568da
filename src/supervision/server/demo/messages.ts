import type { WorkflowDoc } from '../../../core/model/workflow.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'

const DAY_MS = 86_400_000
/** Messages of so many days are made up; those of the last few are unread. */
const DAYS = 30
const UNREAD_DAYS = 4
const CLUE = '3'
const NOTICE = '1'

export interface MessageInput {
  now: number
  clues: readonly TableRow[]
  routes: readonly TableRow[]
  orgs: readonly TableRow[]
  users: readonly TableRow[]
  workflow: WorkflowDoc | undefined
}

/** What the units were told while the clues went their ways, and a notice from each unit to those below it. */
export function messageRows(input: MessageInput): { messages: TableRow[]; read: TableRow[] } {
  const messages = [...ofRoutes(input), ...notices(input)]
  const until = chinaTime(input.now - UNREAD_DAYS * DAY_MS)
  const byUnit = new Map<string, TableRow[]>()
  for (const user of input.users) {
    const unit = String(user['orgId'])
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), user])
  }
  const read = messages.flatMap(({ id, toOrgs, sendTime }) =>
    String(sendTime) >= until
      ? []
      : String(toOrgs)
          .split(',')
          .flatMap(unit => byUnit.get(unit) ?? [])
          .map(user => ({ userId: user['id'], messageId: id, readTime: sendTime })),
  )
  return { messages, read }
}

function ofRoutes({ now, clues, routes, orgs, workflow }: MessageInput): TableRow[] {
  const byKey = new Map(clues.map(row => [row['resultId'], row]))
  const named = new Map(orgs.map(row => [row['orgId'], row]))
  const from = chinaTime(now - DAYS * DAY_MS)
  return routes.flatMap(route => {
    const { toOrg, fromOrg, actTime, action, toStatus, opinion } = route
    const clue = byKey.get(route['resultId'])
    const receiver = named.get(toOrg)
    const label = workflow?.transitions[String(action)]
    if (!clue || !receiver || !label || toOrg === fromOrg || String(actTime) < from) return []
    const state = workflow.states[String(toStatus)]
    const title = String(clue['objectName'])
    const sender = String(named.get(fromOrg)?.['orgName'] ?? '系统')
    return [
      {
        id: `demo-message-${String(route['auditId'])}`,
        customerId: route['customerId'],
        areaCode: receiver['areaCode'],
        title: `${label.label}：${title}`,
        content:
          `${sender}对“${title}”做了“${label.label}”，现为“${state ? state.label : ''}”。`
          + (opinion ? `意见：${String(opinion)}` : ''),
        msgKind: CLUE,
        fromOrg,
        toOrgs: toOrg,
        bizKind: 'illegalResult',
        bizId: route['resultId'],
        sendTime: actTime,
        needReply: 0,
        readState: '0',
      },
    ]
  })
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
      readState: '0',
    }))
  })
}
