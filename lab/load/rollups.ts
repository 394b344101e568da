/** One database of `npm run bench -- rollups`, in a process of its own: what writes pay, and whether numbers are right. */
import { sql } from 'kysely'
import { seeded } from '../../tests/chance.ts'
import { SUBJECTS, Twins, type Cost } from '../bench/rollups/costs.ts'
import { change, MARKET, MARKET_PLANS } from '../../tests/server/db/storm.ts'
import { compile } from '../../src/server/config/live.ts'
import { migrate } from '../../src/server/db/migrate/migrate.ts'
import { foldRollup } from '../../src/server/db/rollups/fill.ts'
import { keepRollups } from '../../src/server/db/rollups/keep.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { rollupPlansOf } from '../../src/server/statistics/rollup-plans.ts'
import { SUPERVISION } from '../../src/supervision/server/product.ts'
import { ROOT } from '../../tests/folders.ts'
import { MARKETS, stormAndKill, wrongOf } from '../../tests/server/db/storming.ts'
import { openDatabase, type Kind } from '../../tests/server/support/database.ts'

const [kind = 'PGlite', times = '400', changes = '10000', seconds = '15'] = process.argv.slice(2) as [
  Kind?,
  ...string[],
]
const { compiled } = compile(await readConfigFolder(ROOT))
if (!compiled) throw new Error('the configuration has mistakes')
const { db, close } = await openDatabase(kind)
await migrate(db, [...compiled.entities.values(), MARKET], '', SUPERVISION.tables)

const costs: Cost[] = []
for (const name of Object.keys(SUBJECTS)) {
  const entity = compiled.entities.get(name)
  if (!entity) throw new Error(`there is no ${name}`)
  const plan = rollupPlansOf(compiled.configuration, compiled.entities).find(({ table }) => table === name)
  if (!plan) throw new Error(`no statistic of ${name} has a roll-up`)
  const twins = new Twins(db, entity, plan)
  await twins.make()
  costs.push(...(await twins.measure(Number(times))), ...(await twins.read(50)))
}

await keepRollups(db, MARKET_PLANS, MARKETS)
const random = seeded(14)
const wrong: unknown[] = []
for (let i = 1; i <= Number(changes); i++) {
  await change(db, random)
  if (i % 50 === 0) for (const plan of MARKET_PLANS) await foldRollup(db, plan, { waiting: 200 })
  if (i % 500 === 0) wrong.push(...(await wrongOf(db)))
}
const { rows } = await sql<{ n: number }>`select count(*) as n from market`.execute(db)
await close()
const end = performance.now() + Number(seconds) * 1000
const crowd =
  kind === 'PostgreSQL' && Number(seconds) > 0 ? await stormAndKill(() => performance.now() > end) : undefined
process.send?.({
  costs,
  changes: Number(changes),
  rows: Number(rows[0]?.n),
  wrong,
  ...(crowd ? { crowd: { changes: crowd.changes, checks: crowd.checks, wrong: crowd.wrong } } : {}),
})
process.disconnect?.()
