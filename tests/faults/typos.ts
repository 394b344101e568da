import { seeded } from '../chance.ts'

const hashOf = (text: string): number =>
  [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)!) >>> 0, 7)

/** The name as somebody mistypes it: a swap, a letter too many or too few, another digit, the wrong case. */
export function misspelt(name: string): string {
  const draw = seeded(hashOf(name))
  const letters = [...name]
  if (/^\d+$/.test(name)) return `${name.slice(0, -1)}${(Number(name.at(-1)) + 5) % 10}7`
  const at = Math.floor(draw() * Math.max(1, letters.length - 1))
  const ways: (() => string)[] = [
    () => [...letters.slice(0, at), letters[at + 1], letters[at], ...letters.slice(at + 2)].join(''),
    () => [...letters.slice(0, at), letters[at], ...letters.slice(at)].join(''),
    () => letters.filter((_, i) => i !== at).join(''),
    () => `${name}s`,
  ]
  const tried = [ways[Math.floor(draw() * ways.length)]!, ...ways].map(way => way())
  return tried.find(text => text !== name && /^[\p{L}_$]/u.test(text) && text.length > 1) ?? `${name}x`
}

/** As it is written in YAML: what is no plain text gets quotes. */
export const written = (text: string): string =>
  /^[A-Za-z_\p{Script=Han}][\w./\-\p{Script=Han}]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`
