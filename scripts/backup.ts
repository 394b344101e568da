/** `npm run backup -- [folder]`: backs up database and uploads; works while the server runs. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askForBackup, backUp, type Summary } from '../src/server/start/control.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { openDatabase } from '../src/server/start/database/open-database.ts'
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
  const { tables, rows, files } = running ?? (await opened(settings, folder))
  console.log(
    `已备份到 ${folder}：${tables} 张表 ${rows} 行，${files} 个文件 / backed up ${tables} tables, ${rows} rows, ${files} files`,
  )
})
