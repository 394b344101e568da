import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArgs, UsageError } from '../args.ts'
import { runAsync, type ExitCode, type Output } from '../command.ts'
import { alone } from './alone.ts'
import type { Steps } from './change.ts'
import { installedIn, inUse, type Installed } from './installed.ts'
import { interruptedIn, type Change, type ChangeNote } from './interrupted.ts'
import { laid, type Releases } from './lay.ts'
import { ownerOf } from './as-owner.ts'
import { command } from './machine.ts'
import { refuseOthers } from './trust.ts'
import { linked, PREVIOUS } from './places.ts'
import { changed, refuseOther } from './steps.ts'

export type { Installed } from './installed.ts'

export const UPGRADE_USAGE = `./wangjian upgrade <archive> [--key <file>] [--service <unit>] [--no-backup]
  --key        the public key (PEM) that the archive must be signed with; without it the one of the installed release
  --service    the server is a unit of systemd, which ends and starts it
  --no-backup  where you have a backup of your own; then going back leaves the database as it is`
export const ROLLBACK_USAGE = `./wangjian rollback [--restore <backup>] [--service <unit>] [--no-backup] [--lang zh|en]
  --restore    brings a backup back as well: what was entered since is lost. Without it all data stays`

export const runUpgrade = (argv: readonly string[], output: Output, at: Installed): Promise<ExitCode> =>
  runAsync(
    async () => {
      const args = readArgs(argv, ['key', 'service'], ['no-backup'], 1)
      const [archive] = args.positionals
      if (args.help || archive === undefined) {
        output.out(UPGRADE_USAGE)
        return args.help ? 0 : 2
      }
      refuseOthers(at)
      installedIn(inUse(at))
      refuseOther(at, args)
      return alone(at.home, async () =>
        changed(at, args, output, { what: 'upgrade', ...(await laid(archive, at, args, output)) }),
      )
    },
    UPGRADE_USAGE,
    output,
  )

/** From which release to which: those of a rollback that was killed, whatever the links say by now. */
function backTo(at: Installed): Releases {
  const left = interruptedIn(at.home)
  if (left?.what === 'rollback') return { before: join(at.home, left.before), next: join(at.home, left.next) }
  const [before, next] = [inUse(at), linked(at.home, PREVIOUS)]
  if (next === undefined || next === before)
    throw new UsageError('没有可回到的版本 / there is no release to go back to')
  return { before, next }
}

/**
 * Brings the data of then back before the release of then is tried. It is that release which restores it, and may be
 * older than what looks after others: that is done here, before.
 */
function withData(backup: string, at: Installed, release: string): (steps: Steps, note: ChangeNote) => Steps {
  const as = ownerOf(at.dataDir)
  return (steps, note) => {
    const heard = (child: Change['child']): void => note.note({ child })
    let isReplaced = false
    return {
      ...steps,
      tryOut: async next => {
        await command({ release: at.root, as, heard }, 'restore', backup, '--check')
        await command({ release, as, heard }, 'restore', backup, '--force')
        isReplaced = true
        return steps.tryOut(next)
      },
      // other data than that of the backup is there by order, and not because somebody has changed it
      restore: async made => {
        if (!isReplaced) return steps.restore(made)
        await command({ release: at.root, as, heard }, 'restore', made, '--force')
      },
    }
  }
}

export const runRollback = (argv: readonly string[], output: Output, at: Installed): Promise<ExitCode> =>
  runAsync(
    async () => {
      const args = readArgs(argv, ['restore', 'service'], ['no-backup'])
      if (args.help) {
        output.out(ROLLBACK_USAGE)
        return 0
      }
      refuseOthers(at)
      installedIn(inUse(at))
      const { before, next } = backTo(at)
      const restored = args.values['restore'] === undefined ? undefined : resolve(String(args.values['restore']))
      if (restored !== undefined && !existsSync(join(restored, 'manifest.json')))
        throw new UsageError(`${restored} 里没有备份 / holds no backup`)
      refuseOther(at, args)
      const also = restored === undefined ? undefined : withData(restored, at, next)
      return alone(at.home, () => changed(at, args, output, { what: 'rollback', before, next }, also))
    },
    ROLLBACK_USAGE,
    output,
  )
