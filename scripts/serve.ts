import { setFlagsFromString } from 'node:v8'
import { PRODUCTS } from '../src/products.ts'
import { startServer, type Running } from '../src/server/start/start.ts'
import { readSettings, type Settings } from '../src/server/start/settings/environment.ts'
import { compiledLess } from '../src/server/start/settings/compiled-less.ts'
import { messageOf, StartRefusal } from '../src/server/start/settings/refusal.ts'
import { commandLine } from '../src/core/diagnostic/command.ts'

const log = { info: (line: string) => console.log(line), error: (line: string) => console.error(line) }

async function greet({ url, title, demoAccount }: Running, { host }: Settings): Promise<void> {
  console.log(`${title}：已启动 / running at ${url}`)
  const account = await demoAccount()
  if (!account) return
  console.log(
    `演示账号 / demo account: ${account.username} / ${account.password}  （全部 / all: ${commandLine('demo:accounts')}）`,
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
  // whoever read the log may be gone (a pipe to tee or head): that ends no server
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const settings = readSettings(process.env, root)
    await before?.()
    compile(START)
    const running = await startServer(settings, root, log, PRODUCTS)
    compile(USUAL)
    up?.(settings, running.url)
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
}
