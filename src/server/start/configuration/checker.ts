import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { KnownCode, SourceFile } from '../../../core/index.ts'
import { machineFault } from '../../answer/machine.ts'
import type { MapNode } from '../../../core/source/node.ts'
import type { CheckResult } from '../../config/live.ts'
import type { CheckOrder, CheckReply } from './check-process.ts'
import { compiledLess } from '../settings/compiled-less.ts'
import { messageOf } from '../settings/refusal.ts'
import { quickProgramOf } from './program-of.ts'

const CHILD = fileURLToPath(new URL('./check-process.ts', import.meta.url))
/** The first check is done before most of what V8 compiles for speed has paid for itself (src/cli/short-run.ts). */
const COMPILES_LESS = compiledLess(15)
/** A lower priority of the check process: requests come first. */
const LOWER = 10

/**
 * Time limit of a check by number of files, in milliseconds. Four hundred files take two seconds, but minutes where the
 * machine is busy, because everything else comes first: a check that was ended for that would lose the edit.
 */
const limitOf = (files: number): number => 600_000 + 50 * files
/** The process is kept for this time with what it has judged, because authors save repeatedly. */
const IDLE_MS = 10 * 60_000

interface Waiting {
  resolve(reply: CheckReply): void
  reject(error: Error): void
}

/** Of a check that did not come to its end: it says nothing of the files, and another try may. */
export const UNFINISHED = 'check-failed'

/** A process that somebody has killed, or that the machine had no memory for, is started again so often. */
const TRIES = 3

class Died extends Error {}

const failure = (files: SourceFile[], changed: string[], reason: string): CheckResult => ({
  diagnostics: [
    {
      code: UNFINISHED,
      severity: 'error',
      origin: { file: changed[0] ?? files[0]?.path ?? 'schemas', line: 1, col: 1 },
      message: `改动没有检查完，没有生效，稍后会自动再检查（${reason}）`,
      messageEn: `The check of the edit did not come to its end: it is not in force, and is checked again (${reason})`,
    },
  ],
  trees: new Map(),
})

/** In words where the machine lacks something, with what the system said. */
function reasonOf(error: unknown): string {
  const machine = machineFault(error)
  return machine ? `${machine.words}：${messageOf(error)}` : messageOf(error)
}

/** Runs checks one at a time in a separate process, and kills it if it hangs. */
export class Checker {
  readonly #code: KnownCode | undefined
  readonly #limit: (files: number) => number
  #child: ChildProcess | undefined
  #waiting: Waiting | undefined
  #idle: NodeJS.Timeout | undefined
  /** texts that the process has, by path */
  readonly #sent = new Map<string, string>()

  constructor(code?: KnownCode, limit = limitOf) {
    this.#code = code
    this.#limit = limit
  }

  readonly judge = async (files: SourceFile[], changed: string[]): Promise<CheckResult> => {
    for (let tries = 1; ; tries++) {
      try {
        const { diagnostics, trees } = await this.#asked(files, changed)
        return { diagnostics, trees: new Map(trees.map(([path, tree]) => [path, () => deserialize(tree) as MapNode])) }
      } catch (error) {
        this.#end()
        if (!(error instanceof Died) || tries === TRIES) return failure(files, changed, reasonOf(error))
      }
    }
  }

  /** Most files were sent with an earlier order. */
  #orderOf(files: SourceFile[], changed: string[]): CheckOrder {
    const news = files.filter(({ path, text }) => this.#sent.get(path) !== text)
    for (const { path, text } of news) this.#sent.set(path, text)
    return { paths: files.map(({ path }) => path), files: news, changed, code: this.#code }
  }

  async #asked(files: SourceFile[], changed: string[]): Promise<CheckReply> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#started())
    const order = this.#orderOf(files, changed)
    const ms = this.#limit(files.length)
    const late = setTimeout(() => this.#waiting?.reject(new Error(`超过 ${ms} 毫秒 / longer than ${ms} ms`)), ms)
    try {
      return await new Promise<CheckReply>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        // of one that could not be started its event says why
        if (!child.connected) return
        child.send(order, error => {
          if (error) reject(new Died(messageOf(error)))
        })
      })
    } finally {
      clearTimeout(late)
      this.#waiting = undefined
      this.#idle = setTimeout(() => this.#end(), IDLE_MS)
      this.#idle.unref()
    }
  }

  #started(): ChildProcess {
    this.#sent.clear()
    const { path, argv, execArgv } = quickProgramOf(CHILD)
    const child = fork(path, argv, {
      serialization: 'advanced',
      execArgv: [...execArgv, COMPILES_LESS],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const isOurs = (): boolean => this.#child === child
    child.on('message', (reply: CheckReply) => {
      if (isOurs()) this.#waiting?.resolve(reply)
    })
    child.on('error', error => {
      if (isOurs()) this.#waiting?.reject(error)
    })
    child.on('exit', (code, signal) => {
      if (!isOurs()) return
      this.#child = undefined
      this.#waiting?.reject(new Died(`检查进程意外结束 / the process of the check ended: ${signal ?? code}`))
    })
    try {
      if (child.pid !== undefined) setPriority(child.pid, LOWER)
    } catch {
      // if the priority cannot be lowered, the check runs anyway
    }
    child.unref()
    child.channel?.unref()
    return child
  }

  #end(): void {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
  }

  close(): Promise<void> {
    this.#waiting?.reject(new Error('服务正在停止 / the server stops'))
    this.#end()
    return Promise.resolve()
  }
}
