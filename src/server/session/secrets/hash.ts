import { createHash } from 'node:crypto'

/** Only the hash of what opens a session is kept: a copy of the database opens none. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
