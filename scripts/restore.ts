/**
 * `npm run restore -- <folder> [--force]`: a backup into an empty database; with --force instead of what is there, where
 * nobody else is connected to it. `--check` changes nothing, and says whether it could be. `--if-unchanged`: only where
 * nobody has changed anything since the backup was made. Ends with 3 where files are lacking that records name.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../src/products.ts'
import { faultLines } from '../src/server/attachments/named-files.ts'
import { readSettings } from '../src/server/start/settings/environment.ts'
import { StartRefusal } from '../src/server/start/settings/refusal.ts'
import { checkRestore, restore } from '../src/server/start/restore.ts'
import { endWith } from './end.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FLAG = { type: 'boolean', default: false } as const

const usage = (): StartRefusal =>
  new StartRefusal(
    `用法：${commandLine('restore', '<备份目录> [--force [--if-unchanged] | --check]')}`,
    `Usage: ${commandLine('restore', '<folder of the backup> [--force [--if-unchanged] | --check]')}`,
    [],
    2,
  )

function asked() {
  try {
    const options = { force: FLAG, check: FLAG, 'if-unchanged': FLAG }
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw usage()
  }
}

await endWith(async () => {
  const { values, positionals } = asked()
  const [folder] = positionals
  if (folder === undefined) throw usage()
  const settings = readSettings(process.env, root)
  const { tables, files, lacking } = values.check
    ? await checkRestore(settings, resolve(folder))
    : await restore(settings, resolve(folder), values.force, PRODUCTS, values['if-unchanged'])
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const [done, isDone] = values.check ? ['可以恢复', 'can be restored:'] : ['已恢复', 'restored']
  console.log(
    `${done}：${tables.length} 张表 ${rows} 行，${files.length} 个文件，校验一致 / ${isDone} ${tables.length} tables, ${rows} rows, ${files.length} files, checksums match`,
  )
  if (lacking && lacking.count > 0)
    throw new StartRefusal(
      `但备份和数据目录里都没有记录里的 ${lacking.count} 个文件。请从别的备份把它们补到数据目录的 files 下。`,
      `But neither the backup nor the data folder has ${lacking.count} files that records name: bring them into the folder `
        + 'files of the data folder from another backup.',
      faultLines(lacking),
      3,
    )
})
