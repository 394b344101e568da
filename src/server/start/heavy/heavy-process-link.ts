import { fork, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { HeavyWork } from '../../heavy/heavy.ts'
import { Refusal } from '../../answer/refusal.ts'
import { quickProgramOf } from '../configuration/program-of.ts'
import { ticks } from '../../time/ticks.ts'
import { LOWER } from '../settings/lower-priority.ts'
import { OVER, type FromProcess, type HeavyLimits, type ToProcess } from './messages.ts'

const PROGRAM = fileURLToPath(new URL('./heavy-process.ts', import.meta.url))
const WATCHDOG = new URL('./watchdog.mjs', import.meta.url).href
/** What the process gets of the server's environment: none of its secrets. */
const PASSED = ['PATH', 'TMPDIR', 'TZ']
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
/** How often the process is looked after while it says nothing. */
const LOOKS = 20
/** Where memory is short, the system ends this process and not the server. */
const FIRST_TO_GO = '1000'
/** Signs of what the process last said that are kept. */
const SAID = 4000
/** Part of the memory for what V8 does not count. */
const BESIDE_HEAP_MB = 192
/** V8's own words where its heap is full. */
const HEAP_FULL = /heap out of memory|Allocation failed|Invalid (?:array|string) length/

export type Ending = 'memory' | 'time' | 'broken'

/** The process has ended before it answered. */
export class HeavyProcessEnded extends Error {
  readonly ending: Ending
  constructor(ending: Ending, said: string) {
    super(said)
    this.ending = ending
  }
}

function endingOf(said: string): Ending {
  if (said.includes(OVER.seconds)) return 'time'
  return said.includes(OVER.memory) || HEAP_FULL.test(said) ? 'memory' : 'broken'
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: unknown): void
}
type Answer = Exclude<FromProcess, { kind: 'wants' }>

/** A process for heavy work; it does one piece of work at a time. */
export class HeavyProcessLink {
  readonly #child: ChildProcess
  readonly #patience: number
  #said = ''
  #waiting: Waiting | undefined
  #input: AsyncIterator<unknown> | undefined
  #isFeeding = false
  #failure: { error: unknown } | undefined

  /** `patience`: milliseconds for which the process may say nothing, whatever the processor has done meanwhile. */
  constructor(limits: HeavyLimits, patience: number) {
    this.#patience = patience
    const { path, argv, execArgv } = quickProgramOf(PROGRAM)
    const child = fork(path, [...argv, JSON.stringify(limits), WATCHDOG], {
      serialization: 'advanced',
      execArgv: [...execArgv, `--max-old-space-size=${limits.memory - BESIDE_HEAP_MB}`],
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stderr?.on('data', (data: Buffer) => {
      this.#said = (this.#said + data.toString()).slice(-SAID)
    })
    child.on('message', (message: FromProcess) => this.#heard(message))
    // a start that failed, and then each message that does not reach it
    child.on('error', error => this.#fail(error))
    // when all that it said has come
    child.once('close', () => this.#fail(new HeavyProcessEnded(endingOf(this.#said), this.#said)))
    this.#lower()
    // it keeps nobody alive who waits for nothing
    child.unref()
    child.channel?.unref()
    ;(child.stderr as { unref?: () => void } | null)?.unref?.()
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Does one piece of work; of one that is left before its end nobody knows what the process is at. */
  async *run(
    work: HeavyWork,
    order: unknown,
    input: AsyncIterator<unknown> | undefined,
  ): AsyncGenerator<unknown, void> {
    this.#input = input
    for (let message: ToProcess = { kind: 'begin', work, order }; ; message = { kind: 'next' }) {
      const answer = await this.#ask(message)
      if (answer.kind === 'refused') throw new Refusal(answer.status, answer.message)
      if (answer.kind === 'failed') throw new Error(`${work}: ${answer.text}`)
      if (answer.kind === 'outputEnds') return
      yield answer.value
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async #ask(message: ToProcess): Promise<Answer> {
    if (this.#failure) throw this.#failure.error
    let silent = ticks()
    const watch = setInterval(() => {
      if (this.#isFeeding) silent = ticks()
      if (ticks() - silent < this.#patience) return
      this.#fail(new HeavyProcessEnded('time', 'silent'))
      this.kill()
    }, this.#patience / LOOKS)
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        this.#send(message)
      })
    } finally {
      clearInterval(watch)
    }
  }

  #heard(message: FromProcess): void {
    if (message.kind === 'wants') void this.#feed()
    else {
      this.#waiting?.resolve(message)
      this.#waiting = undefined
    }
  }

  /** Passes on the next piece of the input. */
  async #feed(): Promise<void> {
    this.#isFeeding = true
    try {
      const given = await this.#input?.next()
      this.#send(given && !given.done ? { kind: 'input', value: given.value } : { kind: 'inputEnds' })
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isFeeding = false
    }
  }

  #send(message: ToProcess): void {
    // that it does not reach the process is told by the end of that, or by why it was not started
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#waiting?.reject(this.#failure.error)
    this.#waiting = undefined
  }

  #lower(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      setPriority(pid, LOWER)
      writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_GO)
    } catch {
      // where that cannot be, it runs as the server does
    }
  }
}
