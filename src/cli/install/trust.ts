/**
 * Whether root may run an installation. What an account can write it can make run: where that account is the service's,
 * root would hand itself over.
 */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../args.ts'
import { inUse, type Installed } from './installed.ts'
import { plain } from './plain.ts'
import { linked, PREVIOUS } from './places.ts'
import { releaseIn } from './release-folder.ts'

const ROOT = 0
/** Write permission of group and others. */
export const OTHERS_WRITE = 0o022
const STICKY = 0o1000
/** Of the home, what the service's account may own. */
const DATA_FOLDERS = ['data', 'backups']

const isRoots = (found: Stats): boolean =>
  found.uid === ROOT && (found.isSymbolicLink() || (found.mode & OTHERS_WRITE) === 0)

/** In a folder like /tmp nobody renames or removes what is root's. */
const isRootsOrShared = (found: Stats): boolean =>
  isRoots(found) || (found.uid === ROOT && found.isDirectory() && (found.mode & STICKY) !== 0)

const lstatOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Each folder and link on the way to a path, itself among them, that is not root's alone. */
function onTheWay(path: string, most = 40): string[] {
  const found = lstatOf(path)
  const above = dirname(path) === path ? [] : onTheWay(dirname(path), most)
  if (!found) return above
  const target = found.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : undefined
  // a link that leads to itself leads nowhere
  const beyond = target === undefined ? [] : most === 0 ? [path] : onTheWay(target, most - 1)
  return [...above, ...beyond, ...(isRootsOrShared(found) ? [] : [path])]
}

/** All of a folder's content that is not root's alone. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    const found = lstatOf(path)
    return [...(found && !isRoots(found) ? [path] : []), ...(entry.isDirectory() ? below(path) : [])]
  })
}

function inHome(home: string): string[] {
  if (!lstatOf(home)?.isDirectory()) return []
  return readdirSync(home).flatMap(name => {
    const path = join(home, name)
    const found = lstatOf(path)
    if (!found || (DATA_FOLDERS.includes(name) && found.isDirectory())) return []
    if (found.isSymbolicLink() && !DATA_FOLDERS.includes(name)) return onTheWay(path)
    return isRoots(found) ? [] : [path]
  })
}

/** The folder itself, where links of root's lead to it. */
const folderAt = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** What root would run, read or write there, and others can write. `dataDir` itself may be anybody's, as a folder. */
export function othersHold(at: Installed): string[] {
  const { root, home, dataDir } = at
  const ofData = onTheWay(dataDir).filter(path => path !== folderAt(dataDir))
  const releases = [root, inUse(at), linked(home, PREVIOUS)].filter(
    folder => folder !== undefined && releaseIn(folder) !== undefined,
  )
  const found = [root, home].flatMap(path => onTheWay(path))
  const within = [...new Set(releases)].flatMap(folder => [...onTheWay(folder!), ...below(folder!)])
  return [...new Set([...found, ...ofData, ...inHome(home), ...within])]
}

const MOST = 5

/** Of sources, which no release is, whoever has them takes care. */
export function refuseOthers(at: Installed): void {
  if (process.getuid?.() !== ROOT || !releaseIn(at.root)) return
  const found = othersHold(at)
  if (found.length === 0) return
  const listed = found.slice(0, MOST).map(plain).join('\n  ') + (found.length > MOST ? `\n  … (${found.length})` : '')
  throw new UsageError(
    `以下文件或目录不属于 root，或其他账号也能改写，root 不能使用这份安装，否则就把 root 交给了那个账号：\n  ${listed}\n`
      + `请按 docs/deployment.md 的 “A home that is root's” 处理；只查看状态时，也可以用服务的账号执行：\n`
      + `  runuser -u <账号> -- ${at.root}/wangjian status\n`
      + `These belong to others than root, or others can write them: whoever can would become root by this. See `
      + `“A home that is root's” in docs/deployment.md, or run the command as the account of the service.`,
  )
}
