import type { Captured, CapturedFile, Logged } from '../capture/order.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { append } from '../evidence/chain.ts'
import { numberOf, timeOf } from '../evidence/deposit.ts'
import { enterFiles, manifestOf, storeFiles, valuesOf, type EvidenceSource } from '../evidence/fix.ts'
import type { EvidenceManifest } from '../evidence/manifest.ts'
import { termsOf } from '../evidence/retention.ts'
import { isOfPerson } from '../evidence/subject.ts'
import { fileAddress } from '../../../server/attachments/register.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { PAGE_ADDRESS, type DemoEvidence } from './documents.ts'
import { prefixOf } from './task-input.ts'

/**
 * Evidence that stands on made-up clues: real files, true hashes, a true chain; only the pages were photographed
 * beforehand.
 */
export interface EvidenceInput {
  g: Generating
  evidence: DemoEvidence
  files: FileStore
  base: string
  users: readonly TableRow[]
  clues: readonly TableRow[]
}

const DAY_MS = 86_400_000
const NOTE = '演示样例：网页是事先制作的，没有访问该网址'
/** Which become of an account's pieces, one after the other. */
const WAYS = ['used', 'kept', 'failed', 'issued'] as const
type Way = (typeof WAYS)[number]
/** workflows/evidence.yaml */
const STATES: Record<Way, string> = { used: '4', kept: '2', failed: '0', issued: '3' }

interface Piece {
  way: Way
  officer: TableRow
  clue: TableRow
  at: number
  serial: number
}

const text = (row: TableRow, name: string): string => String(row[name] ?? '')

/** Clues for an account's evidence: first those of its unit, then those of its area. */
function cluesFor(clues: readonly TableRow[], officer: TableRow): TableRow[] {
  const within = clues.filter(
    clue =>
      text(clue, 'areaCode').startsWith(prefixOf(text(officer, 'areaCode')))
      && text(clue, 'customerId') === text(officer, 'customerId'),
  )
  const own = (clue: TableRow): boolean => [clue['curOrg'], clue['sendOrg']].includes(officer['orgId'])
  return [...within.filter(own), ...within.filter(clue => !own(clue))]
}

/** What proves a clue was captured within two days of finding it. */
function soonAfter(g: Generating, clue: TableRow, nth: number): number {
  const found = momentOf(text(clue, 'foundTime'))
  return Math.min(g.now - (nth + 1) * 61_000, found + ((nth % 4) + 1) * (DAY_MS / 3))
}

function piecesOf({ g, evidence, users, clues }: EvidenceInput): Piece[] {
  const free = new Set(clues)
  const pieces = Object.entries(evidence.taken).flatMap(([username, count], nth) => {
    const officer = users.find(user => user['username'] === username)
    if (!officer) return []
    const chosen = cluesFor([...free], officer).slice(0, count)
    for (const clue of chosen) free.delete(clue)
    return chosen.map((clue, i): Piece => ({
      officer,
      clue,
      way: WAYS[i % WAYS.length] ?? 'kept',
      at: i === 0 ? g.now - ((nth % 5) + 1) * DAY_MS + nth * 61_000 : soonAfter(g, clue, nth),
      serial: 0,
    }))
  })
  // the chain must be in order of time
  return pieces.sort((a, b) => a.at - b.at).map((piece, i) => ({ ...piece, serial: i + 1 }))
}

function rowOf({ g }: EvidenceInput, { officer, clue, at, way, serial }: Piece): TableRow {
  const time = chinaTime(at)
  const area = text(officer, 'areaCode')
  return {
    id: `demo-evidence-${String(serial).padStart(4, '0')}`,
    evidenceNo: `ZJ${area.slice(0, 6)}${time.slice(0, 10).replaceAll('-', '')}${String(serial).padStart(5, '0')}`,
    evidenceType: keyOf(g.dictionary('evidenceType'), '网页截图'),
    mode: keyOf(g.dictionary('evidenceMode'), '在线取证（服务器）'),
    title: isOfPerson(clue) ? '商品页' : `${text(clue, 'objectName')}商品页`,
    targetUrl: clue['objectUrl'],
    objectName: clue['objectName'],
    ofPerson: isOfPerson(clue) ? 1 : 0,
    subjectName: clue['subjectName'],
    subjectType: clue['subjectType'],
    uscc_dim: clue['uscc_dim'] ?? null,
    resultId: way === 'used' ? clue['resultId'] : null,
    startTime: time,
    captureState: '4',
    failReason: way === 'failed' ? '域名无法解析' : null,
    verifyState: '0',
    officer: officer['id'],
    officer2: null,
    state: STATES[way],
    customerId: officer['customerId'],
    areaCode: area,
    createBy: officer['id'],
    createTime: time,
    updateTime: time,
    delFlag: 0,
  }
}

function photographed(
  { evidence }: EvidenceInput,
  { clue, at, serial }: Piece,
  product: string,
): { captured: Captured; log: Logged[] } {
  const found = evidence.pages.find(({ page }) => page.for === product) ?? evidence.pages.at(-1)
  if (!found) throw new Error('demo/evidence/pages.yaml has no pages')
  const { page, photographs } = found
  const url = text(clue, 'objectUrl')
  const address = `192.0.2.${(serial % 254) + 1}`
  const after = (ms: number): string => new Date(at + ms).toISOString()
  const hops = [{ url, status: 200, address, headers: [{ name: 'content-type', value: 'text/html; charset=utf-8' }] }]
  const files: CapturedFile[] = [
    { name: 'page.png', content: photographs.png },
    {
      name: 'page.mhtml',
      content: Buffer.from(Buffer.from(photographs.mhtml).toString('utf8').replaceAll(PAGE_ADDRESS, url)),
    },
    { name: 'page.pdf', content: photographs.pdf },
    {
      name: 'headers.json',
      content: Buffer.from(JSON.stringify({ url, finalUrl: url, hops, tls: null }, undefined, 2)),
    },
  ]
  const log = [
    ['打开网页', url],
    ['网页加载完毕', ''],
    ['整页截图', 'page.png'],
    ['网页及其资源存为 MHTML', 'page.mhtml'],
    ['网页存为 PDF', 'page.pdf'],
  ]
  return {
    captured: {
      title: page.title,
      finalUrl: url,
      address,
      startedAt: after(0),
      endedAt: after(6200),
      files,
      environment: {
        browser: 'Chromium',
        system: 'linux',
        viewport: { width: 1366, height: 768 },
        notes: [NOTE],
        hops,
      },
    },
    log: log.map(([what = '', result = ''], i) => ({ at: after(i * 1300 + 400), what, result })),
  }
}

async function keep(ground: EvidenceInput, tx: Database, piece: Piece): Promise<TableRow> {
  const { g, files: store, base } = ground
  const row = rowOf(ground, piece)
  if (piece.way === 'failed') return row
  const { captured, log } = photographed(ground, piece, product(g, piece.clue))
  const files = await storeFiles(store, captured)
  const taken: EvidenceSource = {
    captured,
    log,
    files,
    officer: text(piece.officer, 'nickName'),
    serverIp: '127.0.0.1',
    base,
    fixedAt: new Date(piece.at + 6900).toISOString(),
    years: termsOf({}).years,
  }
  await enterFiles(tx, row, files)
  const link = await append(tx, text(row, 'customerId'), manifestOf(row, taken))
  const values = valuesOf(row, taken, link, JSON.parse(link.manifest) as EvidenceManifest)
  await showOnClue(tx, piece, files[0] && { id: files[0].id, url: fileAddress(base, files[0].id, files[0].name) })
  return {
    ...row,
    ...values,
    ...timeOf(undefined),
    depositNo: numberOf(link, chinaTime(piece.at)),
    record: `${String(values['record'])}\n（${NOTE}。）`,
    stepLog: JSON.parse(String(values['stepLog'])) as unknown,
    fileList: JSON.parse(String(values['fileList'])) as unknown,
  }
}

const product = (g: Generating, clue: TableRow): string =>
  g.dictionary('yxzField').find(([key]) => key === clue['productField'])?.[1] ?? ''

/** The clue shows the picture that proves it. */
async function showOnClue(
  tx: Database,
  { clue, way }: Piece,
  picture: { id: string; url: string } | undefined,
): Promise<void> {
  if (!picture || way !== 'used') return
  clue['evidenceIds'] = picture.url
  await tx
    .insertInto('sys_file_use')
    .values({ fileId: picture.id, entity: 'illegalResult', objectId: clue['resultId'] })
    .execute()
}

/** Rows of evidence; clues that they prove are marked in place. */
export async function evidenceRows(ground: EvidenceInput, tx: Database): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for (const piece of piecesOf(ground)) rows.push(await keep(ground, tx, piece))
  return rows
}
