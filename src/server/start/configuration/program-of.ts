import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ENGINE } from './config-files.ts'

/** Folder of a release with what its sources were put together to. */
export const PROGRAMS = 'program'

export interface Program {
  path: string
  execArgv: string[]
}

/** How a source runs in a process of its own: as it is, by tsx; in a release, as what was made of it. */
export function programOf(source: string, engine = ENGINE): Program {
  if (existsSync(source)) {
    const tsx = createRequire(import.meta.url).resolve('tsx')
    return { path: source, execArgv: ['--import', pathToFileURL(tsx).href] }
  }
  return { path: join(engine, PROGRAMS, `${basename(source, '.ts')}.mjs`), execArgv: [] }
}

const QUICK = join(ENGINE, 'scripts', 'quick.mjs')

/** The same for what somebody waits for: its source is put together as one file before it runs. */
export function quickProgramOf(source: string, engine = ENGINE): Program & { argv: string[] } {
  if (existsSync(source)) return { path: QUICK, argv: [source], execArgv: [] }
  return { ...programOf(source, engine), argv: [] }
}
