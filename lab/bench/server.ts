import { fork, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { percentiles, post, type Asked, type Person, type Started } from './ask.ts'
import { clueCalls, clueReport, type ClueFigures } from './clue-calls.ts'
import { costLines, randomLines, type BesideFigures, type RandomFigures } from './index-report.ts'
import { levelsOf } from './levels.ts'
import { table } from './table.ts'
import type { TableCosts } from './table-costs.ts'

type Args = Record<string, string | number>
export interface ServerFigures {
  kind: string
  rows: number
  sets: { name: string; figures: number[]; total: string }[]
  all: number[]
  load: Load | undefined
  clues: ClueFigures | undefined
  random: RandomFigures
  /** lists beside a collection that touches every shop; PostgreSQL only */
  beside: BesideFigures | undefined
  costs: TableCosts | undefined
}
interface Load {
  users: number
  seconds: number
  calls: number
  perSecond: number
  percentiles: number[]
  serverCpu: number
  failed: number
}

const PATH = '/prod-api/api-im/eshop/eshopList'
const LOAD_USERS = 100

/** Typical filter sets; `i` varies the values. */
const SETS: Record<string, (i: number) => Args> = {
  'no filter': () => ({}),
  'page 7': () => ({ pageNo: 7 }),
  'page 500, the last that is counted': () => ({ pageNo: 500 }),
  platform: i => ({ platformName: String(1 + (i % 6)) }),
  'two platforms, audit status': i => ({ platformName: `${1 + (i % 4)},${2 + (i % 4)}`, auditStatus: '9' }),
  'category, liveness, licence shown': i => ({
    mainCategory: String(1 + (i % 8)),
    livenessLevel: '1,2',
    signsLicenses: '1',
  }),
  'six choices at once': i => ({
    platformName: '1,2,3',
    signsLicenses: '0',
    isDead: '1',
    permitShown: '1',
    subjectType: String(1 + (i % 3)),
    shopType: String(1 + (i % 3)),
  }),
  'changed in ten days': () => ({ updateTimeStart: daysAgo(10), updateTimeEnd: daysAgo(0) }),
  'created in a month, dead': i => ({ createTimeStart: daysAgo(60 + i), createTimeEnd: daysAgo(30 + i), isDead: '1' }),
  'by clues found': () => ({ orderBy: 'illegalCount desc' }),
  'by area': () => ({ orderBy: 'areaCode' }),
  'beginning of a credit code': i => ({ uscc_dim: `92${34 + (i % 3)}0102` }),
  'two characters in the name': i => ({ shopName: ['药房', '食品', '电器', '图书'][i % 4] ?? '' }),
  'two rare characters': i => ({ shopName: ['海淀', '鼓楼', '大通', '雁塔'][i % 4] ?? '' }),
  'five characters in the name': i => ({ shopName: ['云杉样例大', '星野样例图', '合丰样例电'][i % 3] ?? '' }),
  'subject, platform': i => ({ subjectName: ['鼓楼区', '朝阳', '合作社'][i % 3] ?? '', platformName: '1' }),
}
const daysAgo = (days: number): string => new Date(Date.now() - days * 864e5).toISOString().slice(0, 10)

const list = (url: string, person: Person, args: Args): Promise<Asked> =>
  post(url + PATH, person, { pageNo: 1, pageRowNo: 20, pageFlag: 1, orderBy: 'updateTime desc', ...args })
const totalOf = ({ body }: Asked): number =>
  body.includes('"capped":true') ? Infinity : Number(/"totalRecord":(\d+)/.exec(body)?.[1] ?? 0)

/** One request after another, by users of all levels in turn. */
async function latencies({ url, people }: Started, times: number): Promise<Pick<ServerFigures, 'sets' | 'all'>> {
  const levels = levelsOf(people)
  const sets: ServerFigures['sets'] = []
  const all: number[] = []
  for (const [name, make] of Object.entries(SETS)) {
    const took: number[] = []
    let most = 0
    for (let i = -4; i < times; i++) {
      const level = levels[Math.abs(i) % 4] ?? []
      const asked = await list(url, level[Math.abs(i >> 2) % level.length] ?? people[0]!, make(Math.abs(i >> 2)))
      if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`)
      most = Math.max(most, totalOf(asked))
      // the first requests of each level warm up the server
      if (i >= 0) took.push(asked.ms)
    }
    all.push(...took)
    sets.push({ name, figures: percentiles(took), total: most === Infinity ? '10,000+' : String(most) })
  }
  return { sets, all: percentiles(all) }
}

const DEAREST = 5

/** Each drawn set by a person of every level, twice: only the second time is counted. */
async function randomly({ url, people, sets }: Started, seed: number): Promise<RandomFigures> {
  const took: [ms: number, set: string, level: number][] = []
  for (const [i, set] of sets.entries())
    for (const [at, level] of levelsOf(people).entries()) {
      const person = level[i % level.length] ?? people[0]!
      for (const isCounted of [false, true]) {
        const { ms, status } = await list(url, person, set)
        if (status !== 200) throw new Error(`${JSON.stringify(set)}: ${status}`)
        if (isCounted) took.push([ms, `${person.area} ${JSON.stringify(set)}`, at])
      }
    }
  const dearest = [...took]
    .sort(([a], [b]) => b - a)
    .slice(0, DEAREST)
    .map(([ms, set]): [number, string] => [ms, set])
  const byLevel = levelsOf(people).map((_, at) =>
    percentiles(took.flatMap(([ms, , level]) => (level === at ? [ms] : []))),
  )
  return { seed, count: sets.length, figures: percentiles(took.map(([ms]) => ms)), byLevel, dearest }
}

/** Lists one after another, known sets and drawn ones in turn, until it is over. */
async function untilOver({ url, people, sets }: Started, isOver: (calls: number) => boolean): Promise<number[]> {
  const took: number[] = []
  const levels = levelsOf(people)
  const known = Object.values(SETS)
  for (let i = 0; !isOver(i); i++) {
    const level = levels[i % levels.length] ?? []
    const place = i >> 3
    const args = (i >> 2) % 2 === 0 ? (known[place % known.length]?.(place) ?? {}) : (sets[place % sets.length] ?? {})
    const { ms, status } = await list(url, level[place % level.length] ?? people[0]!, args)
    if (status !== 200) throw new Error(`${JSON.stringify(args)}: ${status}`)
    took.push(ms)
  }
  return percentiles(took)
}

const QUIET_CALLS = 800
async function besideNightly(started: Started, child: ChildProcess): Promise<BesideFigures> {
  const quiet = await untilOver(started, calls => calls === QUIET_CALLS)
  let done: { rows: number; seconds: number } | undefined
  const ending = told<{ rows: number; seconds: number }>(child, 'nightly').then(said => (done = said))
  const busy = await untilOver(started, () => done !== undefined)
  return { quiet, busy, ...(await ending) }
}

/** All users at once, each sending the next request when the last is answered. */
async function load({ url, people }: Started, child: ChildProcess, seconds: number): Promise<Load> {
  const sets = Object.values(SETS)
  const end = performance.now() + seconds * 1000
  const took: number[] = []
  let failed = 0
  const before = await cpuOf(child)
  await Promise.all(
    people.slice(0, LOAD_USERS).map(async (person, n) => {
      for (let i = n; performance.now() < end; i++) {
        const { ms, status } = await list(url, person, sets[i % sets.length]!(i))
        if (status === 200) took.push(ms)
        else failed++
      }
    }),
  )
  const cpu = (await cpuOf(child)) - before
  return {
    users: LOAD_USERS,
    seconds,
    calls: took.length,
    perSecond: took.length / seconds,
    percentiles: percentiles(took),
    serverCpu: cpu / Math.max(1, took.length),
    failed,
  }
}

/** CPU milliseconds of the server's process, without the database's. */
async function cpuOf(child: ChildProcess): Promise<number> {
  const { cpu } = await told<{ cpu: NodeJS.CpuUsage }>(child, 'cpu')
  return (cpu.user + cpu.system) / 1000
}
/** What the server's process answers to a word. */
const told = <T>(child: ChildProcess, word: string): Promise<T> =>
  new Promise(done => {
    child.once('message', answer => done(answer as T))
    child.send(word)
  })

export async function measureServer(
  kind: 'PostgreSQL' | 'PGlite',
  rows: number,
  options: { times: number; seconds: number; seed: number; isReading: boolean },
): Promise<ServerFigures> {
  const child = fork(resolve('lab/load/server.ts'), [kind, String(rows), String(options.seed)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const started = await new Promise<Started>((done, fail) => {
      child.once('message', done as (message: unknown) => void)
      child.once('exit', code => fail(new Error(`the server ended with ${code}`)))
    })
    const latency = await latencies(started, options.times)
    const random = await randomly(started, options.seed)
    const isLarge = kind === 'PostgreSQL' && !options.isReading
    const beside = isLarge ? await besideNightly(started, child) : undefined
    const costs = isLarge ? await told<TableCosts>(child, 'costs') : undefined
    const under = options.seconds > 0 ? await load(started, child, options.seconds) : undefined
    return {
      kind,
      rows,
      ...latency,
      random,
      beside,
      costs,
      load: under,
      clues: started.clues > 0 ? await clueCalls(started, options.times, started.clues) : undefined,
    }
  } finally {
    const gone = new Promise(done => child.once('exit', done))
    if (child.connected) child.send('end')
    if (child.exitCode === null) await gone
  }
}

export function serverReport(figures: ServerFigures, goal: number): string {
  const { kind, rows, sets, all, load: under, clues } = figures
  const cells = (values: number[]): string[] => values.map(value => value.toFixed(1))
  const lines = [
    ...sets.map(({ name, figures, total }) => [name, total, ...cells(figures)]),
    ['all of them', '', ...cells(all)],
  ]
  const said = [
    `List calls on ${kind} with ${rows.toLocaleString('en')} shops, ms from the request to the whole answer over loopback, count included; people of all four levels in turn`,
    table(['', 'most found', 'p50', 'p95', 'p99'], lines),
    `p95 of all: ${(all[1] ?? 0).toFixed(1)} ms, goal ≤ ${goal} ${(all[1] ?? 0) <= goal ? 'reached' : 'MISSED'}`,
  ]
  said.push(...randomLines(figures.random, figures.beside, goal), ...costLines(figures.costs))
  if (under) {
    const [p50 = 0, p95 = 0, p99 = 0] = under.percentiles
    said.push(
      `${under.users} users at once for ${under.seconds} s: ${under.perSecond.toFixed(0)} calls/s (goal ≥ 300 ${under.perSecond >= 300 ? 'reached' : 'MISSED'}), p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms (goal ≤ 500 ${p99 <= 500 ? 'reached' : 'MISSED'}), ${under.serverCpu.toFixed(1)} ms CPU of the server a call${under.failed ? `, ${under.failed} FAILED` : ''}`,
    )
  }
  if (clues) said.push('', clueReport(clues))
  return said.join('\n')
}
