import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that must be readable again. `about` names the owner and is authenticated, so that a secret cannot
 * be moved to another account.
 */
export interface Seal {
  seal(secret: string, about: string): string
  /** throws if the key differs or the text was changed */
  open(sealed: string, about: string): string
}

const PLAIN = 'plain:'
const SEALED = 'sealed:'
const CIPHER = 'aes-256-gcm'

/** Without a key, secrets are stored in clear. Secrets stored before there was a key can still be read. */
export function sealWith(key: string | undefined): Seal {
  const bytes =
    key === undefined ? undefined : Buffer.from(hkdfSync('sha256', key, '', 'wangjian: secrets of second factors', 32))
  return {
    seal(secret, about) {
      if (!bytes) return PLAIN + secret
      const iv = randomBytes(12)
      const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(sealed, about) {
      if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
      if (!bytes || !sealed.startsWith(SEALED)) throw new Error('a secret is sealed, and SECRET_KEY is not set')
      const raw = Buffer.from(sealed.slice(SEALED.length), 'base64')
      const decipher = createDecipheriv(CIPHER, bytes, raw.subarray(0, 12))
        .setAAD(Buffer.from(about))
        .setAuthTag(raw.subarray(12, 28))
      return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
