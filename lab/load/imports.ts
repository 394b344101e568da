/**
 * How long a spreadsheet takes to be checked, written and undone, and how long others wait meanwhile. CPU is the
 * server's: with the embedded database, without PostgreSQL.
 * usage: lab/load/imports.ts [PGlite|PostgreSQL] [rows,rows]
 */
import { percentiles } from '../bench/ask.ts'
import { table } from '../bench/table.ts'
import { startApi, type Api } from '../../tests/server/support/api.ts'
import type { Kind } from '../../tests/server/support/database.ts'
import { ended, type Progress } from '../../tests/server/support/wait.ts'

const IMPORTS = '/api-console/imports'
const BATCHES = '/api-console/batches'
const ROUTE = 'dataCenter/website'
const HEAD = '网站名称,域名,首页网址,所属地区,网站类型,主体名称,统一社会信用代码'
/** Seconds that so many rows may take, for each thousand of them. */
const GOALS: Readonly<Record<string, number>> = { check: 60 / 50, write: 120 / 50 }
const THOUSAND = 1000
const QUIET_MS = 5000
const EVERY_MS = 100
const AMONG = 20

/** One of twenty is refused. */
const row = (round: string, i: number): string => {
  const domain = `${round}-${i}.example.cn`
  return `导入站${i},${domain},${i % AMONG === 0 ? '' : 'https://'}${domain},凤台县,交易网站,某某公司,91340421MA2TXXXX1K`
}

/** Somebody else's list, asked again and again until the work is over. */
async function beside<T>(api: Api, token: string, work: Promise<T>): Promise<{ result: T; waited: number[] }> {
  const took: number[] = []
  let isOver = false
  const ending = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    await api.list('/api-im/eshop/eshopList', token)
    took.push(performance.now() - began)
    await new Promise(done => setTimeout(done, EVERY_MS))
  }
  return { result: await ending, waited: percentiles(took) }
}

async function measure(kind: Kind, sizes: readonly number[]): Promise<void> {
  const api = await startApi(kind)
  const token = await api.token('huainan_fengtai')
  const other = await api.token('huainan_datong')
  const begin = async (path: string, body: object): Promise<string> => {
    const { body: answer } = await api.ask<{ id: string }>('POST', path, token, body)
    if (!answer.data) throw new Error(answer.resultMsg)
    return answer.data.id
  }
  const { waited: quiet } = await beside(api, other, new Promise(done => setTimeout(done, QUIET_MS)))
  const lines: string[][] = []
  for (const size of sizes) {
    const told = async (what: string, path: string, asked: Promise<string>): Promise<Progress> => {
      const began = performance.now()
      const cpu = process.cpuUsage()
      const work = asked.then(id => ended(api, token, path, id))
      const { result, waited } = await beside(api, other, work)
      const seconds = (performance.now() - began) / 1000
      if (result.error !== undefined) throw new Error(result.error)
      const goal = GOALS[what]
      const verdict = goal === undefined ? '' : seconds <= (goal * size) / THOUSAND ? 'reached' : 'MISSED'
      const { user, system } = process.cpuUsage(cpu)
      const each = [seconds * THOUSAND, (user + system) / THOUSAND].map(all => (all / size).toFixed(2))
      lines.push([`${size} rows, ${what}`, seconds.toFixed(1), ...each, ...waited.map(ms => ms.toFixed(0)), verdict])
      return result
    }
    const rows = Array.from({ length: size }, (_, i) => row(`bench${size}`, i))
    const address = await api.upload(token, '网站.csv', [HEAD, ...rows].join('\r\n'))
    const file = address.split('/').at(-2)
    const { id } = await told('check', IMPORTS, begin(IMPORTS, { route: ROUTE, file }))
    const { id: batch, ok } = await told('write', BATCHES, begin(`${IMPORTS}/run`, { id }))
    if (ok !== size - size / AMONG) throw new Error(`${ok} of ${size} rows were written`)
    if (size === Math.min(...sizes)) await told('undo', BATCHES, begin(`${BATCHES}/undo`, { id: batch }))
  }
  await api.close()
  const others = ['others p50', 'p95', 'p99']
  console.log(`Imports on ${kind}; somebody else's list in ms, quiet ${quiet.map(ms => ms.toFixed(0)).join(', ')}`)
  console.log(table(['', 'seconds', 'ms a row', 'of CPU', ...others, 'goal'], lines))
}

const [kinds = 'PostgreSQL,PGlite', sizes = '5000,50000'] = process.argv.slice(2)
for (const kind of kinds.split(',')) await measure(kind as Kind, sizes.split(',').map(Number))
process.exit(0)
