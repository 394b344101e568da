/**
 * Ends a process for heavy work that takes more than it may, or whose server is gone, also where its own thread has no
 * moment to notice it. Plain JavaScript, because a worker thread then needs no loader.
 */
import { writeSync } from 'node:fs'
import process from 'node:process'
import { workerData } from 'node:worker_threads'

const EVERY_MS = 100
const STANDARD_ERROR = 2
const { server, memory, seconds, over, state } = workerData

const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

let last = -1
let since = 0
setInterval(() => {
  const end = why => {
    if (why !== undefined) writeSync(STANDARD_ERROR, `${why}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
  if (process.ppid !== server) end()
  if (process.memoryUsage.rss() > memory * 1024 * 1024) end(over.memory)
  const messages = Atomics.load(state, 0)
  if (messages !== last) [last, since] = [messages, used()]
  if (used() - since > seconds) end(over.seconds)
}, EVERY_MS)
