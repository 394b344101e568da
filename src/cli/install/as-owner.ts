/** What root does with data of the service's account, it does as that account: the system then holds it to that. */
import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'

export interface Person {
  uid?: number
  gid?: number
}

/**
 * Whom the data folder belongs to, where root asks: a server takes no folder of another's, and what root writes into it
 * nobody else can read. A link to it is root's own: see `refuseOthers`.
 */
export function ownerOf(dataDir: string): Person {
  const found = process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false }) : undefined
  return found === undefined || found.uid === 0 ? {} : { uid: found.uid, gid: found.gid }
}

/** From now on this process is the owner of the data, and there is no way back. */
export function becomeOwner(dataDir: string): void {
  const { uid, gid } = ownerOf(dataDir)
  if (uid === undefined || gid === undefined) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** Ends a process, which may be that account's alone. */
export function endAs(as: Person, pid: number): void {
  if (as.uid === undefined) process.kill(pid, 'SIGTERM')
  else spawnSync('/bin/sh', ['-c', 'kill -TERM "$1"', 'sh', String(pid)], { ...as, stdio: 'ignore' })
}

/** Removes a folder with its content, where that account may. */
export function removeAs(as: Person, path: string): void {
  if (as.uid === undefined) rmSync(path, { recursive: true, force: true })
  else spawnSync('rm', ['-rf', '--', path], { ...as, stdio: 'ignore' })
}
