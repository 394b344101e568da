import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../src/products.ts'
import { startServer, type Running } from '../src/server/start/start.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { precompress } from '../src/server/start/folders/precompress.ts'
import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const log = { info: (line: string) => console.log(line), error: (line: string) => console.error(line) }

/** Sources of the built console. */
const SOURCES = [
  'src/main.ts',
  'src/console',
  'src/supervision/console',
  'src/core',
  'index.html',
  'vite.config.ts',
  'scripts/chunks.ts',
  'package-lock.json',
]

function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** Builds the console if there is none, or if its sources are newer. */
async function buildConsole(): Promise<void> {
  const built = join(root, 'dist', 'index.html')
  if (!existsSync(join(root, 'index.html'))) return
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...SOURCES.map(source => newest(join(root, source)))))
    return
  console.log('正在构建控制台 / building the console …')
  const { build } = await import('vite')
  await build({ root, logLevel: 'warn' }).catch((error: unknown) => {
    throw new StartRefusal(`控制台构建失败：${messageOf(error)}`, 'The console could not be built.', [], 2)
  })
}

async function greet({ url, title, demoAccount }: Running, { host }: Settings): Promise<void> {
  console.log(`${title}：已启动 / running at ${url}`)
  const account = await demoAccount()
  if (!account) return
  console.log(
    `演示账号 / demo account: ${account.username} / ${account.password}  （全部 / all: npm run demo:accounts）`,
  )
  if (!['127.0.0.1', 'localhost', '::1'].includes(host))
    console.warn(
      '注意：演示账号的密码是公开的；正式使用请设 DEMO=0 / demo passwords are public: set DEMO=0 for real use',
    )
}

function refuse(error: unknown): never {
  if (error instanceof StartRefusal) console.error([error.message, ...error.details].join('\n'))
  else console.error(`服务不能启动：${messageOf(error)}\nThe server cannot start: ${messageOf(error)}`)
  process.exit(error instanceof StartRefusal ? error.exitCode : 2)
}

try {
  const settings = readSettings(process.env, root)
  if (!process.argv.includes('--no-build')) await buildConsole()
  if (process.argv.includes('--build')) {
    await precompress(join(root, 'dist'))
    process.exit(0)
  }
  const running = await startServer(settings, root, log, PRODUCTS)
  await greet(running, settings)
  const stop = (): void => {
    // without this listener a second signal ends the process at once
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop)
    log.info('正在停止：先答完已收到的请求 / ending: what has been asked is answered first')
    void running.close().finally(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  refuse(error)
}
