/**
 * Loaded into the server of the laboratory of heavy work. Whoever connects to the socket in HEAVY_WATCH is told how long
 * the event loop was held, and the most memory, since the last time.
 */
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 50
const path = process.env.HEAVY_WATCH

if (path && isMainThread && process.send === undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const most = { rss: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }
  const look = () => {
    for (const [name, bytes] of Object.entries(process.memoryUsage()))
      if (name in most) most[name] = Math.max(most[name], bytes)
  }
  setInterval(look, EVERY_MS).unref()
  // of a server that was killed
  rmSync(path, { force: true })
  createServer(asked => {
    look()
    const [p99, longest] = [delay.percentile(99) / 1e6, delay.max / 1e6]
    asked.on('error', () => undefined).end(JSON.stringify({ p99, longest, ...most }))
    delay.reset()
    Object.assign(most, { rss: 0, heapUsed: 0, external: 0, arrayBuffers: 0 })
  })
    .listen(path)
    .unref()
}
