import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { forget, ROOT, temporary } from '../folders.ts'

const folder = temporary('quick-')
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text)
const ran = (...argv: string[]): string =>
  execFileSync(process.execPath, ['scripts/quick.mjs', 'src/word.ts', ...argv], { cwd: folder, encoding: 'utf8' })
const made = (): number => statSync(join(folder, '.cache/quick/word.mjs')).mtimeMs

for (const name of ['scripts', 'src']) mkdirSync(join(folder, name))
for (const name of ['quick.mjs', 'bundle.ts']) cpSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
write('package.json', '{"type": "module"}')
write('package-lock.json', '{}')
write(
  'src/word.ts',
  `import { WORD } from './said.ts'
const at: string = import.meta.url
console.log([WORD, ...process.argv.slice(2), at.endsWith('/src/word.ts')].join(' '))
`,
)
write('src/said.ts', `export const WORD = 'first'\n`)
afterAll(() => forget(folder))

it('puts a program together once, and anew as soon as one of its sources is another', () => {
  expect(ran('--lang', 'en')).toBe('first --lang en true\n')
  const before = made()
  expect(ran()).toBe('first true\n')
  expect(made()).toBe(before)
  write('src/said.ts', `export * from './more.ts'\n`)
  write('src/more.ts', `export const WORD: string = 'other'\n`)
  expect(ran()).toBe('other true\n')
  write('src/more.ts', `export const WORD = 'third'\n`)
  expect(ran()).toBe('third true\n')
  expect(readdirSync(join(folder, '.cache/quick'))).toEqual(['word.mjs'])
})

it('says what is wrong with a program that cannot be put together', () => {
  write('src/said.ts', `export const = 1\n`)
  expect(() => ran()).toThrow(/said\.ts/)
})
