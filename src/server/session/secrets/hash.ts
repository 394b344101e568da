import { createHash } from 'node:crypto'

/** Only hashes of tokens are stored, so that a copy of the database contains no usable sessions. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
