import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { steadily } from '../../../scripts/release/steadily.ts'
import { forget, temporary } from '../../folders.ts'

const folder = temporary('steady-')
afterAll(() => forget(folder))

/** As PGlite in its thread asks for moments and numbers. */
const SCRIPT = `
import { createRequire } from 'node:module'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
const drawn = () => JSON.stringify([
  Date.now(), new Date().toISOString(), performance.now(), Math.random(),
  [...crypto.getRandomValues(new Uint8Array(8))],
  [...createRequire(import.meta.url)('crypto').randomFillSync(new Uint8Array(8))],
])
if (!isMainThread) parentPort.postMessage(drawn())
else {
  const worker = new Worker(new URL(import.meta.url), { execArgv: [] })
  worker.on('message', said => console.log(drawn(), said))
}
`

it('what makes the database of a release draws the same moments and numbers each time, in its thread as well', () => {
  mkdirSync(folder, { recursive: true })
  const script = join(folder, 'script.mjs')
  writeFileSync(script, SCRIPT)
  const at = new Date('2026-11-25T01:02:03Z')
  const [one, another] = [steadily(script, [], at), steadily(script, [], at)]
  expect(one).toBe(another)
  expect(one.split(at.toISOString())).toHaveLength(3)
})
