import { describe, expect, it } from 'vitest'
import { readArgs, UsageError } from '../../src/cli/args.ts'
import type { ExitCode, Output } from '../../src/cli/command.ts'
import { runDiff } from '../../src/cli/run-diff.ts'
import { runExplain } from '../../src/cli/run-explain.ts'
import { runFormat } from '../../src/cli/run-format.ts'
import { runMigrate } from '../../src/cli/run-migrate.ts'
import { runValidate } from '../../src/cli/run-validate.ts'

type Command = (argv: readonly string[], output: Output) => ExitCode
const COMMANDS: Record<string, [Command, read: number]> = {
  validate: [(argv, output) => runValidate(argv, output), 0],
  migrate: [runMigrate, 0],
  format: [(argv, output) => runFormat(argv, output, []), 0],
  diff: [(argv, output) => runDiff(argv, output), 1],
  explain: [(argv, output) => runExplain(argv, output), 2],
}

describe('words beside the options', () => {
  it.each(Object.entries(COMMANDS))(
    'that %s does not read are refused: a folder is named by --root',
    (_, [run, read]) => {
      const said: string[] = []
      const output: Output = { out: text => void said.push(`out ${text}`), err: text => void said.push(text) }
      expect(run([...Array.from({ length: read }, (_, i) => `word${i}`), '/srv/wangjian'], output)).toBe(2)
      expect(said.join('\n')).toContain('--root /srv/wangjian')
      expect(said.filter(text => text.startsWith('out '))).toEqual([])
    },
  )
  it('are read as many as a command says, in either language', () => {
    expect(readArgs(['one', 'two'], [], [], 2).positionals).toEqual(['one', 'two'])
    expect(() => readArgs(['one', '--lang', 'en'])).toThrow(UsageError)
    expect(readArgs(['one', '--help']).help).toBe(true)
  })
})
