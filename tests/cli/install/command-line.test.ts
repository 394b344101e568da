import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { filesAt } from '../../../scripts/release/files.ts'
import { commandLine } from '../../../src/core/diagnostic/command.ts'
import { ROOT } from '../../folders.ts'
import { COMMAND_NAMES, npmCalls } from './npm-calls.ts'

afterEach(() => {
  globalThis.IS_RELEASE = undefined
})

describe('a message that names a command', () => {
  it('says how it is called where the sources are, and in a release', () => {
    expect(commandLine('validate')).toBe('npm run validate')
    expect(commandLine('diff', '--area 1301')).toBe('npm run diff -- --area 1301')
    globalThis.IS_RELEASE = true
    expect(commandLine('validate')).toBe('./wangjian validate')
    expect(commandLine('diff', '--area 1301')).toBe('./wangjian diff --area 1301')
  })

  it('asks for it: no other code that is in a release writes the call itself', () => {
    expect(COMMAND_NAMES).toEqual(
      expect.arrayContaining(['start', 'backup', 'validate', 'new-region', 'demo:accounts']),
    )
    // folders of scripts make what is committed, and run nowhere else
    const isReleased = (path: string): boolean => /^(?:src\/.*|scripts\/[^/]+)\.ts$|^schemas\/meta\//.test(path)
    const paths = ['src', 'scripts', 'schemas/meta'].flatMap(folder => filesAt(ROOT, folder)).filter(isReleased)
    expect(paths.length).toBeGreaterThan(500)
    const found = paths.flatMap(path => npmCalls(readFileSync(join(ROOT, path), 'utf8'), COMMAND_NAMES))
    expect(found).toEqual([])
    expect(npmCalls("say('npm run validate')\n// npm run diff", COMMAND_NAMES)).toEqual(["say('npm run validate')"])
  })
})
