import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 32768, r: 8, p: 1, maxmem: 67_108_864 }
const LENGTH = 32

/**
 * Hashes of passwords as typed, including blanks, after Unicode normalisation (NFKC), because keyboards encode the same
 * character differently.
 */
const EXACT = 'scrypt-nfkc'
/**
 * Hashes of trimmed passwords: one-time passwords, which are copied from messages, and old ones from before blanks
 * counted.
 */
const TRIMMED = 'scrypt'
const READ: Readonly<Record<string, (password: string) => string>> = {
  [EXACT]: password => password.normalize('NFKC'),
  [TRIMMED]: password => password.trim(),
}

export const derive = (password: string, salt: Buffer, cost = COST): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

async function hashed(scheme: string, password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(READ[scheme]?.(password) ?? password, salt)
  return `${scheme}$${salt.toString('base64')}$${key.toString('base64')}`
}

export const hashPassword = (password: string): Promise<string> => hashed(EXACT, password)
export const hashOneTimePassword = (password: string): Promise<string> => hashed(TRIMMED, password)

/** Compared for unknown names, so that the time of an answer does not reveal whether an account exists. */
const NOBODY = `${EXACT}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(LENGTH).toString('base64')}`

export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [scheme = '', salt = '', key = ''] = (stored ?? NOBODY).split('$')
  const wanted = Buffer.from(key, 'base64')
  const given = await derive(READ[scheme]?.(password) ?? password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(given, wanted) && stored !== undefined
}

export const PASSWORD_RULE = '密码必须为6-18位且必须包含大小写字母加数字。'
/** R5.02 */
export function isStrong(password: string): boolean {
  const read = password.normalize('NFKC')
  const { length } = [...read]
  return length >= 6 && length <= 18 && /[a-z]/.test(read) && /[A-Z]/.test(read) && /\d/.test(read)
}

/** Whether two spellings are the same password after normalisation. */
export const isSamePassword = (a: string, b: string): boolean => a.normalize('NFKC') === b.normalize('NFKC')

const LOWER = 'abcdefghjkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** Without characters that are easily confused when read aloud. */
export function oneTimePassword(): string {
  const pick = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? ''
  const letters = [LOWER, UPPER, DIGITS].flatMap(alphabet => [pick(alphabet), pick(alphabet)])
  while (letters.length < 12) letters.push(pick(LOWER + UPPER + DIGITS))
  return letters.sort(() => randomInt(3) - 1).join('')
}
