import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { compiledLess } from '../../src/server/start/settings/compiled-less.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A flag of the engine, whole, with something in place of what is worked out. */
const FLAG = /['"`](--[a-z][\w-]*=[^'"`]*)['"`]/g
const flags = ['src', 'scripts'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).flatMap(file => {
    const text = file.isFile() ? readFileSync(join(file.parentPath, file.name), 'utf8') : ''
    if (!/setFlagsFromString|execArgv/.test(text)) return []
    return [...text.matchAll(FLAG)].map(([, flag = '']) => flag.replaceAll(/\$\{[^}]*\}/g, '100'))
  }),
)

describe('a flag that a program is started with', () => {
  it('is found', () => expect(flags.length).toBeGreaterThan(0))
  it.each([...new Set([...flags, compiledLess(2)])])('%s is known to this version of Node', flag => {
    expect(execFileSync(process.execPath, [flag, '-p', '1'], { encoding: 'utf8' })).toBe('1\n')
  })
  it('is the one that its version of V8 knows', () => {
    expect(compiledLess(2, '11.3.244.8-node.33')).toBe('--interrupt-budget=135168')
    expect(compiledLess(2, '12.4.254.21-node.33')).toBe('--invocation-count-for-turbofan=6000')
  })
})
