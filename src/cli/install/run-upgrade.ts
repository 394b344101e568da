import { chownSync, existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { mkdirDurablySync } from '../../server/disk/durable-sync.ts'
import { renameDurably, syncTree } from '../../server/disk/durable.ts'
import { readArgs, UsageError, type CommonArgs, type Language } from '../args.ts'
import { runAsync, type ExitCode, type Output } from '../command.ts'
import { alone } from './alone.ts'
import { unpacked } from './archive.ts'
import { change, type Step, type Steps } from './change.ts'
import {
  beginUnit,
  command,
  endUnit,
  hasUnitFailed,
  ownerOf,
  startServer,
  stopServer,
  tryOut,
  wellStarted,
} from './machine.ts'
import { CURRENT, linked, PREVIOUS, switchTo } from './places.ts'
import { releaseIn, type Release } from './release-folder.ts'
import { runningServer } from './running.ts'
import { judge, keyIn } from './run-verify.ts'
import { PUBLIC_KEY } from './sums.ts'
import { WORTH } from './verdict.ts'
import { refusalOf } from './version.ts'

export const UPGRADE_USAGE = `./wangjian upgrade <archive> [--key <file>] [--service <unit>] [--no-backup]
  --key        the public key (PEM) that the archive must be signed with; without it the one of the installed release
  --service    the server is a unit of systemd, which ends and starts it
  --no-backup  where you have a backup of your own; then going back leaves the database as it is`
export const ROLLBACK_USAGE = `./wangjian rollback [--restore <backup>] [--service <unit>] [--no-backup] [--lang zh|en]
  --restore    brings a backup back as well: what was entered since is lost. Without it all data stays`

/** Where things lie: this release, what outlives it, the data. */
export interface Installed {
  root: string
  home: string
  dataDir: string
}

const WORDS: Readonly<Record<Step, Readonly<Record<Language, string>>>> = {
  stopped: { zh: '服务已停止', en: 'The server has ended' },
  'backed-up': { zh: '已备份到', en: 'Backed up to' },
  tried: { zh: '新版本试启动正常，数据表已就绪', en: 'The new release starts and is well; the tables are ready' },
  switched: { zh: '现在使用', en: 'In use now:' },
  started: { zh: '服务已启动', en: 'The server is up' },
  failed: { zh: '没有成功：', en: 'It failed:' },
  restored: { zh: '已恢复备份', en: 'The backup is restored:' },
  back: { zh: '已回到原来的版本', en: 'The release from before is in use again' },
}

const serviceOf = ({ values }: CommonArgs): string | undefined =>
  values['service'] === undefined ? undefined : String(values['service'])

/** What runs now has to be ended and begun by whoever began it, and on the database that is changed here. */
function refuseOther({ dataDir }: Installed, args: CommonArgs): void {
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

function stepsOf({ root, home, dataDir }: Installed, args: CommonArgs, { out, err }: Output): Steps {
  const { values, language } = args
  const service = serviceOf(args)
  const owner = ownerOf(dataDir)
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return {
    stop: async () => {
      if (service !== undefined) endUnit(service)
      return (await stopServer(dataDir)) || service !== undefined
    },
    backUp: async () => {
      if (values['no-backup'] === true) return undefined
      const folder = join(home, 'backups')
      mkdirDurablySync(folder, 0o700)
      if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
      command(root, owner, 'backup', join(folder, stamp))
      return join(folder, stamp)
    },
    tryOut: release => tryOut(release, owner, out),
    switchTo: (release, before) => switchTo(home, release, before),
    start: async release => {
      if (service === undefined) return startServer(release, dataDir, join(home, 'wangjian.log'), owner)
      beginUnit(service)
      return wellStarted(dataDir, () => hasUnitFailed(service), `journalctl -u ${service}`)
    },
    restore: async backup => command(root, owner, 'restore', backup, '--force'),
    say: (step, more) => (step === 'failed' ? err : out)([WORDS[step][language], more].filter(Boolean).join(' ')),
  }
}

/** Lays the release of an archive beside the installed one, once it is found whole, ours and newer. */
async function laid(archive: string, at: Installed, installed: Release, args: CommonArgs): Promise<string> {
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
    const refused = refusalOf(installed, next, process.versions.node)
    if (refused) throw new UsageError(refused[language])
    const place = join(at.home, basename(folder))
    if (existsSync(place)) throw new UsageError(`${place} 已存在，请先移走 / is there already: move it away first`)
    await syncTree(folder)
    await renameDurably([[folder, place]])
    if (signer !== 'trusted') console.warn(WORTH[signer][language])
    return place
  } finally {
    await forget()
  }
}

/** The release in use: another one of the home may be the one that is asked. */
const inUse = ({ root, home }: Installed): string => linked(home, CURRENT) ?? root

function installedIn(at: Installed): Release {
  const installed = releaseIn(inUse(at))
  if (!installed)
    throw new UsageError('这里不是安装包，请用 git 和 npm 升级 / this is no release: upgrade it by git and npm')
  return installed
}

const ended = (isDone: boolean): ExitCode => (isDone ? 0 : 1)

export const runUpgrade = (argv: readonly string[], output: Output, at: Installed): Promise<ExitCode> =>
  runAsync(
    async () => {
      const args = readArgs(argv, ['key', 'service'], ['no-backup'], 1)
      const [archive] = args.positionals
      if (args.help || archive === undefined) {
        output.out(UPGRADE_USAGE)
        return args.help ? 0 : 2
      }
      const installed = installedIn(at)
      refuseOther(at, args)
      return alone(at.home, async () => {
        const next = await laid(archive, at, installed, args)
        return ended(await change(stepsOf(at, args, output), inUse(at), next))
      })
    },
    UPGRADE_USAGE,
    output,
  )

export const runRollback = (argv: readonly string[], output: Output, at: Installed): Promise<ExitCode> =>
  runAsync(
    async () => {
      const args = readArgs(argv, ['restore', 'service'], ['no-backup'])
      if (args.help) {
        output.out(ROLLBACK_USAGE)
        return 0
      }
      installedIn(at)
      const previous = linked(at.home, PREVIOUS)
      if (previous === undefined) throw new UsageError('没有可回到的版本 / there is no release to go back to')
      const restored = args.values['restore'] === undefined ? undefined : resolve(String(args.values['restore']))
      if (restored !== undefined && !existsSync(join(restored, 'manifest.json')))
        throw new UsageError(`${restored} 里没有备份 / holds no backup`)
      refuseOther(at, args)
      const steps = stepsOf(at, args, output)
      const tryOutWith = async (release: string): Promise<string | undefined> => {
        if (restored !== undefined) command(previous, ownerOf(at.dataDir), 'restore', restored, '--force')
        return steps.tryOut(release)
      }
      return alone(at.home, async () => ended(await change({ ...steps, tryOut: tryOutWith }, inUse(at), previous)))
    },
    ROLLBACK_USAGE,
    output,
  )
