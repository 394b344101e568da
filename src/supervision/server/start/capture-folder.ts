import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'wangjian-capture-'

const inUse = new Set<string>()

/** A folder for what a browser keeps while it captures. Its name says which server it belongs to. */
export async function makeCaptureFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${NAME}${process.pid}-`))
  inUse.add(folder)
  return folder
}

/** A browser that is just being ended may still write into it; what cannot be removed is swept at the next start. */
export async function removeCaptureFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  inUse.delete(folder)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it runs, as somebody else
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a container each server has the same number as the one before. */
const isLeft = (folder: string, pid: number): boolean => (pid === process.pid ? !inUse.has(folder) : !isRunning(pid))

/** Removes what servers that were killed have left. */
export async function sweepCaptureFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter(one => one.startsWith(NAME))) {
    const folder = join(tmpdir(), name)
    if (isLeft(folder, Number.parseInt(name.slice(NAME.length), 10))) await removeCaptureFolder(folder)
  }
}
