import { setFlagsFromString } from 'node:v8'
import { PRODUCTS } from '../src/products.ts'
import { startServer, type Running } from '../src/server/start/start.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { refuseFewOpenFiles } from '../src/server/start/settings/open-files.ts'
import { compiledLess } from '../src/server/start/settings/compiled-less.ts'
import { ProcessLog } from '../src/server/start/log/server-log.ts'
import type { Log } from '../src/server/product/product.ts'
import { endBySignal, passOver } from './signals.ts'
import { machineFault } from '../src/server/answer/machine.ts'
import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'

async function greet(log: Log, { url, title, demoAccount }: Running, { host }: Settings): Promise<void> {
  log.info(`${title}：已启动 / running at ${url}`)
  const account = await demoAccount()
  if (!account) return
  log.info(
    `演示账号 / demo account: ${account.username} / ${account.password}  （全部 / all: ${commandLine('demo:accounts')}）`,
  )
  if (!['127.0.0.1', 'localhost', '::1'].includes(host))
    log.error('注意：演示账号的密码是公开的；正式使用请设 DEMO=0 / demo passwords are public: set DEMO=0 for real use')
}

/** What the machine lacks in words, with what the system says of it. */
function reasonOf(error: unknown): string {
  const machine = machineFault(error)
  return machine ? `${machine.words}（${messageOf(error)}）` : messageOf(error)
}

function refuse(log: ProcessLog, error: unknown): Promise<never> {
  if (error instanceof StartRefusal) log.error([error.message, ...error.details].join('\n'))
  else log.error(`服务不能启动：${reasonOf(error)}\nThe server cannot start: ${messageOf(error)}`)
  return log.exit(error instanceof StartRefusal ? error.exitCode : 2)
}

/**
 * How often as usual something must be called before it is compiled for speed. Most of a start is done once: what is hot
 * for a second is not worth it. Whoever names the engine's flag knows better.
 */
const [START, USUAL] = [9, 1]
function compile(times: number): void {
  const flag = compiledLess(times)
  const [name = ''] = flag.split('=')
  if (!process.execArgv.some(said => said.startsWith(name))) setFlagsFromString(flag)
}

interface Around {
  before?: () => Promise<void>
  up?: (settings: Settings, url: string) => void
}

/** Serves until it is told to end; what `npm start` and a release have in common. */
export async function serve(root: string, { before, up }: Around): Promise<void> {
  const log = new ProcessLog()
  passOver()
  try {
    refuseFewOpenFiles()
    const settings = readSettings(process.env, root)
    await before?.()
    compile(START)
    const running = await startServer(settings, root, log, PRODUCTS)
    compile(USUAL)
    up?.(settings, running.url)
    await greet(log, running, settings)
    endBySignal(() => {
      log.info('正在停止：先答完已收到的请求 / ending: what has been asked is answered first')
      void running.close().finally(() => log.exit(0))
    })
  } catch (error) {
    await refuse(log, error)
  }
}
