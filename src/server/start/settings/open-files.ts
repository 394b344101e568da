import { readFileSync } from 'node:fs'
import { StartRefusal } from './refusal.ts'

/** Alone with the embedded database a server has some 320 open; each connection, upload and download is one more. */
export const LEAST_OPEN_FILES = 512

/**
 * How many files and connections the system lets a process have open at once; undefined where it does not say so.
 * Node itself has raised it as far as it may.
 */
export function openFilesLimit(pid: number | 'self' = 'self'): number | undefined {
  try {
    const limit = /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]
    return limit === undefined ? undefined : limit === 'unlimited' ? Infinity : Number(limit)
  } catch {
    return undefined
  }
}

/** Refused at once and in words: later each part of the server would fail in a way of its own. */
export function refuseFewOpenFiles(limit = openFilesLimit()): void {
  if (limit === undefined || limit >= LEAST_OPEN_FILES) return
  throw new StartRefusal(
    `系统只允许本服务同时打开 ${limit} 个文件和连接，至少需要 ${LEAST_OPEN_FILES} 个，所以服务没有启动。`
      + '请调大 ulimit -n（systemd 用 LimitNOFILE=16384）后重试。',
    `The system lets this server have ${limit} files and connections open at once, and it needs ${LEAST_OPEN_FILES} `
      + 'at least: raise ulimit -n (LimitNOFILE=16384 in systemd) and try again.',
  )
}
