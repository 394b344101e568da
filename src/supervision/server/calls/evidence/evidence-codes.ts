import { labelKey } from '../../../../core/contract/api.ts'
import { audit } from '../../../../server/call/audit.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { archiveOf } from '../../evidence/archive.ts'
import { linkOf } from '../../evidence/chain.ts'
import { codesOf, countCodes, newCode, openedBy, revokeCodes } from '../../evidence/codes.ts'
import { manifestIn } from '../../evidence/manifest.ts'
import { evidenceEntity, systemMove } from '../../evidence/move.ts'
import { recentVerdict } from '../../evidence/recent-verdicts.ts'
import { verified } from '../../evidence/verify.ts'
import { FileAnswer } from '../../../../server/files/store.ts'
import { badRequest, notFound } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { withLabels } from '../../../../server/records/read/labels.ts'
import { masked } from '../../../../server/records/read/mask.ts'
import { recordInScope, visible } from '../../../../server/records/read/record.ts'
import { nowMs } from '../../../../server/time/clock.ts'

const MOST_DAYS = 365
const STANDARD_DAYS = 30
/** States in which a document may be issued. */
const ISSUED = new Set(['2', '3', '4'])
/** Fields shown in the document; files, links and remarks are internal. */
const SHOWN = [
  'evidenceNo',
  'evidenceType',
  'mode',
  'title',
  'targetUrl',
  'finalUrl',
  'targetIp',
  'pageTitle',
  'objectName',
  'subjectName',
  'startTime',
  'endTime',
  'device',
  'serverIp',
  'fileList',
  'fileHash',
  'previousHash',
  'hashAlg',
  'fixedTime',
  'timeSource',
  'tsaNo',
  'tsaTime',
  'depositNo',
  'officer',
  'officer2',
  'record',
  'state',
  'areaCode',
  'verifyState',
  'verifyTime',
  'verifyNote',
]

function daysIn(call: CallContext): number {
  const days = Number(textArg(call, 'days') || STANDARD_DAYS)
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) throw badRequest(`有效期应为 1 到 ${MOST_DAYS} 天`)
  return days
}

/**
 * Creates a code. It is answered only here, because only its hash is stored; from then on the evidence counts as
 * issued.
 */
const share: Handler = call =>
  call.db.transaction().execute(async tx => {
    const id = requiredArg(call, 'id')
    const days = daysIn(call)
    const row = await recordInScope(tx, call, entityOfCall(call), id, true)
    if (!ISSUED.has(String(row['state']))) throw badRequest('证据尚未存证或已失效，不能出具')
    const made = await newCode(tx, id, signedInUser(call).id, days)
    await countCodes(tx, id)
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: 'evidence',
      objectId: id,
      after: { expires: made.expires },
    })
    if (row['state'] === '2') await systemMove(call, tx, row, 'issue', {})
    return made
  })

const revoke: Handler = call =>
  call.db.transaction().execute(async tx => {
    const id = requiredArg(call, 'id')
    await recordInScope(tx, call, entityOfCall(call), id, true)
    const revoked = await revokeCodes(tx, id)
    await countCodes(tx, id)
    if (revoked === 0) throw badRequest('没有可以撤销的查验码')
    await audit(tx, call, { action: call.endpoint.name, entity: 'evidence', objectId: id, after: { revoked } })
    return revoked
  })

function stateOf(row: Record<string, unknown>): string {
  if (row['revoked'] === 1) return '已撤销'
  const expires = Number(row['expiresAt'])
  return `${expires <= nowMs() ? '已过期' : '有效'}，期限 ${chinaTime(expires)}`
}

function openingsOf({ openings, lastOpening }: Record<string, unknown>): string {
  const last = lastOpening ? `，最近 ${String(lastOpening)}` : ''
  return `打开 ${String(openings)} 次${last}`
}

/** Codes of a piece of evidence, in the form of a timeline. */
const list: Handler = async call => {
  const id = requiredArg(call, 'id')
  await recordInScope(call.db, call, entityOfCall(call), id)
  return (await codesOf(call.db, id)).map(row => ({
    time: row['createTime'],
    title: '出具查验码',
    by: row['nickName'] ?? '',
    text: `${stateOf(row)}；${openingsOf(row)}`,
  }))
}

/** The document for the holder of a code, without signing in: verifies the evidence, and logs the access. */
const open: Handler = async call => {
  const code = requiredArg(call, 'code')
  const { evidenceId } = await call.db.transaction().execute(async tx => {
    const opened = await openedBy(tx, code)
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: 'evidence',
      objectId: opened.evidenceId,
      after: { code: opened.codeHash.slice(0, 12) },
    })
    return opened
  })
  const entity = evidenceEntity(call)
  const row = await call.db
    .selectFrom('evidence')
    .selectAll()
    .where('id', '=', evidenceId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  if (!row) throw notFound('证据不存在')
  const { verdict, time } = await recentVerdict(call.db, row, () => verified(call, { time: call.evidence?.time }, row))
  if (!verdict) throw notFound('证据不存在')
  const shown = {
    ...visible(entity, row),
    verifyState: verdict.state,
    verifyTime: time,
    verifyNote: verdict.text,
  }
  const rows = { own: '', customer: [], customerId: String(row['customerId'] ?? '') }
  const [labelled = {}] = await withLabels({ ...call, rows }, entity, masked(entity, [shown]))
  return Object.fromEntries(
    SHOWN.flatMap(field => [field, labelKey(field)])
      .filter(name => name in labelled)
      .map(name => [name, labelled[name]]),
  )
}

/** All files of the evidence, with instructions for checking it without this system. */
const download: Handler = async call => {
  const id = requiredArg(call, 'id')
  const row = await recordInScope(call.db, call, entityOfCall(call), id)
  const link = await linkOf(call.db, id)
  const manifest = link && manifestIn(link.manifest)
  if (!link || !manifest) throw badRequest('证据还没有固定，没有可以下载的文件')
  if (row['discardTime']) throw badRequest(`保管期满，证据文件已于 ${String(row['discardTime'])} 清除`)
  const archive = await archiveOf(call, link, manifest)
  await audit(call.db, call, {
    action: call.endpoint.name,
    entity: 'evidence',
    objectId: id,
    after: { files: manifest.files.map(file => file.name).join() },
  })
  return new FileAnswer(`${String(row['evidenceNo'])}.zip`, 'application/zip', archive)
}

export const evidenceCodes: Handlers = {
  'evidence.share': share,
  'evidence.revoke': revoke,
  'evidence.codes': list,
  'evidence.open': open,
  'evidence.download': download,
}
