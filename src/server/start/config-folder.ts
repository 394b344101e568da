import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { SourceFile } from '../../core/index.ts'
import { StartRefusal } from './refusal.ts'

const FOLDERS = ['schemas', 'customers']
const isSource = (path: string): boolean => /\.ya?ml$/.test(path)

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter(entry => entry.isFile() && isSource(entry.name)).map(entry => join(entry.parentPath, entry.name))
}

/** Every YAML file of a configuration folder, named as diagnostics name it. */
export async function readConfigFolder(root: string): Promise<SourceFile[]> {
  const paths = (await Promise.all(FOLDERS.map(folder => filesBelow(join(root, folder))))).flat().sort()
  if (paths.length === 0) {
    throw new StartRefusal(
      `配置目录 ${root} 里没有 schemas/ 下的 YAML 文件，请检查 CONFIG_DIR。`,
      `The configuration folder ${root} holds no YAML files under schemas/: check CONFIG_DIR.`,
    )
  }
  return Promise.all(paths.map(async path => ({ path: relative(root, path).split(sep).join('/'), text: await readFile(path, 'utf8') })))
}

/** An editor writes several files in a burst, and some write one in steps. */
const QUIET_MS = 120

export interface Watching { close(): Promise<void> }

/** `customers/` may come later: its parent is watched for it, and no other folder below that. */
export async function watchConfigFolder(root: string, changed: () => void): Promise<Watching> {
  const watched = FOLDERS.map(folder => join(root, folder))
  const isOurs = (path: string): boolean => path === root || watched.some(folder => path === folder || path.startsWith(folder + sep))
  const watcher = watch(root, { ignoreInitial: true, ignored: path => !isOurs(path) })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    if (!isSource(path)) return
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
  await new Promise<void>(ready => watcher.once('ready', () => ready()))
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}
