/**
 * Loaded into every server that chaos starts. Shifts the process's clock by the milliseconds in the file named by
 * CHAOS_CLOCK; on SIGUSR2 it collects garbage and reports the heap.
 */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { runInNewContext } from 'node:vm'

const file = process.env.CHAOS_CLOCK
const Real = Date
let shift = 0

if (file) {
  const look = () => {
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // the file does not exist before the first shift
    }
  }
  look()
  setInterval(look, 100).unref()
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + shift)
      else super(...given)
    }
    static now() {
      return Real.now() + shift
    }
  }
}

if (isMainThread && process.env.CHAOS_CLOCK !== undefined) {
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    collect()
    collect()
    const { heapUsed, rss, external } = process.memoryUsage()
    console.log(`chaos memory ${JSON.stringify({ heapUsed, rss, external })}`)
  })
}
