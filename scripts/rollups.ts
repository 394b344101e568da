/**
 * `npm run rollups -- --check`: compares every roll-up with the rows, prints differences and ends with 1 if there are any.
 * `npm run rollups -- --rebuild [name]`: makes all roll-ups, or those of one statistic, anew of the rows. Both work
 * while the server runs.
 */
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { checkRollups, rebuildRollups, type RollupReport } from '../src/server/db/rollups/report.ts'
import { askForRollups, type RollupOrder } from '../src/server/start/control.ts'
import { openDatabase } from '../src/server/start/database/open-database.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { StartRefusal } from '../src/server/start/settings/refusal.ts'
import { endWith } from './end.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function opened(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  { rebuild, name }: RollupOrder,
): Promise<RollupReport[]> {
  const { db, close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
  return (rebuild ? rebuildRollups(db, name) : checkRollups(db, name)).finally(close)
}

function asked(): RollupOrder {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false }, rebuild: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.check === values.rebuild)
    throw new StartRefusal(
      `用法：${commandLine('rollups', '--check | --rebuild [统计名]')}`,
      `Usage: ${commandLine('rollups', '--check | --rebuild [statistic]')}`,
      [],
      2,
    )
  const [name] = positionals
  return { rebuild: values.rebuild, ...(name === undefined ? {} : { name }) }
}

function told({ name, table, rows, differences }: RollupReport): void {
  const [chinese, english] =
    differences.length === 0
      ? ['与记录一致', 'says what the rows say']
      : ['与记录不一致，记录减汇总', 'differs from the rows, which say more or less by']
  console.log(`${name}（${table}，${rows} 组）：${chinese} / ${english}`)
  for (const difference of differences) console.log(`  ${JSON.stringify(difference)}`)
}

await endWith(async () => {
  const what = asked()
  const settings = readSettings(process.env, root)
  const running = settings.databaseUrl === undefined ? await askForRollups(settings.dataDir, what) : undefined
  const reports = running ?? (await opened(settings, what))
  if (what.name !== undefined && reports.length === 0)
    throw new StartRefusal(`没有统计 ${what.name} 的汇总表`, `There is no roll-up of ${what.name}`)
  if (reports.length === 0) console.log('没有汇总表 / no roll-ups')
  reports.forEach(told)
  const wrong = reports.filter(({ differences }) => differences.length > 0).length
  if (wrong > 0)
    throw new StartRefusal(
      `${wrong} 个汇总表与记录不一致，请运行 ${commandLine('rollups', '--rebuild')}`,
      `${wrong} roll-ups differ from the rows: run ${commandLine('rollups', '--rebuild')}`,
    )
})
