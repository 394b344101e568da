import { sql } from 'kysely'
import type { Database } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { canonical, GENESIS, sha256, type Chained } from './manifest.ts'

export interface Link {
  customerId: string
  seq: number
  evidenceId: string
  manifest: string
  hash: string
  previous: string
  token: string | null
  tokenAt: string | null
  problem: string | null
}

/** Appends a manifest to a customer's chain. A lock makes other instances wait until this transaction ends. */
export async function append(
  tx: Database,
  customerId: string,
  manifestAt: (seq: number, previous: string) => Chained,
): Promise<Link> {
  await sql`select pg_advisory_xact_lock(hashtext(${`evidence chain ${customerId}`}))`.execute(tx)
  const last = await tx
    .selectFrom('sys_evidence_chain')
    .select(['seq', 'hash'])
    .where('customerId', '=', customerId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const seq = Number(last?.['seq'] ?? 0) + 1
  const previous = String(last?.['hash'] ?? GENESIS)
  const manifest = manifestAt(seq, previous)
  const text = canonical(manifest)
  const link = { customerId, seq, evidenceId: manifest.evidenceId, manifest: text, hash: sha256(text), previous }
  await tx
    .insertInto('sys_evidence_chain')
    .values({ ...link, createTime: chinaTime() })
    .execute()
  return { ...link, token: null, tokenAt: null, problem: null }
}

export async function linkOf(db: Database, evidenceId: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('sys_evidence_chain')
    .selectAll()
    .where('evidenceId', '=', evidenceId)
    .executeTakeFirst()
  return row as unknown as Link | undefined
}

/** Id of the link that records the discarding of a piece's files. */
export const discardId = (evidenceId: string): string => `discard:${evidenceId}`

export interface Break {
  seq: number
  why: 'hash' | 'previous' | 'missing'
}

/** First broken link of a customer's chain up to `seq`, recomputed from the manifests; undefined if all are intact. */
export async function firstBreak(db: Database, customerId: string, seq: number): Promise<Break | undefined> {
  const { rows } = await sql<{ seq: number; place: number; fits: boolean; linked: boolean }>`
    select seq, place, fits, linked from (
      select seq, row_number() over (order by seq) as place,
        encode(sha256(convert_to(manifest, 'UTF8')), 'hex') = hash as fits,
        previous = coalesce(lag(hash) over (order by seq), ${GENESIS})
    and strpos(manifest, '"previous":"' || previous || '"') > 0 as linked
      from sys_evidence_chain where "customerId" = ${customerId} and seq <= ${seq}) as links
    where place <> seq or not fits or not linked order by place limit 1`.execute(db)
  const [found] = rows
  if (!found) return undefined
  // a gap in the numbers shows which link is missing
  if (Number(found.place) !== Number(found.seq)) return { seq: Number(found.place), why: 'missing' }
  return { seq: Number(found.seq), why: found.fits ? 'previous' : 'hash' }
}

export type ChainChecker = (customerId: string, seq: number) => Promise<Break | undefined>
const LAST = 2_147_483_647

/** Checks a customer's chain only once when several pieces are verified. */
export function chainChecker(db: Database): ChainChecker {
  const walked = new Map<string, Promise<Break | undefined>>()
  return async (customerId, seq) => {
    const whole = walked.get(customerId) ?? firstBreak(db, customerId, LAST)
    walked.set(customerId, whole)
    const broken = await whole
    return broken && broken.seq <= seq ? broken : undefined
  }
}
