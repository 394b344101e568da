import { sql } from 'kysely'
import type { Captured, Logged } from '../capture/order.ts'
import type { Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { fileAddress, registerFile } from '../../../server/attachments/register.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { newFileId } from '../../../server/files/upload.ts'
import { once } from '../../../server/files/zip.ts'
import { someAtATime } from '../../../server/time/some-at-a-time.ts'
import { append, type Link } from './chain.ts'
import type { EvidenceManifest, ManifestFile } from './manifest.ts'
import { ENTITY, lockedEvidence, systemMove } from './move.ts'
import { retentionTermsFor, yearsAfter } from './retention.ts'
import type { Evidence } from './service.ts'
import { nowMs } from '../../../server/time/clock.ts'

const TITLE_LENGTH = 300

export interface Fixing {
  services: Services
  evidence: Pick<Evidence, 'serverIp'>
  captured: Captured
  log: Logged[]
}
/** Everything that an evidence record is made from. */
export interface EvidenceSource {
  captured: Captured
  log: Logged[]
  files: ManifestFile[]
  officer: string
  serverIp: string
  base: string
  fixedAt: string
  years: number
}

const china = (iso: string): string => chinaTime(Date.parse(iso))

/** The log for staff, with times in China's time zone to the millisecond. */
export const shownLog = (log: readonly Logged[]): string =>
  JSON.stringify(log.map(line => ({ ...line, at: `${china(line.at)}${line.at.slice(19, 23)}` })))

/** Stores the files before the record, so that no record names a missing file. All of them, or none. */
export async function storeFiles(store: FileStore, captured: Pick<Captured, 'files'>): Promise<ManifestFile[]> {
  const files = new Map<number, ManifestFile>()
  try {
    await someAtATime(captured.files.entries(), async ([at, { name, content }]) => {
      const id = newFileId()
      files.set(at, { id, name, ...(await store.put(id, once(content))) })
    })
    return captured.files.flatMap((_, at) => files.get(at) ?? [])
  } catch (error) {
    await removeFiles(store, [...files.values()])
    throw error
  }
}

/** What cannot be removed now is swept later: no record names it. */
async function removeFiles(store: FileStore, files: readonly ManifestFile[]): Promise<void> {
  await Promise.allSettled(files.map(({ id }) => store.remove(id)))
}

export function manifestOf(
  row: TableRow,
  { captured, log, files, officer, fixedAt }: EvidenceSource,
): (seq: number, previous: string) => EvidenceManifest {
  return (seq, previous) => ({
    version: 1,
    customerId: String(row['customerId'] ?? ''),
    seq,
    previous,
    evidenceId: String(row['id']),
    evidenceNo: String(row['evidenceNo']),
    targetUrl: String(row['targetUrl']),
    finalUrl: captured.finalUrl,
    targetIp: captured.address,
    pageTitle: captured.title.slice(0, TITLE_LENGTH),
    startedAt: captured.startedAt,
    endedAt: captured.endedAt,
    fixedAt,
    officer,
    environment: captured.environment,
    log,
    files,
  })
}

/** The text of the official form (S26), in its usual wording. */
export function recordText(row: TableRow, manifest: EvidenceManifest, officer: string): string {
  const { startedAt, targetUrl, finalUrl } = manifest
  const browser = String((manifest.environment as { browser?: string }).browser ?? '')
  const visited = `网址 ${targetUrl}${finalUrl === targetUrl ? '' : `，实际打开 ${finalUrl}`}`
  return [
    `${china(startedAt)}，取证人${officer}通过网络交易监测监管系统，使用服务器上的浏览器（${browser}）访问${visited}。`,
    `网页由 IP 地址 ${manifest.targetIp} 应答，标题为“${manifest.pageTitle}”。`,
    `对该网页作整页截图，并存为 PDF、MHTML，连同应答头共 ${manifest.files.length} 个文件，取证于 ${china(manifest.endedAt)} 结束。`,
    `各文件当即计算 SHA-256，列入清单；清单的 SHA-256 与前一份清单相连（第 ${manifest.seq} 号）。`,
    row['officer2'] ? `见证人：${String(row['officer2'])}。` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

function deviceText({ environment }: EvidenceManifest): string {
  const { browser, system, userAgent, viewport, notes } = environment as {
    browser?: string
    system?: string
    userAgent?: string
    viewport?: { width: number; height: number }
    notes?: string[]
  }
  return [
    `${browser ?? ''}；${system ?? ''}；窗口 ${viewport?.width ?? 0}×${viewport?.height ?? 0}`,
    userAgent ?? '',
    ...(notes ?? []),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Columns of the record: those that repeat the manifest, and texts for staff. */
export function valuesOf(
  row: TableRow,
  { log, officer, serverIp, base, years }: EvidenceSource,
  link: Link,
  manifest: EvidenceManifest,
): TableRow {
  const started = china(manifest.startedAt)
  return {
    finalUrl: manifest.finalUrl,
    targetIp: manifest.targetIp,
    pageTitle: manifest.pageTitle,
    startTime: started,
    endTime: china(manifest.endedAt),
    captureState: '3',
    failReason: null,
    stepLog: shownLog(log),
    device: deviceText(manifest),
    serverIp,
    files: manifest.files.map(({ id, name }) => fileAddress(base, id, name)).join(','),
    fileList: JSON.stringify(manifest.files.map(({ name, size, sha256 }) => ({ name, size, sha256 }))),
    fileHash: link.hash,
    previousHash: link.previous,
    hashAlg: 'SHA-256',
    fixedTime: china(manifest.fixedAt),
    record: recordText(row, manifest, officer),
    expireDate: yearsAfter(started, years),
  }
}

export async function enterFiles(tx: Database, row: TableRow, files: ManifestFile[]): Promise<void> {
  for (const { id, name, size, sha256 } of files) {
    await registerFile(tx, String(row['officer']), id, name, { size, sha256 })
    await tx
      .insertInto('sys_file_use')
      .values({ fileId: id, entity: ENTITY, objectId: String(row['id']) })
      .execute()
  }
}

/** Writes manifest, chain and record in one transaction; undefined if the evidence has been deleted meanwhile. */
async function fix(fixing: Fixing, id: string, files: ManifestFile[]): Promise<Link | undefined> {
  return fixing.services.db.transaction().execute(async tx => {
    const row = await lockedEvidence(tx, id)
    if (!row || String(row['state']) !== '0') return undefined
    const { rows } = await sql<{
      nickName: string | null
    }>`select "nickName" from "user" where id = ${row['officer']}`.execute(tx)
    const officer = rows[0]?.nickName ?? ''
    await enterFiles(tx, row, files)
    const { services, evidence, captured, log } = fixing
    const base = services.configuration().scope({}).app.api.fileBase
    const taken: EvidenceSource = {
      captured,
      log,
      files,
      officer,
      base,
      serverIp: evidence.serverIp,
      fixedAt: new Date(nowMs()).toISOString(),
      years: retentionTermsFor(services, row).years,
    }
    const link = await append(tx, String(row['customerId'] ?? ''), manifestOf(row, taken))
    const manifest = JSON.parse(link.manifest) as EvidenceManifest
    const after = await systemMove(services, tx, row, 'fix', valuesOf(row, taken, link, manifest))
    if (!after) throw new Error('The workflow of evidence has no transition “fix” of the system')
    await tx.updateTable('sys_capture').set({ status: 'done' }).where('evidenceId', '=', id).execute()
    return link
  })
}

/**
 * Stores a capture as evidence; if the evidence has been deleted meanwhile, its files are removed. After a fault they
 * stay: the transaction may have been committed although its answer was lost, and what no row names is swept.
 */
export async function storeCapture(fixing: Fixing, id: string): Promise<Link | undefined> {
  const files = await storeFiles(fixing.services.files, fixing.captured)
  const link = await fix(fixing, id, files)
  if (!link) await removeFiles(fixing.services.files, files)
  return link
}
