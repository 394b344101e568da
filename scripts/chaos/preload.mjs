/**
 * Comes with every server that chaos starts. It sets the clock of its process as the file that CHAOS_CLOCK names says,
 * in milliseconds, and at SIGUSR2 collects what nobody needs of its memory and tells how much is left.
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
      // nobody has set it yet
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
