import { ftruncateSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { holdFile, type HeldFile } from './file-lock.ts'
import { StartRefusal } from '../settings/refusal.ts'
import { nowMs } from '../../time/clock.ts'

interface Holder {
  pid: number
  host: string
  since: string
}

export interface DataLock {
  /** Additionally locks a file of the database: unlike the lock file it cannot be deleted while the holder runs. */
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

/** The message names host and process id, because process ids are only unique within a container. */
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

/** Writes the holder's name into the lock file; on a full disk the lock holds without it. */
function sign({ fd }: HeldFile): void {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date(nowMs()).toISOString() }
  try {
    ftruncateSync(fd, 0)
    writeSync(fd, JSON.stringify(holder), 0)
  } catch {
    // then a refused process cannot name the holder
  }
}

function removed(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // the file remains on a read-only disk; the lock itself has been released
  }
}

const PATIENCE = 5
const AGAIN_MS = 100

/** Tries for a while, because the kernel releases the locks of a killed process with a delay. */
async function heldSoon(file: string, make: boolean): Promise<HeldFile | undefined> {
  for (let tries = 1; ; tries++) {
    const held = await holdFile(file, make)
    if (held || tries === PATIENCE) return held
    await pause(AGAIN_MS)
  }
}

/**
 * Prevents two processes from opening the same PGlite folder, which would corrupt it. The operating system holds the
 * lock and releases it however the process ends; the file's content only names the holder.
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
      // deleted while still locked: a waiting process checks afterwards whether its file still has the name
      if (own.isInPlace()) removed(file)
      for (const one of held.splice(0)) one.release()
    },
  }
}
