import { randomBytes } from 'node:crypto'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import { sha256 } from './manifest.ts'
import { nowMs } from '../../../server/time/clock.ts'

/**
 * Codes open a document without an account. Only their hashes are stored, so that a copy of the database contains no
 * usable codes.
 */
const DAY_MS = 86_400_000
const GONE = 410

export async function newCode(
  tx: Database,
  evidenceId: string,
  userId: string,
  days: number,
): Promise<{ code: string; expires: string }> {
  const code = randomBytes(32).toString('base64url')
  const expiresAt = nowMs() + days * DAY_MS
  await tx
    .insertInto('sys_evidence_code')
    .values({ codeHash: sha256(code), evidenceId, userId, createTime: chinaTime(), expiresAt })
    .execute()
  return { code, expires: chinaTime(expiresAt) }
}

/** The evidence that a code opens; counts the use. For expired or revoked codes, the reason is given. */
export async function openedBy(
  tx: Database,
  code: string,
  now = nowMs(),
): Promise<{ evidenceId: string; codeHash: string }> {
  const codeHash = sha256(code)
  const row = await tx
    .selectFrom('sys_evidence_code')
    .selectAll()
    .where('codeHash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(GONE, '查验码无效，请核对网址是否完整')
  if (row['revoked'] === 1) throw new Refusal(GONE, '查验码已被出具单位撤销')
  const expiresAt = Number(row['expiresAt'])
  if (expiresAt <= now) throw new Refusal(GONE, `查验码已于 ${chinaTime(expiresAt)} 过期，请向出具单位索取新的`)
  await tx
    .updateTable('sys_evidence_code')
    .set({ openings: Number(row['openings']) + 1, lastOpening: chinaTime(now) })
    .where('codeHash', '=', codeHash)
    .execute()
  return { evidenceId: String(row['evidenceId']), codeHash }
}

/** Notes at the evidence how many of its codes nobody has revoked, for whoever lists evidence. */
export async function countCodes(tx: Database, evidenceId: string): Promise<void> {
  const codes = tx
    .selectFrom('sys_evidence_code')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('evidenceId', '=', evidenceId)
    .where('revoked', '=', 0)
  await tx.updateTable('evidence').set({ codes }).where('id', '=', evidenceId).execute()
}

export const revokeCodes = async (tx: Database, evidenceId: string): Promise<number> =>
  (
    await tx
      .updateTable('sys_evidence_code')
      .set({ revoked: 1 })
      .where('evidenceId', '=', evidenceId)
      .where('revoked', '=', 0)
      .returning('codeHash')
      .execute()
  ).length

/** Codes of a piece of evidence, without the codes; the latest first. */
export async function codesOf(db: Database, evidenceId: string): Promise<TableRow[]> {
  return db
    .selectFrom('sys_evidence_code as c')
    .leftJoin('user as u', 'u.id', 'c.userId')
    .select(['c.createTime', 'c.expiresAt', 'c.revoked', 'c.openings', 'c.lastOpening', 'u.nickName'])
    .where('c.evidenceId', '=', evidenceId)
    .orderBy('c.createTime', 'desc')
    .execute()
}
