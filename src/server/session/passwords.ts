import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 32768, r: 8, p: 1, maxmem: 67_108_864 }
const LENGTH = 32

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Takes the same time for an unknown user, so that nobody can try out names. */
const NOBODY = `scrypt$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(LENGTH).toString('base64')}`

export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (stored ?? NOBODY).split('$')
  const wanted = Buffer.from(key, 'base64')
  const given = await derive(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(given, wanted) && stored !== undefined
}

export const PASSWORD_RULE = '密码必须为6-18位且必须包含大小写字母加数字。'
/** R5.02 */
export const isStrong = (password: string): boolean =>
  password.length >= 6 && password.length <= 18 && /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)

const LOWER = 'abcdefghjkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** Letters and digits that cannot be mistaken for each other when read out over the phone. */
export function oneTimePassword(): string {
  const pick = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? ''
  const letters = [LOWER, UPPER, DIGITS].flatMap(alphabet => [pick(alphabet), pick(alphabet)])
  while (letters.length < 12) letters.push(pick(LOWER + UPPER + DIGITS))
  return letters.sort(() => randomInt(3) - 1).join('')
}
