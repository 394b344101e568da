import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../folders.ts'

const listed = /^const COMMANDS\b[^]*?^}$/m.exec(readFileSync(join(ROOT, 'scripts/wangjian.ts'), 'utf8'))?.[0] ?? ''
/** What `./wangjian` knows. */
export const COMMAND_NAMES = [...listed.matchAll(/^ {2}'?([\w:-]+)'?: [{s]/gm)].map(([, name = '']) => name)

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/).*$/gm

/** Where code, without its comments, calls one of these commands by npm. */
export const npmCalls = (code: string, commands: readonly string[]): string[] =>
  code
    .replace(COMMENT, '')
    .split('\n')
    .filter(line => [...line.matchAll(/npm run ([\w:-]+)/g)].some(([, name = '']) => commands.includes(name)))
