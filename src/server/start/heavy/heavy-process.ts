import { Worker } from 'node:worker_threads'
import { Refusal } from '../../answer/refusal.ts'
import type { HeavyWork } from '../../heavy/heavy.ts'
import { OVER, type FromProcess, type HeavyLimits, type ToProcess } from './messages.ts'
import { WORKS } from './works.ts'

/** Entry of a process that does one piece of heavy work after another. Its limits, and where its watchdog lies. */
const [limits = '{}', watchdog] = process.argv.slice(2)

/** Messages so far, for the watchdog: between two of them so much may be computed. */
const state = new Int32Array(new SharedArrayBuffer(4))
const counted = (): void => void Atomics.add(state, 0, 1)

// begun by hand, it ends at once
if (watchdog !== undefined)
  new Worker(new URL(watchdog), {
    workerData: { ...(JSON.parse(limits) as HeavyLimits), over: OVER, server: process.ppid, state },
    execArgv: [],
  }).unref()

const send = (message: FromProcess): void => {
  counted()
  process.send?.(message)
}

/** What the server passes on when it is asked. */
class Input implements AsyncIterableIterator<never> {
  #waiting: ((result: IteratorResult<never>) => void) | undefined

  next(): Promise<IteratorResult<never>> {
    return new Promise(resolve => {
      this.#waiting = resolve
      send({ kind: 'wants' })
    })
  }

  give(result: IteratorResult<unknown>): void {
    this.#waiting?.(result as IteratorResult<never>)
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

interface Work {
  input: Input
  output: AsyncIterator<unknown>
}
let work: Work | undefined

function begun(name: HeavyWork, order: unknown): Work {
  const input = new Input()
  const doer = WORKS[name] as (order: unknown, input: AsyncIterable<never>) => AsyncIterable<unknown>
  return { input, output: doer(order, input)[Symbol.asyncIterator]() }
}

/** The next piece of what the work gives. */
async function answer({ output }: Work): Promise<void> {
  try {
    const { done, value } = await output.next()
    send(done ? { kind: 'outputEnds' } : { kind: 'output', value })
  } catch (error) {
    if (error instanceof Refusal) send({ kind: 'refused', status: error.status, message: error.message })
    else send({ kind: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

process.on('message', (message: ToProcess) => {
  counted()
  if (message.kind === 'begin') work = begun(message.work, message.order)
  if (!work) throw new Error(`${message.kind} before any work`)
  if (message.kind === 'input') work.input.give({ value: message.value, done: false })
  else if (message.kind === 'inputEnds') work.input.give({ value: undefined, done: true })
  else void answer(work)
})
process.once('disconnect', () => process.exit(0))
