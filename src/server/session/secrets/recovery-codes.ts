import { randomBytes, randomInt } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { insertMany } from '../../db/bulk.ts'
import { derive } from './passwords.ts'

const CODES = 10
const LENGTH = 10
/** without characters that are easily confused on paper */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The codes are random (fifty bits), unlike passwords, so a cheaper hash is enough; ten are hashed at once. */
const COST = { N: 4096, r: 8, p: 1, maxmem: 16_777_216 }

const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')
export const looksLikeRecovery = (typed: string): boolean => plain(typed).length === LENGTH

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('')
const written = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
const hashOf = async (code: string, salt: string): Promise<string> =>
  (await derive(plain(code), Buffer.from(salt, 'base64'), COST)).toString('base64')

/**
 * Ten codes with their salted hashes. One salt for each person, so that checking a code takes one hash instead of ten.
 */
export interface RecoveryCodes {
  codes: string[]
  salt: string
  hashes: string[]
}

export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(16).toString('base64')
  const codes = Array.from({ length: CODES }, newCode)
  return { codes: codes.map(written), salt, hashes: await Promise.all(codes.map(code => hashOf(code, salt))) }
}

/** Stores new codes; the old ones become invalid. */
export async function keepRecoveryCodes(tx: Database, userId: string, { salt, hashes }: RecoveryCodes): Promise<void> {
  await tx.deleteFrom('sys_recovery').where('userId', '=', userId).execute()
  await insertMany(
    tx,
    'sys_recovery',
    hashes.map(hash => ({ userId, hash })),
  )
  await tx.updateTable('sys_totp').set({ salt }).where('userId', '=', userId).execute()
}

/** Consumes a code: the delete makes sure that each is accepted only once, even at the same moment. */
export async function takeRecoveryCode(db: Database, userId: string, salt: string, typed: string): Promise<boolean> {
  const hash = await hashOf(typed, salt)
  const taken = await db
    .deleteFrom('sys_recovery')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .returning('hash')
    .execute()
  return taken.length > 0
}

export async function recoveryCodesLeft(db: Database, userId: string): Promise<number> {
  return (await db.selectFrom('sys_recovery').select('hash').where('userId', '=', userId).execute()).length
}
