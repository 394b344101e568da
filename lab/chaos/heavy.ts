import { readFileSync, writeFileSync } from 'node:fs'
import type { Kind } from './ground.ts'
import { beside, type Waited } from './heavy/others.ts'
import { HeavyServer, type Watched } from './heavy/server.ts'
import { WORKS, type Sizes } from './heavy/works.ts'
import { inOneLine, sleep, type Line } from './report.ts'

/** Others may wait so many times as long as they do without. */
const GOAL = 2
const QUIET_MS = 20_000
const MB = 1024 * 1024

const ms = (time: number): string => time.toFixed(0)
const waitedWords = ({ count, failed, p50, p99, most }: Waited): string =>
  `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(most)} ms of ${count}${failed > 0 ? `, ${failed} FAILED` : ''}`
const watchedWords = ({ longest, p99, rss, heapUsed }: Watched): string =>
  `loop p99 ${ms(p99)}, longest ${ms(longest)} ms; rss ${ms(rss / MB)}, heap ${ms(heapUsed / MB)} MB`

/** Most resident memory of the process since it was last set back. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

export interface HeavyOptions {
  sizes: Sizes
  flags: readonly string[]
  /** only works whose name has this in it */
  named: string
}

/** How long others wait while one heavy thing after another is under way, beside how long they do without. */
export async function heavy(kinds: readonly Kind[], { sizes, flags, named }: HeavyOptions): Promise<Line[]> {
  const lines: Line[] = []
  for (const kind of kinds) {
    const server = await HeavyServer.open(kind, { shops: sizes.exported, flags })
    try {
      const other = await server.person('huainan_datong')
      await beside(other, sleep(QUIET_MS / 4))
      for (const { name, run } of WORKS.filter(work => named.split('|').some(some => work.name.includes(some)))) {
        const { waited: quiet } = await beside(other, sleep(QUIET_MS))
        await server.watched()
        peakOf(server.pid)
        const began = performance.now()
        const { result, waited } = await beside(
          other,
          run(server, sizes).catch((error: unknown) => inOneLine(error)),
        )
        const seconds = (performance.now() - began) / 1000
        const ratio = waited.p99 / quiet.p99
        const watched = await server
          .watched()
          .then(watchedWords, () => `ENDED: ${inOneLine(server.output.slice(-300))}`)
        const peak = watched.startsWith('ENDED') ? '' : `peak ${ms(peakOf(server.pid) / MB)} MB`
        const came = `${result}, ${seconds.toFixed(1)} s; others p99 × ${ratio.toFixed(1)} (${waitedWords(waited)}; quiet ${waitedWords(quiet)}); ${watched}, ${peak}`
        lines.push({ what: `${name}, ${kind}`, came, isWell: ratio <= GOAL && waited.failed === 0 })
        console.log(`  ${name}, ${kind}: ${came}`)
        if (watched.startsWith('ENDED')) {
          await server.end('SIGKILL')
          await server.start()
        }
      }
    } finally {
      await server.close()
    }
  }
  return lines
}
