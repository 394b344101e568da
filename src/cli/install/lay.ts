import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renameDurablySync } from '../../server/disk/durable-sync.ts'
import { renameDurably, syncTree } from '../../server/disk/durable.ts'
import { UsageError, type CommonArgs } from '../args.ts'
import type { Output } from '../command.ts'
import { unpacked } from './archive.ts'
import { installedIn, inUse, stampOf, type Installed } from './installed.ts'
import { interruptedIn } from './interrupted.ts'
import { releaseIn, saidBy } from './release-folder.ts'
import { judge, keyIn } from './run-verify.ts'
import { PUBLIC_KEY } from './sums.ts'
import { WORTH } from './verdict.ts'
import { refusalOf } from './version.ts'

/** Whether a folder is the release of an archive, as it was unpacked: each file is there, as its sums say. */
async function isThat(folder: string, unpackedAt: string): Promise<boolean> {
  if (saidBy(folder).text !== saidBy(unpackedAt).text) return false
  return (await judge(folder)).problems.length === 0
}

/**
 * Gives an unpacked release its place. What an interrupted upgrade has laid there is used again where it is whole; else
 * it makes way and is kept, because an operator may have edited it.
 */
async function place(folder: string, home: string, { err }: Output): Promise<string> {
  const wanted = join(home, basename(folder))
  if (existsSync(wanted)) {
    if (await isThat(wanted, folder)) return wanted
    const aside = `${wanted}.${stampOf()}`
    renameDurablySync(wanted, aside)
    err(`${wanted} 与安装包不同，已移到 ${aside} / differs from the archive and was moved to ${aside}`)
  }
  await syncTree(folder)
  await renameDurably([[folder, wanted]])
  return wanted
}

/** Lays the release of an archive beside the installed one, once it is found whole, ours and newer. */
export async function laid(archive: string, at: Installed, args: CommonArgs, output: Output): Promise<Releases> {
  const { language, values } = args
  const own = join(inUse(at), PUBLIC_KEY)
  const trusted =
    values['key'] !== undefined ? keyIn(String(values['key'])) : existsSync(own) ? readFileSync(own, 'utf8') : undefined
  const { folder, forget } = await unpacked(archive, at.home)
  try {
    const { signer, problems } = await judge(folder, trusted)
    if (problems.length > 0) throw new UsageError(problems.map(problem => problem[language]).join('\n'))
    const next = releaseIn(folder)
    if (!next) throw new UsageError(`${archive} 不是安装包 / is no release`)
    const before = beforeOf(basename(folder), at)
    const refused = refusalOf(installedIn(before), next, process.versions.node)
    if (refused) throw new UsageError(refused[language])
    const releases = { before, next: await place(folder, at.home, output) }
    if (signer !== 'trusted') console.warn(WORTH[signer][language])
    return releases
  } finally {
    await forget()
  }
}

/** Folders of the release from before, and of the one after it. */
export interface Releases {
  before: string
  next: string
}

/** Where an upgrade to this very release was killed once the link led to it, the release before is the one of then. */
function beforeOf(next: string, at: Installed): string {
  const left = interruptedIn(at.home)
  const isResumed = left?.what === 'upgrade' && left.next === next && basename(inUse(at)) === next
  return isResumed ? join(at.home, left.before) : inUse(at)
}
