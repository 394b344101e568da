import { ftruncateSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { holdFile, type HeldFile } from './file-lock.ts'
import { StartRefusal } from '../settings/refusal.ts'

interface Holder {
  pid: number
  host: string
  since: string
}

export interface DataLock {
  /**
   * Locks a file of the database besides: the lock's own file can be deleted while its holder lives, this one cannot.
   */
  hold(file: string): Promise<void>
  release(): void
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>
    return pid === undefined || host === undefined || since === undefined ? undefined : { pid, host, since }
  } catch {
    return undefined
  }
}

/** A number of a process means little by itself: each container counts its own. */
function inUse(folder: string, holder: Holder | undefined): StartRefusal {
  const [who, whoEn] = holder
    ? [
        `进程 ${holder.pid}（主机 ${holder.host}）使用（${holder.since} 起）`,
        `process ${holder.pid} on ${holder.host} since ${holder.since}`,
      ]
    : ['另一个进程使用（lock.json 没有说明是谁）', 'another process, which lock.json does not name']
  return new StartRefusal(
    `数据目录 ${folder} 正被${who}。请先停止它，或用 DATA_DIR 指定另一个目录。`,
    `The data folder ${folder} is in use by ${whoEn}. Stop it first, or name another folder with DATA_DIR.`,
  )
}

/** A full disk takes no name: the lock is held all the same. */
function sign({ fd }: HeldFile): void {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    ftruncateSync(fd, 0)
    writeSync(fd, JSON.stringify(holder), 0)
  } catch {
    // whoever is refused is then not told who it is
  }
}

function removed(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // on a disk that became read-only the file stays; the lock itself is gone
  }
}

const PATIENCE = 5
const AGAIN_MS = 100

/** A process that was killed a moment ago may still be about to give back its memory, and its files after that. */
async function heldSoon(file: string, make: boolean): Promise<HeldFile | undefined> {
  for (let tries = 1; ; tries++) {
    const held = await holdFile(file, make)
    if (held || tries === PATIENCE) return held
    await pause(AGAIN_MS)
  }
}

/**
 * PGlite itself lets two processes write one folder, which destroys it: this lock is what stands between them. The
 * operating system holds it and gives it back when its process ends, however it ends; what the file says is only who to
 * stop.
 */
export async function lockDataDir(folder: string): Promise<DataLock> {
  const file = join(folder, 'lock.json')
  const own = await heldSoon(file, true)
  if (!own) throw inUse(folder, readHolder(file))
  const held = [own]
  sign(own)
  return {
    hold: async path => {
      const more = await heldSoon(path, false)
      if (!more) throw inUse(folder, undefined)
      held.push(more)
    },
    release: () => {
      // while it is held: who waits for this name looks again whether it is still the same file
      if (own.isInPlace()) removed(file)
      for (const one of held.splice(0)) one.release()
    },
  }
}
