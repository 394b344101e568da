import { lchownSync } from 'node:fs'
import { basename, join } from 'node:path'
import { mkdirDurablySync } from '../../server/disk/durable-sync.ts'
import { DRAFT } from '../../server/disk/names.ts'
import { UsageError, type CommonArgs, type Language } from '../args.ts'
import type { ExitCode, Output } from '../command.ts'
import { ownerOf, removeAs } from './as-owner.ts'
import { change, type Step, type Steps } from './change.ts'
import { stampOf, type Installed } from './installed.ts'
import { ChangeNote, endChild, interruptedIn, type Change } from './interrupted.ts'
import type { Releases } from './lay.ts'
import {
  beginUnit,
  command,
  endUnit,
  hasUnitFailed,
  startServer,
  STOP_MS,
  stopServer,
  tryOut,
  until,
  wellStarted,
} from './machine.ts'
import { switchTo } from './places.ts'
import { runningServer } from './running.ts'

const WORDS: Readonly<Record<Step, Readonly<Record<Language, string>>>> = {
  stopped: { zh: '服务已停止', en: 'The server has ended' },
  'backed-up': { zh: '已备份到', en: 'Backed up to' },
  tried: { zh: '新版本试启动正常，数据表已就绪', en: 'The new release starts and is well; the tables are ready' },
  switched: { zh: '现在使用', en: 'In use now:' },
  started: { zh: '服务已启动', en: 'The server is up' },
  failed: { zh: '没有成功：', en: 'It failed:' },
  restored: { zh: '已恢复备份', en: 'The backup is restored:' },
  kept: {
    zh: '数据保持现状（表只增列，原来的版本可以使用），升级前的备份在',
    en: 'The data stays as it is, with which the release from before works; the backup is at',
  },
  back: { zh: '已回到原来的版本', en: 'The release from before is in use again' },
}

const serviceOf = ({ values }: CommonArgs): string | undefined =>
  values['service'] === undefined ? undefined : String(values['service'])

/** What runs now has to be ended and begun by whoever began it, and on the database that is changed here. */
export function refuseOther({ dataDir }: Installed, args: CommonArgs): void {
  const server = runningServer(dataDir)
  if (!server) return
  if (server.isService && serviceOf(args) === undefined)
    throw new UsageError('服务由 systemd 管理，请加 --service <unit> / the server is a unit: say --service <unit>')
  const database = process.env['DATABASE_URL'] ? 'postgresql' : 'embedded'
  if (database !== server.database)
    throw new UsageError(
      `服务用的是 ${server.database}，这里的设置指向 ${database}：请把 DATABASE_URL 等设置写进 wangjian.env / `
        + `the server uses another database than these settings: put DATABASE_URL and the others into wangjian.env`,
    )
}

/** What each step does on this machine; `doing` hears what the next upgrade must know where this one is killed. */
function stepsOf({ root, home, dataDir }: Installed, args: CommonArgs, { out, err }: Output, doing: ChangeNote): Steps {
  const { values, language } = args
  const service = serviceOf(args)
  const owner = ownerOf(dataDir)
  const own = { release: root, as: owner, heard: (child: Change['child']) => doing.note({ child }) }
  const say = (step: Step, more?: string): void =>
    (step === 'failed' ? err : out)([WORDS[step][language], more].filter(Boolean).join(' '))
  /** It is done, and what is lacking is told. */
  const run = async (...argv: string[]): Promise<void> => {
    const lacking = await command(own, ...argv)
    if (lacking !== undefined) err(lacking)
  }
  return {
    stop: async () => {
      if (service !== undefined) endUnit(service)
      return (await stopServer(dataDir, owner)) || service !== undefined
    },
    backUp: async () => {
      if (values['no-backup'] === true) return undefined
      const [folder, backup] = [join(home, 'backups'), join(home, 'backups', stampOf())]
      mkdirDurablySync(folder, 0o700)
      if (owner.uid !== undefined && owner.gid !== undefined) lchownSync(folder, owner.uid, owner.gid)
      doing.note({ backup })
      await run('backup', backup)
      return backup
    },
    tryOut: release => tryOut(release, owner, out, own.heard),
    switchTo: (release, before) => switchTo(home, release, before),
    start: async release => {
      if (service === undefined) return startServer(release, dataDir, join(home, 'wangjian.log'), owner)
      beginUnit(service)
      return wellStarted(dataDir, () => hasUnitFailed(service), `journalctl -u ${service}`)
    },
    // where others wrote meanwhile, or nobody knows, the link alone goes back
    restore: backup => run('restore', backup, '--force', '--if-unchanged'),
    say,
  }
}

/** What is left of one that was killed: a command or trial that goes on by itself, and half a backup. */
async function clearAway(left: Change, dataDir: string): Promise<void> {
  const owner = ownerOf(dataDir)
  const hasEnded = endChild(left, owner)
  if (hasEnded && !(await until(hasEnded, STOP_MS)))
    throw new UsageError(
      `上次中断时的进程 ${left.child?.pid} 没有停下 / process ${left.child?.pid} of the interrupted one does not end`,
    )
  if (left.backup !== undefined) removeAs(owner, `${left.backup}${DRAFT}`)
}

/** Changes the release in use, by steps that the next call goes on with where this one is killed. */
export async function changed(
  at: Installed,
  args: CommonArgs,
  output: Output,
  wanted: Pick<Change, 'what'> & Releases,
  also: (steps: Steps, note: ChangeNote) => Steps = steps => steps,
): Promise<ExitCode> {
  const left = interruptedIn(at.home)
  if (left) await clearAway(left, at.dataDir)
  const { what, before, next } = wanted
  const wasRunning =
    left?.wasRunning === true || runningServer(at.dataDir) !== undefined || serviceOf(args) !== undefined
  const note = new ChangeNote(at.home, { what, before: basename(before), next: basename(next), wasRunning })
  const steps = also(stepsOf(at, args, output, note), note)
  const stop = async (): Promise<boolean> => (await steps.stop()) || wasRunning
  const isDone = await change({ ...steps, stop }, before, next)
  note.over()
  return isDone ? 0 : 1
}
