import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { UsageError } from '../args.ts'

function ed25519(made: () => KeyObject, what: string): KeyObject {
  let key: KeyObject
  try {
    key = made()
  } catch {
    throw new UsageError(`${what} 不是 PEM 格式的密钥 / is no key in PEM form`)
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new UsageError(`${what} 应为 Ed25519 密钥 / should be an Ed25519 key: openssl genpkey -algorithm ed25519`)
}

export interface Signed {
  signature: string
  publicKey: string
}

/** `privateKey` in PEM. */
export function signed(text: string, privateKey: string): Signed {
  const key = ed25519(() => createPrivateKey(privateKey), 'RELEASE_KEY')
  return {
    signature: `${sign(null, Buffer.from(text), key).toString('base64')}\n`,
    publicKey: String(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
  }
}

/** Whether the holder of the key signed the text; `publicKey` in PEM. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = ed25519(() => createPublicKey(publicKey), 'release.pub')
  return verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'))
}

/** Whether two keys in PEM are one. */
export const isSameKey = (a: string, b: string): boolean => createPublicKey(a).equals(createPublicKey(b))
