import { join, sep } from 'node:path'
import { watch } from 'chokidar'
import { hasErrors, type SourceFile } from '../../../core/index.ts'
import { diagnosticLine } from '../../config/live.ts'
import { ALONE, BASE_FOLDER, CONFIRMATION, foldersOf, isSource, readConfigFiles } from './config-files.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** Reads a configuration folder before anybody is served; throws if any file cannot be read. */
export async function readConfigFolder(root: string): Promise<SourceFile[]> {
  const { files, problems } = await readConfigFiles(root, undefined, ALONE)
  if (hasErrors(problems)) {
    throw new StartRefusal(
      `配置目录 ${root} 里有读不了的文件，请按下面的位置修正后重试。`,
      `The configuration folder ${root} holds files that cannot be read: mend them at the places below and try again.`,
      problems.map(diagnosticLine),
    )
  }
  if (!files.some(({ path }) => path.startsWith('schemas/'))) {
    throw new StartRefusal(
      `配置目录 ${root} 里没有 schemas/ 下的 YAML 文件，请检查 CONFIG_DIR。`,
      `The configuration folder ${root} holds no YAML files under schemas/: check CONFIG_DIR.`,
    )
  }
  return files
}

/**
 * Milliseconds without events before a change is read: editors write several files at once, or one file in several
 * steps.
 */
const QUIET_MS = 60
/** Polling interval for file systems without change events, such as network folders and remounted volumes. */
const LOOK_MS = 15_000

export interface Watching {
  close(): Promise<void>
}
export interface Watcher {
  edited(): void
  looked(): void
}

/** Watches for changes. `customers/` may be created later, so its parent is watched without its other folders. */
export async function watchConfigFolder(
  root: string,
  { edited, looked }: Watcher,
  told: (line: string) => void,
  lookMs = LOOK_MS,
): Promise<Watching> {
  const watched = foldersOf(root)
  const confirmation = join(root, CONFIRMATION)
  const isOurs = (path: string): boolean =>
    path === root || path === confirmation || watched.some(folder => path === folder || path.startsWith(folder + sep))
  const watcher = watch([root, BASE_FOLDER], {
    ignoreInitial: true,
    ignored: (path, stats) => !isOurs(path) || (stats?.isFile() === true && !isSource(path) && path !== confirmation),
  })
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(edited, QUIET_MS)
  }
  const said = new Set<string>()
  watcher.on('all', (event, path) => {
    if (isSource(path) || path === confirmation || event === 'unlinkDir') soon()
  })
  // watching fails on cyclic links, missing rights and exhausted watches: the server continues with polling
  watcher.on('error', error => {
    const line = messageOf(error)
    if (!said.has(line))
      told(
        `配置目录的监视不完整，改为定时检查 / the configuration folder cannot be watched wholly and is looked at now and then: ${line}`,
      )
    said.add(line)
    soon()
  })
  const looks = setInterval(looked, lookMs)
  looks.unref()
  await new Promise<void>(ready => watcher.once('ready', () => ready()))
  return {
    close: async () => {
      clearTimeout(timer)
      clearInterval(looks)
      await watcher.close()
    },
  }
}
