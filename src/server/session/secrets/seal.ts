import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets that have to be read again; `about` says whose one is, so that none can be moved to somebody else. */
export interface Seal {
  seal(secret: string, about: string): string
  /** throws where it cannot be read: another key, or changed */
  open(sealed: string, about: string): string
}

const PLAIN = 'plain:'
const SEALED = 'sealed:'
const CIPHER = 'aes-256-gcm'

/** Without a key a secret is as safe as the database. What was kept before there was a key is read all the same. */
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
