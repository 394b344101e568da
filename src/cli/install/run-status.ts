import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArgs, type Language } from '../args.ts'
import { runAsync, type ExitCode, type Output } from '../command.ts'
import { linked, PREVIOUS } from './places.ts'
import { releaseIn } from './release-folder.ts'
import { runningServer, troubleAt, type RunningServer } from './running.ts'
import type { Installed } from './run-upgrade.ts'

export const STATUS_USAGE = './wangjian status [--json] [--lang zh|en]'

export interface Status {
  version: string
  folder: string
  dataDir: string
  database: 'postgresql' | 'embedded'
  previous: string | undefined
  server: (RunningServer & { trouble: string | undefined; megabytes: number | undefined }) | undefined
}

/** Memory of a process, where the system tells. */
function megabytesOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(text)?.[1]
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

export async function statusOf({ root, home, dataDir }: Installed): Promise<Status> {
  const server = runningServer(dataDir)
  return {
    version: releaseIn(root)?.version ?? '',
    folder: root,
    dataDir,
    database: process.env['DATABASE_URL'] ? 'postgresql' : 'embedded',
    previous: linked(home, PREVIOUS),
    server: server && { ...server, trouble: await troubleAt(server.url), megabytes: megabytesOf(server.pid) },
  }
}

type Lines = (status: Status) => string[]
const LINES: Readonly<Record<Language, Lines>> = {
  zh: ({ version, folder, dataDir, database, previous, server }) => [
    `版本  ${version}（${folder}）`,
    `数据  ${dataDir}（${database === 'postgresql' ? 'PostgreSQL' : '内置数据库'}）`,
    `可回到  ${previous === undefined ? '没有以前的版本' : basename(previous)}`,
    ...(server
      ? [
          `服务  ${server.url}，进程 ${server.pid}，版本 ${server.version}，${server.since} 起`,
          `内存  ${server.megabytes ?? '?'} MB`,
          `健康  ${server.trouble ?? '正常'}`,
        ]
      : ['服务  没有运行']),
  ],
  en: ({ version, folder, dataDir, database, previous, server }) => [
    `Release   ${version} (${folder})`,
    `Data      ${dataDir} (${database === 'postgresql' ? 'PostgreSQL' : 'embedded database'})`,
    `Previous  ${previous === undefined ? 'none' : basename(previous)}`,
    ...(server
      ? [
          `Server    ${server.url}, process ${server.pid}, ${server.version}, since ${server.since}`,
          `Memory    ${server.megabytes ?? '?'} MB`,
          `Health    ${server.trouble ?? 'well'}`,
        ]
      : ['Server    not running']),
  ],
}

/** Ends with 0 where a server runs and is well, else with 1. */
export const runStatus = (argv: readonly string[], { out, err }: Output, at: Installed): Promise<ExitCode> =>
  runAsync(
    async () => {
      const { help, json, language } = readArgs(argv)
      if (help) {
        out(STATUS_USAGE)
        return 0
      }
      const status = await statusOf(at)
      out(json ? JSON.stringify(status, null, 2) : LINES[language](status).join('\n'))
      return status.server && status.server.trouble === undefined ? 0 : 1
    },
    STATUS_USAGE,
    { out, err },
  )
