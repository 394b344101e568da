/** `npm run restore -- <folder> [--force]`: a backup into an empty database; with --force instead of what is there. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../src/products.ts'
import { readSettings } from '../src/server/start/settings/environment.ts'
import { StartRefusal } from '../src/server/start/settings/refusal.ts'
import { restore } from '../src/server/start/restore.ts'
import { endWith } from './end.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

await endWith(async () => {
  const [folder] = process.argv.slice(2).filter(arg => !arg.startsWith('--'))
  if (folder === undefined)
    throw new StartRefusal(
      `用法：${commandLine('restore', '<备份目录> [--force]')}`,
      `Usage: ${commandLine('restore', '<folder of the backup> [--force]')}`,
      [],
      2,
    )
  const { tables, files } = await restore(
    readSettings(process.env, root),
    resolve(folder),
    process.argv.includes('--force'),
    PRODUCTS,
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `已恢复：${tables.length} 张表 ${rows} 行，${files.length} 个文件，校验一致 / restored ${tables.length} tables, ${rows} rows, ${files.length} files, checksums match`,
  )
})
