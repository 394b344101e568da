/** What `./wangjian <command>` of a release runs; each command is read only when it is asked for. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installed } from '../src/cli/install/run-upgrade.ts'
import { becomeOwner } from '../src/cli/install/as-owner.ts'
import { refuseOthers } from '../src/cli/install/trust.ts'
import { openTerminal, runAsync, type ExitCode, type Output } from '../src/cli/command.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What outlives a release lies beside it: the launcher says where. */
const HOME = process.env['WANGJIAN_HOME'] ?? dirname(ROOT)
/** Settings as an operator keeps them, one `NAME=value` a line; what the environment says goes before. */
const SETTINGS = join(HOME, 'wangjian.env')

const installed = (): Installed => ({
  root: ROOT.replace(/[\\/]$/, ''),
  home: HOME,
  dataDir: resolve(process.env['DATA_DIR'] ?? ''),
})

interface Command {
  says: string
  run: (argv: readonly string[], output: Output) => Promise<ExitCode | void>
}

/** Scripts read their arguments themselves, and run as soon as they are read. */
const script = (says: string, load: () => Promise<unknown>): Command => ({ says, run: async () => void (await load()) })

const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    says: '启动服务 / start the server',
    run: async () => {
      const [{ serve }, { beganAt, noteServer }, { releaseIn }] = await Promise.all([
        import('./serve.ts'),
        import('../src/cli/install/running.ts'),
        import('../src/cli/install/release-folder.ts'),
      ])
      const { version = '' } = releaseIn(ROOT) ?? {}
      const about = {
        pid: process.pid,
        began: beganAt(process.pid),
        version,
        folder: ROOT,
        since: new Date().toISOString(),
        isService: process.env['INVOCATION_ID'] !== undefined,
      }
      await serve(ROOT, {
        up: ({ dataDir, databaseUrl }, url) =>
          noteServer(dataDir, { ...about, url, database: databaseUrl === undefined ? 'embedded' : 'postgresql' }),
      })
    },
  },
  verify: {
    says: '核对文件和签名 / check files and signature',
    run: async (argv, output) => (await import('../src/cli/install/run-verify.ts')).runVerify(argv, output, ROOT),
  },
  status: {
    says: '版本、服务、内存、健康 / release, server, memory, health',
    run: async (argv, output) =>
      (await import('../src/cli/install/run-status.ts')).runStatus(argv, output, installed()),
  },
  doctor: {
    says: '检查这台机器，说明该怎么办 / look at this machine, and say what to do',
    run: async (argv, output) => {
      const [{ runDoctor }, { findChromium }] = await Promise.all([
        import('../src/cli/install/run-doctor.ts'),
        import('../src/supervision/server/start/find-browser.ts'),
      ])
      return runDoctor(argv, output, installed(), { findBrowser: findChromium })
    },
  },
  upgrade: {
    says: '升级到新安装包，不成则自动回退 / take a newer archive, and go back by itself where that fails',
    run: async (argv, output) =>
      (await import('../src/cli/install/run-upgrade.ts')).runUpgrade(argv, output, installed()),
  },
  rollback: {
    says: '回到升级前的版本 / go back to the release before',
    run: async (argv, output) =>
      (await import('../src/cli/install/run-upgrade.ts')).runRollback(argv, output, installed()),
  },
  backup: script('备份数据库和文件 / back up database and files', () => import('./backup.ts')),
  restore: script('恢复备份 / bring a backup back', () => import('./restore.ts')),
  rollups: script('核对或重建汇总表 / compare roll-ups or make them anew', () => import('./rollups.ts')),
  partition: script('按省分区 / put tables into a part for each province', () => import('./partition.ts')),
  validate: {
    says: '检查配置 / check a configuration',
    run: async (argv, output) => {
      const [{ runValidate }, { PRODUCT_WORDS }] = await Promise.all([
        import('../src/cli/run-validate.ts'),
        import('../src/products.words.ts'),
      ])
      return runValidate(argv, output, PRODUCT_WORDS)
    },
  },
  confirm: script(
    '确认配置文件大量减少是有意的 / a configuration that has lost much is meant so',
    () => import('./confirm.ts'),
  ),
  explain: script(
    '说明一处配置从何而来 / say where a part of the configuration comes from',
    () => import('../src/cli/explain.ts'),
  ),
  diff: script('列出地区或客户的改动 / list what an area or customer changes', () => import('../src/cli/diff.ts')),
  migrate: script(
    '把配置升级到新版语言 / take a configuration to the newest language',
    () => import('../src/cli/migrate.ts'),
  ),
  'new-region': script('新建地区或客户 / begin an area or customer', () => import('../src/cli/new-region.ts')),
  'demo:accounts': script('列出演示账号 / list the demonstration’s accounts', () => import('./demo-accounts.ts')),
}

function usage(): string {
  const widest = Math.max(...Object.keys(COMMANDS).map(name => name.length))
  const lines = Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(widest)}  ${says}`)
  return ['用法 / usage: ./wangjian <command> [--help]', ...lines].join('\n')
}

/** A manager of services has read a file of root alone before the server became somebody who may not. */
function readOwnSettings(): void {
  if (!existsSync(SETTINGS)) return
  if (mayRead(SETTINGS)) return process.loadEnvFile(SETTINGS)
  if (process.env['INVOCATION_ID'] === undefined)
    console.error(`${SETTINGS} 不能读，没有采用其中的设置 / cannot be read: its settings are not used`)
}

// Node says of a file that it may not read that there is none
function mayRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const [name = '', ...argv] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

/** What reads or writes the data, which root leaves to whom it belongs. */
const ON_DATA = new Set(['status', 'doctor', 'backup', 'restore', 'rollups', 'partition'])

/** The home is judged before anything is read from it, and the way to the data once the settings have told it. */
function prepare(): void {
  refuseOthers({ ...installed(), dataDir: HOME })
  readOwnSettings()
  process.env['DATA_DIR'] ||= join(HOME, 'data')
  refuseOthers(installed())
  if (ON_DATA.has(name)) becomeOwner(installed().dataDir)
  // as if the script had been started by itself
  process.argv.splice(2, 1)
}

if (command) {
  const output = openTerminal()
  const prepared = await runAsync(
    () => {
      prepare()
      return Promise.resolve<ExitCode>(0)
    },
    `./wangjian ${name} --help`,
    output,
  )
  const code = prepared === 0 ? await command.run(argv, output) : prepared
  if (code !== undefined) process.exitCode = code
} else {
  const isAsked = ['', 'help', '--help', '-h'].includes(name)
  ;(isAsked ? console.log : console.error)(usage())
  process.exitCode = isAsked ? 0 : 2
}
