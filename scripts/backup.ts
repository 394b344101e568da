/**
 * `npm run backup -- [folder]`: backs up database and uploads; works while the server runs. Ends with 3 where it lacks
 * files that records name.
 */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultLines } from '../src/server/attachments/named-files.ts'
import { askForBackup, backUp, type Summary } from '../src/server/start/control.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { openDatabase } from '../src/server/start/database/open-database.ts'
import { StartRefusal } from '../src/server/start/settings/refusal.ts'
import { endWith } from './end.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function opened({ databaseUrl, databaseDirectUrl, dataDir }: Settings, folder: string): Promise<Summary> {
  const { db, close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
  return backUp(db, dataDir, folder).finally(close)
}

await endWith(async () => {
  const settings = readSettings(process.env, root)
  const folder = resolve(process.argv[2] ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`)
  const running = settings.databaseUrl === undefined ? await askForBackup(settings.dataDir, folder) : undefined
  const { tables, rows, files, lacking } = running ?? (await opened(settings, folder))
  console.log(
    `已备份到 ${folder}：${tables} 张表 ${rows} 行，${files} 个文件 / backed up ${tables} tables, ${rows} rows, ${files} files`,
  )
  if (lacking && lacking.count > 0)
    throw new StartRefusal(
      `备份不完整：记录里的 ${lacking.count} 个文件没有备份到，其余的都在，可以恢复。请检查 ${join(settings.dataDir, 'files')} `
        + '是否已挂载、文件是否还在，补回后再备份一次。',
      `The backup is not whole: it lacks ${lacking.count} files that records name. All else is in it and can be restored. `
        + 'See whether the folder of files is mounted and they are there, put them back, and back up once more.',
      faultLines(lacking),
      3,
    )
})
