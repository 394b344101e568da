import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { messageOf, StartRefusal } from './refusal.ts'

interface Holder { pid: number; started: string; host: string; since: string }

const TOUCH_MS = 10_000
const ABANDONED_MS = 45_000

/** When a process began, so that a process id that was given out again is not taken for the old holder. */
function startOf(pid: number): string {
  try {
    // the command name may hold spaces; what counts comes after its closing bracket
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Another machine's process cannot be asked; it touches its lock for as long as it lives. */
function isHeld(file: string, holder: Holder): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < ABANDONED_MS
  return isAlive(holder.pid) && startOf(holder.pid) === holder.started
}

function inUse(folder: string, { pid, since, host }: Holder): StartRefusal {
  const where = host === hostname() ? '' : ` @ ${host}`
  return new StartRefusal(
    `数据目录 ${folder} 正被进程 ${pid}${where} 使用（${since} 起）。请先停止它，或用 DATA_DIR 指定另一个目录。`,
    `The data folder ${folder} is in use by process ${pid}${where} since ${since}. Stop it first, or name another folder with DATA_DIR.`,
  )
}

function take(file: string, own: string): boolean {
  try {
    writeFileSync(file, own, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** PGlite itself lets two processes write one folder, which destroys it: this lock is what stands between them. */
export async function lockDataDir(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartRefusal(`不能建立数据目录 ${folder}：${messageOf(error)}。请检查权限，或用 DATA_DIR 指定另一个目录。`, `Cannot make the data folder ${folder}: check its permissions, or name another one with DATA_DIR.`)
  })
  const file = join(folder, 'lock.json')
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname(), since: new Date().toISOString() } satisfies Holder)
  for (let tries = 0; !take(file, own); tries++) {
    const holder = readHolder(file)
    if (holder && isHeld(file, holder)) throw inUse(folder, holder)
    if (tries > 3) throw new StartRefusal(`不能锁定数据目录 ${folder}，请稍后再试。`, `Cannot lock the data folder ${folder}: try again in a moment.`)
    // what is removed must still be the dead holder's: another starter may have just taken it
    if (existsSync(file) && JSON.stringify(readHolder(file)) === JSON.stringify(holder)) rmSync(file, { force: true })
  }
  const touch = setInterval(() => stillHeld(file, own), TOUCH_MS)
  touch.unref()
  return () => {
    clearInterval(touch)
    if (existsSync(file) && readFileSync(file, 'utf8') === own) rmSync(file, { force: true })
  }
}

/** A lock that somebody deleted is made again; what a full or vanished disk refuses must not end a running server. */
export function stillHeld(file: string, own: string): void {
  try {
    if (!take(file, own)) utimesSync(file, new Date(), new Date())
  } catch {
    // the next beat tries again
  }
}
