/**
 * What it costs that the embedded database waits for the disk: saves of people one by one and eight at once, and pages
 * of twenty rows, with syncing and without (EMBEDDED_SYNC=0), each on a server of its own, in a folder of DATA_DIR. Both
 * are asked in turn, so that what else the machine does strikes both.
 * usage: lab/load/saves.ts [saves]
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { percentiles } from '../bench/ask.ts'
import { table } from '../bench/table.ts'
import { forget, ROOT } from '../../tests/folders.ts'
import { Person } from '../../tests/server/durability/writes.ts'
import { empty, environment, ServerProcess } from '../../tests/server/support/process.ts'
import { SUBJECT } from '../../tests/server/support/site.ts'

const SAVES = Number(process.argv[2] ?? 300)
const ROUNDS = 10
const WARM = 100
const TOGETHER = 8
const BESIDE = 4
const HOW = { 'on the disk': '', 'EMBEDDED_SYNC=0': '0' }

class Office {
  readonly how: string
  readonly server: ServerProcess
  person = new Person('')
  #count = 0

  constructor(how: string, env: Record<string, string>) {
    this.how = how
    this.server = new ServerProcess(env, true, [])
  }

  async open(): Promise<void> {
    await this.server.running()
    this.person = await new Person(this.server.url).first(this.server)
    await many(2, WARM, this.save)
  }

  async #ask(path: string, body: object, number?: string): Promise<void> {
    const { status, text } = await this.person.ask(path, body, number)
    if (status !== 200) throw new Error(`${path}: ${text}`)
  }

  readonly save = (): Promise<void> => {
    const name = `n${this.#count++}`
    const site = { siteName: name, domain: `${name}.example`, siteUrl: `https://${name}.example/`, siteType: '1' }
    return this.#ask('/api-im/website/save', { ...site, areaCode: '340402', ...SUBJECT }, randomUUID())
  }

  readonly page = (): Promise<void> =>
    this.#ask('/api-im/website/websiteList', { pageNo: 1, pageRowNo: 20, pageFlag: 1 })
}

/** Milliseconds of each. */
async function many(people: number, times: number, ask: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  let left = times
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const from = performance.now()
      await ask()
      took.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: people }, work))
  return took
}

async function besideSavers(office: Office, times: number): Promise<number[]> {
  let isOver = false
  const savers = Array.from({ length: BESIDE }, async () => {
    while (!isOver) await office.save()
  })
  const took = await many(1, times, office.page)
  isOver = true
  await Promise.all(savers)
  return took
}

const each = SAVES / ROUNDS
const MEASURED: Readonly<Record<string, (office: Office) => Promise<number[]>>> = {
  'saves, alone': office => many(1, each, office.save),
  [`saves, ${TOGETHER} at once`]: office => many(TOGETHER, each, office.save),
  'a page of twenty, alone': office => many(1, each, office.page),
  [`a page of twenty beside ${BESIDE} who save`]: office => besideSavers(office, each / 3),
}

/** Milliseconds of a sync of this disk, as a commit makes one. */
function syncsOf(folder: string): number[] {
  const file = openSync(join(folder, 'trial'), 'w')
  const page = Buffer.alloc(8192)
  const took = Array.from({ length: 200 }, (_, n) => {
    const from = performance.now()
    writeSync(file, page, 0, page.length, (n % 100) * page.length)
    fdatasyncSync(file)
    return performance.now() - from
  })
  closeSync(file)
  // the first time round the file grows
  return percentiles(took.slice(100))
}

async function measure(offices: Office[]): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, run] of Object.entries(MEASURED)) {
    const figures = offices.map(({ how }) => ({ how, took: [] as number[], ms: 0 }))
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, office] of offices.entries()) {
        const from = performance.now()
        figures[at]?.took.push(...(await run(office)))
        figures[at]!.ms += performance.now() - from
      }
    for (const { how, took, ms } of figures)
      rows.push([`${name}, ${how}`, ...[(1000 * took.length) / ms, ...percentiles(took)].map(one => one.toFixed(1))])
  }
  return rows
}

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const folder = mkdtempSync(join(process.env['DATA_DIR'] ?? join(ROOT, '.cache'), 'saves-'))
const offices: Office[] = []
try {
  for (const [how, sync] of Object.entries(HOW)) {
    const data = await empty(join(folder, `data${sync}`))
    offices.push(new Office(how, await environment({ DATA_DIR: data, EMBEDDED_SYNC: sync, RATE_LIMIT: '0' })))
  }
  for (const office of offices) await office.open()
  const rows = await measure(offices)
  const [p50 = 0, p95 = 0] = syncsOf(folder)
  console.log('The embedded database, ms from the request to the whole answer over loopback')
  console.log(table(['', 'a second', 'p50', 'p95', 'p99'], rows))
  console.log(`one sync of this disk: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`)
} finally {
  await Promise.all(offices.map(({ server }) => server.stop()))
  await forget(folder)
}
