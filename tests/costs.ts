import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'

/** `npm run measure -- --tests` names a file here, into which each test file writes what it took. */
const into = process.env['COSTS']
const TICKS_PER_SECOND = 100

interface Found {
  parent: number
  seconds: number
}
/** Seconds of the processor of every process, with those of its children that have ended. */
function processes(): Map<number, Found> {
  const found = new Map<number, Found>()
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one))) {
    const path = `/proc/${name}/stat`
    if (!existsSync(path)) continue
    const stat = readFileSync(path, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
    found.set(Number(name), { parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND })
  }
  return found
}

/** Seconds of this process and of all that it has started: databases, servers, browsers. */
function spent(): number {
  const all = processes()
  const isOurs = (id: number): boolean => id === process.pid || (all.has(id) && isOurs(all.get(id)?.parent ?? 0))
  return [...all].reduce((sum, [id, { seconds }]) => (isOurs(id) ? sum + seconds : sum), 0)
}

if (into !== undefined) {
  let begun = { wall: 0, cpu: 0 }
  beforeAll(() => {
    begun = { wall: performance.now(), cpu: spent() }
  })
  afterAll(() => {
    const costs = { wall: (performance.now() - begun.wall) / 1000, cpu: spent() - begun.cpu }
    appendFileSync(into, `${JSON.stringify({ file: expect.getState().testPath, ...costs })}\n`)
  })
}
