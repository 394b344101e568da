/** `npm run confirm -- [--root <folder>]`: a configuration that has lost much is meant as it is now. */
import { fileURLToPath } from 'node:url'
import { readArgs } from '../src/cli/args.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'
import { confirmFolder } from '../src/server/start/configuration/confirmation.ts'
import { readSettings } from '../src/server/start/settings/environment.ts'
import { endWith } from './end.ts'

await endWith(async () => {
  const { values, help } = readArgs(process.argv.slice(2))
  if (help) return console.log(commandLine('confirm', '[--root <folder>]'))
  const { configDir } = readSettings(process.env, fileURLToPath(new URL('..', import.meta.url)))
  const count = await confirmFolder(String(values['root'] ?? configDir))
  console.log(
    `已确认现在的 ${count} 个文件，运行中的服务随即采用 / the ${count} files as they are now are confirmed; a server that runs takes them over`,
  )
})
