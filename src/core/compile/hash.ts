import { createHash } from 'node:crypto'

/** Content address of a blob: the first 20 hex digits of its SHA-256. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20)
