import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { JUDGED } from '../../../src/server/start/configuration/judged.ts'
import { copyFolder, ROOT, temporary } from '../../folders.ts'
import { prepared } from '../../prepared.ts'

export interface Ended {
  code: number | null
  output: string
}

/**
 * These servers live for a minute: the embedded database is compiled quickly rather than well, and our own code is made
 * faster only where it is hot for long (a start takes 3.2 s of the processor instead of 4.4).
 */
const SHORT_LIVED = ['--liftoff-only', '--interrupt-budget=600000']

/** The server as an operator runs it, in a process of its own. */
export class ServerProcess {
  output = ''
  url = ''
  readonly child: ChildProcess
  readonly ended: Promise<Ended>

  /**
   * What is not built yet is built where `npm test` has not done so. `asWritten`: the sources as `npm start` runs them,
   * and not put together in one file, see bundle.ts. `through`: a command that becomes the one given to it.
   */
  constructor(env: Record<string, string>, asWritten = false, flags = SHORT_LIVED, through: readonly string[] = []) {
    const together = asWritten ? undefined : prepared('server.mjs')
    const program = together === undefined ? ['--import', 'tsx', join(ROOT, 'scripts/start.ts')] : [together]
    const [command = process.execPath, ...argv] = [
      ...through,
      process.execPath,
      ...flags,
      ...program,
      ...(prepared('demo') === undefined ? [] : ['--no-build']),
    ]
    this.child = spawn(command, argv, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (data: Buffer) => {
      this.output += data
    })
    this.child.stderr?.on('data', (data: Buffer) => {
      this.output += data
    })
    this.ended = new Promise(resolve => this.child.once('close', code => resolve({ code, output: this.output })))
  }

  /** The test's own limit ends it. */
  async until(text: string | RegExp): Promise<void> {
    while (!this.output.match(text)) {
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`no ${String(text)} in:\n${this.output}`)
      await new Promise(resolve => setTimeout(resolve, 30))
    }
  }

  async running(): Promise<this> {
    await this.until('running at')
    this.url = /running at (\S+)/.exec(this.output)?.[1] ?? ''
    return this
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal)
    const patience = setTimeout(() => this.child.kill('SIGKILL'), 120_000)
    return this.ended.finally(() => clearTimeout(patience))
  }
}

/** A data folder with a database that nothing is in yet: to make one takes seconds. */
export async function empty(folder: string): Promise<string> {
  const like = prepared('empty')
  if (like !== undefined) copyFolder(like, folder)
  return folder
}

/** A configuration folder that a test may break. */
export async function copyOfConfiguration(): Promise<string> {
  const folder = temporary()
  for (const part of ['schemas', 'customers']) await cp(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

/** A data folder with nothing in it but that the repository's configuration has been judged: see prepare.ts. */
export function dataFolder(): string {
  const [folder, like] = [temporary(), prepared('demo')]
  if (like !== undefined) copyFileSync(join(like, JUDGED), join(folder, JUDGED))
  return folder
}

/** Where a test is about what a power cut leaves, or what a sync costs, it says `EMBEDDED_SYNC: ''`. */
export async function environment(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const own = { PORT: '0', DEMO: '0', DATA_DIR: dataFolder(), CONFIG_DIR: ROOT, DATABASE_URL: '', UPSTREAM_API: '' }
  return { ...own, EMBEDDED_SYNC: '0', ...more }
}
