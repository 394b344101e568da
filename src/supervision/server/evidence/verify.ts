import { writeDerived } from '../../../server/records/write/change.ts'
import { createHash } from 'node:crypto'
import { audit } from '../../../server/call/audit.ts'
import type { CallContext, Services } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { idsIn } from '../../../server/attachments/register.ts'
import { firstBreak, linkOf, type Link, type ChainChecker } from './chain.ts'
import { discardingOf, discardProblem, type Discarded } from './discarded.ts'
import { manifestIn, sha256, type EvidenceManifest, type ManifestFile } from './manifest.ts'
import { ENTITY, lockedEvidence, systemMove, evidenceEntity } from './move.ts'
import type { EvidenceTools } from './service.ts'
import { checkToken, StampProblem } from './timestamp.ts'

/** dictionaries/verifyState */
const SAME = '1'
const DIFFERENT = '2'
const STAMP_BROKEN = '3'

export interface Verdict {
  state: typeof SAME | typeof DIFFERENT | typeof STAMP_BROKEN
  /** first difference, or what was compared */
  text: string
  /** the evidence was altered; false for temporary causes (storage unavailable, certificate not configured) */
  changed: boolean
}

const different = (text: string, changed = true): Verdict => ({ state: DIFFERENT, text, changed })

async function fileProblem(
  { files }: Services,
  { id, name, size, sha256: expected }: ManifestFile,
  discarded: boolean,
): Promise<Verdict | undefined> {
  const content = await files.open(id)
  if (!content) return discarded ? undefined : different(`文件 ${name} 不在了`, false)
  const hash = createHash('sha256')
  let found = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    found += chunk.length
  }
  const digest = hash.digest('hex')
  if (digest === expected && found === size) return undefined
  return different(`文件 ${name} 与清单不符：清单 ${expected}，现为 ${digest}`)
}

async function filesProblem(
  services: Services,
  { files }: EvidenceManifest,
  discarded: boolean,
): Promise<Verdict | undefined> {
  for (const file of files) {
    const problem = await fileProblem(services, file, discarded)
    if (problem) return problem
  }
  return undefined
}

/** Problem in the record's fields that repeat the manifest. */
function recordProblem(
  row: TableRow,
  link: Link,
  manifest: EvidenceManifest,
  base: string,
  discarded: boolean,
): string | undefined {
  const said: [string, unknown, unknown][] = [
    ['清单SHA-256', row['fileHash'], link.hash],
    ['上一份清单SHA-256', row['previousHash'], link.previous],
    ['证据编号', row['evidenceNo'], manifest.evidenceNo],
    ['目标网址', row['targetUrl'], manifest.targetUrl],
    ['实际网址', row['finalUrl'], manifest.finalUrl],
    ['目标IP', row['targetIp'], manifest.targetIp],
    ['网页标题', row['pageTitle'], manifest.pageTitle],
    ['固定时间', row['fixedTime'], chinaTime(Date.parse(manifest.fixedAt))],
    ['取证开始', row['startTime'], chinaTime(Date.parse(manifest.startedAt))],
    ['取证结束', row['endTime'], chinaTime(Date.parse(manifest.endedAt))],
    ['证据文件', idsIn(base, row['files']).join(), discarded ? '' : manifest.files.map(file => file.id).join()],
    ['文件清单', listText(row['fileList']), listText(manifest.files)],
  ]
  const found = said.find(([, kept, expected]) => String(kept ?? '') !== String(expected ?? ''))
  return found && `记录里的${found[0]}与清单不符：清单 ${String(found[2])}，记录 ${String(found[1] ?? '')}`
}

const listText = (list: unknown): string =>
  (Array.isArray(list) ? (list as ManifestFile[]) : [])
    .map(({ name, size, sha256: hash }) => `${name} ${size} ${hash}`)
    .join('；')

const BREAKS = { hash: '的内容与它的 SHA-256 不符', previous: '没有接上前一份', missing: '不在了' } as const

async function chainProblem(
  walk: ChainChecker,
  link: Link,
  manifest: EvidenceManifest,
  last: number,
): Promise<string | undefined> {
  if (
    manifest.seq !== link.seq
    || manifest.previous !== link.previous
    || manifest.evidenceId !== link.evidenceId
    || manifest.customerId !== link.customerId
  )
    return '清单与它在链上的位置不符'
  const broken = await walk(link.customerId, last)
  return broken && `证据链断开：第 ${broken.seq} 份清单${BREAKS[broken.why]}`
}

async function stampProblem(
  { time }: Pick<EvidenceTools, 'time'>,
  row: TableRow,
  link: Link,
): Promise<string | undefined> {
  if (link.token === null) return row['tsaNo'] ? '时间戳不在了' : undefined
  try {
    const stamp = await checkToken(link.token, link.manifest, time?.trusted ?? [])
    if (stamp.serial !== row['tsaNo'] || chinaTime(stamp.time.getTime()) !== row['tsaTime'])
      return '时间戳与记录里的编号、时间不符'
    return undefined
  } catch (error) {
    if (error instanceof StampProblem) return error.message
    throw error
  }
}

function goodText(link: Link, { files }: EvidenceManifest, trusted: boolean, discarded: Discarded | undefined): string {
  const stamp =
    link.token === null
      ? '时间为服务器时钟'
      : `时间戳的签名有效${trusted ? '' : '（未配置受信任的根证书，签发者未核实）'}`
  if (!discarded) return `${files.length} 个文件、清单、第 1 至 ${link.seq} 份的证据链一致，${stamp}`
  const { expireDate, discardedAt } = discarded.said
  return `保管期限 ${expireDate} 已满，文件已于 ${discardedAt} 清除；清单、清除记录、第 1 至 ${discarded.link.seq} 份的证据链一致，${stamp}`
}

/** Recomputes hashes, chain and time stamp; names the first difference. Undefined if there is nothing to verify yet. */
export async function verified(
  services: Services,
  tools: Pick<EvidenceTools, 'time'>,
  row: TableRow,
  walk: ChainChecker = (customerId, seq) => firstBreak(services.db, customerId, seq),
): Promise<Verdict | undefined> {
  const link = await linkOf(services.db, String(row['id']))
  if (!link) return row['fileHash'] ? different('清单不在了') : undefined
  if (sha256(link.manifest) !== link.hash) return different('清单的内容与它的 SHA-256 不符')
  const manifest = manifestIn(link.manifest)
  if (!manifest) return different('清单无法读出')
  const discarded = await discardingOf(services.db, link.evidenceId)
  const spoilt = await filesProblem(services, manifest, discarded !== undefined)
  if (spoilt) return spoilt
  const base = services.configuration().scope({}).app.api.fileBase
  const problem =
    discardProblem(row, link, discarded)
    ?? recordProblem(row, link, manifest, base, discarded !== undefined)
    ?? (await chainProblem(walk, link, manifest, discarded?.link.seq ?? link.seq))
  if (problem) return different(problem)
  const stamp = await stampProblem(tools, row, link)
  if (stamp) return { state: STAMP_BROKEN, text: stamp, changed: false }
  return {
    state: SAME,
    changed: false,
    text: goodText(link, manifest, (tools.time?.trusted.length ?? 0) > 0, discarded),
  }
}

/** Stores the result. Evidence that was altered loses its validity for good. */
export async function keepVerdict(
  call: CallContext,
  judged: TableRow,
  { state, text, changed }: Verdict,
): Promise<void> {
  const id = String(judged['id'])
  await call.db.transaction().execute(async tx => {
    const row = await lockedEvidence(tx, id)
    // discarded during verification: the missing files are no difference
    if (!row || row['discardTime'] !== judged['discardTime']) return
    const values = { verifyState: state, verifyTime: chinaTime(), verifyNote: text }
    await audit(tx, call, { action: call.endpoint.name, entity: ENTITY, objectId: id, after: values })
    const spoilt = changed && (await systemMove(call, tx, row, 'spoil', values))
    if (!spoilt) await writeDerived(tx, evidenceEntity(call), row, values)
  })
}
