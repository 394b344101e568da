import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  CaptureFailure,
  type Capture,
  type Captured,
  type CaptureOrder,
  type Logged,
  type Message,
} from '../capture/order.ts'
import type { StandIn } from '../capture/stand-in.ts'
import { browserGroup, killGroup } from './browser-group.ts'
import { makeCaptureFolder, removeCaptureFolder } from './capture-folder.ts'
import { programOf } from '../../../server/start/configuration/program-of.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
const KILL_AFTER = 3000
/** Environment variables passed to the browser: none with the server's secrets. */
const PASSED = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'FONTCONFIG_PATH',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
]
const CRASHED = '浏览器没有正常结束，请重试'
const LATE = (seconds: number): string => `网页没有在 ${seconds} 秒内取完`

export type Standing = Omit<CaptureOrder, 'url' | 'steps' | 'standIn' | 'folder'>

function environment(): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap(name => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

interface Running {
  order: CaptureOrder
  told: (line: Logged) => void
  signal: AbortSignal
}

/**
 * Runs a capture in a process, killed when its time is over, and then all processes of its browser: one that stands
 * still does not hear that its pipe was closed.
 */
function runCapture({ order, told, signal }: Running): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const { path, execArgv } = programOf(CHILD)
    const child = fork(path, [], {
      serialization: 'advanced',
      execArgv,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(-4000)
    })
    let group: number | undefined
    let outcome: (() => void) | undefined
    const end = (after: () => void): void => {
      if (outcome) return
      outcome = after
      group ??= child.pid === undefined ? undefined : browserGroup(child.pid)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER).unref()
    }
    const { seconds } = order.limits
    const timer = setTimeout(() => end(() => reject(new CaptureFailure(LATE(seconds)))), seconds * 1000)
    const stop = (): void => end(() => reject(signal.reason as Error))
    signal.addEventListener('abort', stop, { once: true })
    child.on('message', (message: Message) => {
      if (message.kind === 'log') told(message.line)
      else if (message.kind === 'browser') group = message.group
      else if (message.kind === 'done') outcome ??= () => resolve(message.captured)
      else outcome ??= () => reject(new CaptureFailure(message.text || CRASHED, { cause: said }))
    })
    const over = (after: () => void): void => {
      clearTimeout(timer)
      // the signal lives as long as the server: the listener must not accumulate
      signal.removeEventListener('abort', stop)
      killGroup(group)
      after()
    }
    // one that could not be started has no end; what cannot be sent to it is told as another error
    child.on('error', error => over(() => reject(error)))
    child.once('close', () => over(outcome ?? (() => reject(new CaptureFailure(CRASHED, { cause: said })))))
    if (child.connected) child.send(order, () => undefined)
  })
}

export const captureBy =
  (standing: Standing, standIn?: () => StandIn | undefined): Capture =>
  async (url, steps, told, signal) => {
    const folder = await makeCaptureFolder()
    const order = { ...standing, standIn: standIn?.(), url, steps, folder }
    return runCapture({ order, told, signal }).finally(() => removeCaptureFolder(folder))
  }
