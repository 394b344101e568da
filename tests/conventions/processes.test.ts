import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../folders.ts'

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.(ts|mjs)$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }))
  .filter(({ text }) => /import \{[^}]*\b(fork|spawn)\b[^}]*\} from 'node:child_process'/.test(text))

/** Why what this file starts may end the server with it; nothing where it may not. */
function troubleIn(text: string): string | undefined {
  if (!/\.on\('error',/.test(text)) return 'hears no error, or only the first'
  if (/\bonce\('error',/.test(text)) return 'hears only the first error: a message that does not reach it is a second'
  return /\.send\([^(),]+\)/.test(text) ? 'sends without hearing whether it came' : undefined
}

// the system may start no process, and then no message comes either: what nobody hears ends the whole server
describe('who starts a process', () => {
  it('is found', () => expect(files.length).toBeGreaterThan(3))
  it.each(files)('$path outlives it', ({ text }) => expect(troubleIn(text)).toBeUndefined())
  it('is told where it does not', () => {
    expect(troubleIn(`child.once('close', end)`)).toContain('hears no error')
    expect(troubleIn(`child.once('error', end); child.on('error', end)`)).toContain('only the first')
    expect(troubleIn(`child.on('error', end); child.send(order)`)).toContain('sends')
  })
})
