import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Content address of a blob: the first 20 hex digits of its SHA-256. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 20)
