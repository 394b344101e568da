import { fileAddress } from '../../../server/attachments/register.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { storeFiles } from '../evidence/fix.ts'
import { markOf, pictureIn, type Mark } from '../licences/mark.ts'
import { keyOf, type Generating } from './ground/generating.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const REVIEW_MS = 7 * DAY_MS
const PICTURE = 'mark.png'
const KEY = 'applyId'
/** States of workflows/licenceApply.yaml as they come up in an area, one application after the other. */
const STATES = ['5', '1', '5', '7', '3', '5', '2', '4', '5', '8', '1', '5', '6', '5', '0', '9', '3', '5', '8', '2']
/** Applications of one area at most. */
const MOST = 60
const ISSUED = new Set(['3', '5', '6', '7', '8', '9'])
const REVIEWED = new Set([...ISSUED, '4'])
const OPEN = new Set(['1', '2'])
const ENDING = new Set(['7', '8'])
const KINDS: Readonly<Record<string, string>> = { '6': '变更', '8': '注销' }
const ENDS = ['网站关停', '主体变更', '误申请']

const text = (value: unknown): string => String(value ?? '')
const factsOf = (row: TableRow): Mark =>
  markOf({
    code: text(row['markCode']),
    siteName: text(row['siteName']),
    siteUrl: text(row['siteUrl']),
    subjectName: text(row['subjectName']),
    uscc: text(row['uscc_dim']),
  })

/** What was found when the site was last looked at, within the last hours. */
function looked(g: Generating, state: string): TableRow {
  if (state !== '3' && state !== '5') return {}
  const isPosted = state === '5'
  return {
    lastProbe: chinaTime(g.now - g.random.int(1, 9) * HOUR_MS),
    probeOk: isPosted ? 1 : 0,
    probeNote: isPosted ? '首页上有本标识' : '网站可以打开，首页上没有找到本标识',
  }
}

interface Applying {
  g: Generating
  site: TableRow
  state: string
  at: number
  number: string
}

function reviewOf({ g, site, state, at }: Applying): TableRow {
  if (!REVIEWED.has(state)) return {}
  const county = g.bureauOf(text(site['areaCode']))
  return {
    checker: g.officerOf(county),
    checkTime: chinaTime(at + 2 * DAY_MS),
    checkOpinion: state === '4' ? '备案号与主体不符，请核对后重新提交' : '网站可以打开，备案与信用代码相符',
  }
}

function markFields({ g, state, at, number }: Applying, row: TableRow): TableRow {
  if (!ISSUED.has(state)) return {}
  const issued = { ...row, markCode: `LZ${number}` }
  const { html, script } = factsOf(issued)
  const times = { issueTime: chinaTime(at + 2 * DAY_MS), ...looked(g, state) }
  return { markCode: issued.markCode, markHtml: html, markScript: script, ...times }
}

function applicationOf(applying: Applying): TableRow {
  const { g, site, state, at, number } = applying
  const area = text(site['areaCode'])
  const row = {
    [KEY]: `demo-licence-${number}`,
    applyNo: `SQ${number}`,
    applyKind: keyOf(g.dictionary('applyKind'), KINDS[state] ?? '新申请'),
    siteName: site['siteName'],
    siteUrl: site['siteUrl'],
    objectKind: '2',
    objectId: site['uniqueId'],
    subjectName: site['subjectName'],
    uscc_dim: site['uscc_dim'],
    icpNo: site['icpNo'],
    contact: site['legalPerson'],
    contactPhone: site['contactPhone'],
    state,
    areaCode: area,
    customerId: g.customerOf(area),
    createBy: g.officerOf(g.bureauOf(area)),
    createTime: chinaTime(at - DAY_MS),
    updateTime: chinaTime(Math.min(at + 3 * DAY_MS, g.now - HOUR_MS)),
    delFlag: 0,
  }
  const submitted = state === '0' ? {} : { applyTime: chinaTime(at) }
  const limit = OPEN.has(state) ? { limitTime: chinaTime(at + REVIEW_MS) } : {}
  const end = ENDING.has(state) ? { cancelReason: keyOf(g.dictionary('cancelReason'), g.random.pick(ENDS)) } : {}
  const ended = state === '8' ? { cancelTime: chinaTime(g.now - g.random.int(2, 9) * DAY_MS) } : {}
  const rest = { ...submitted, ...limit, ...reviewOf(applying), ...end, ...ended }
  return { ...row, ...rest, ...markFields(applying, row) }
}

/** Applications of some websites in each area. What a website's record says of its mark follows from them alone. */
export function licenceRows(g: Generating, areas: readonly { area: string }[], sites: readonly TableRow[]): TableRow[] {
  for (const site of sites) site['marked'] = 0
  const used = new Set<TableRow>()
  return areas.flatMap(({ area }) => {
    const own = sites.filter(site => text(site['areaCode']).startsWith(area) && site['isDead'] !== 1 && !used.has(site))
    return own.slice(0, MOST).map((site, i) => {
      used.add(site)
      const state = STATES[i % STATES.length] ?? '5'
      const days = OPEN.has(state) || state === '0' ? g.random.int(0, 4) : g.random.int(15, 200)
      const at = g.now - days * DAY_MS - g.random.int(1, 20) * HOUR_MS
      const serial = String(used.size).padStart(5, '0')
      const number = `${text(site['areaCode']).slice(0, 6)}${chinaTime(at).slice(0, 10).replaceAll('-', '')}${serial}`
      if (state === '5') Object.assign(site, { marked: 1, signsLicenses: 1, showType: '3' })
      return applicationOf({ g, site, state, at, number })
    })
  })
}

/** Stores the pictures of issued marks and enters them with the applications that show them. */
export async function keepMarkPictures(
  tx: Database,
  files: FileStore,
  base: string,
  rows: readonly TableRow[],
): Promise<void> {
  const issued = rows.filter(row => row['markCode'])
  const stored = await storeFiles(files, {
    files: issued.map(row => ({ name: PICTURE, content: pictureIn(text(row['markHtml'])) })),
  })
  for (const [at, { id, name, size, sha256 }] of stored.entries()) {
    const row = issued[at]
    if (!row) continue
    row['markPicture'] = fileAddress(base, id, name)
    const file = { id, userId: 'system', name, type: 'image/png', size, sha256, createTime: text(row['issueTime']) }
    await tx.insertInto('sys_file').values(file).execute()
    await tx
      .insertInto('sys_file_use')
      .values({ fileId: id, entity: 'licenseApply', objectId: text(row[KEY]) })
      .execute()
  }
}
