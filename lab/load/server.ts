/**
 * The server on a database full of shops, a process of its own: its CPU is then its own too. Speaks with its parent.
 * usage: fork(lab/load/server.ts, [kind, rows])
 */
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { handOut } from '../bench/clues.ts'
import { randomSets } from '../bench/random-sets.ts'
import { nightly, tableCosts } from '../bench/table-costs.ts'
import { embeddedApp } from '../../src/server/http/app.ts'
import { filled, type Person } from './filled.ts'

const CLUES = 100_000
const BATCHES = 15

const [kind = 'PostgreSQL', rows = '1000000', seed = '1', drawn = '200'] = process.argv.slice(2)
const say = (line: string): void => console.error(`${kind}: ${line}`)
const clues = kind === 'PostgreSQL' ? CLUES : 0
const { services, compiled, people, end } = await filled({ kind, shops: Number(rows), clues, say })
const { db, regions } = services

/** Somebody whose unit has batches of clues to accept. */
async function withBatches(): Promise<{ person: Person; keys: string[][] }> {
  const person = people.find(({ area }) => !area.endsWith('00')) ?? people[0]!
  const org = `org-${person.area}`
  await sql`insert into org ("orgId", "orgName", "areaCode", "delFlag")
    values (${org}, '样例单位', ${person.area}, 0) on conflict do nothing`.execute(db)
  await db.updateTable('user').set({ orgId: org }).where('id', '=', `bench-${person.token}`).execute()
  const keys: string[][] = []
  for (let i = 0; i < BATCHES; i++) keys.push(await handOut(services, org, Date.now() * 1000 + i * 100, 100))
  return { person, keys }
}

const batches = clues > 0 ? await withBatches() : undefined
/** Every five hundredth shop: what is looked for is there. */
const { rows: samples } = await sql<Record<string, unknown>>`select * from eshop where "uniqueId" like 'bench-%'
  and right("uniqueId", 3) = '500'`.execute(db)
const sets = randomSets(compiled.configuration, 'dataCenter/onlineShop', regions, samples, {
  count: Number(drawn),
  seed: Number(seed),
})
const app = await embeddedApp(services)
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', asked => {
  if (asked === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else if (asked === 'costs') void tableCosts(db).then(costs => process.send?.(costs))
  else if (asked === 'nightly') void nightly(db).then(done => process.send?.(done))
  else
    void app
      .close()
      .then(end)
      .finally(() => process.exit(0))
})
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, people, clues, batches, sets })
