import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { postgresBinaries } from '../../../scripts/find-tools.ts'
import { forget, temporary } from '../../folders.ts'

export interface Postgres {
  url: string
  stop(): Promise<void>
}

const folder = postgresBinaries()
/** Why there is no test on a real PostgreSQL here; nothing where there is. */
export const noPostgres =
  folder === undefined ? 'PostgreSQL is not installed: its half of the contract tests is skipped' : undefined
if (noPostgres) console.warn(noPostgres)

const [FIRST_PORT, LAST_PORT] = [15_000, 30_000]
const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A port for a program that cannot choose one itself. Systems give the ports above 32767 to connections that go out:
 * one of those could be taken again before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isFree(port)) return port
  }
}

function idOf(kind: '-u' | '-g'): number {
  return Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout.trim())
}

/** PostgreSQL refuses to run as root, so root hands it to the user that came with its package. */
function owner(data: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  chownSync(data, uid, gid)
  return { uid, gid }
}

/** Asked over the socket in its own folder: at the port another one might answer. */
async function untilReady(server: ChildProcess, bin: string, data: string, port: number): Promise<boolean> {
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) return false
    if (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', data, '-p', String(port)]).status === 0) return true
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** A PostgreSQL of one's own: made once, started and ended as often as a test likes. */
export class OwnPostgres implements Postgres {
  readonly url: string
  #data: string
  #as: { uid?: number; gid?: number }
  #port: number
  #flags: string[]
  #server: ChildProcess | undefined

  constructor(data: string, port: number, flags: string[], like?: string) {
    this.#data = data
    this.#port = port
    this.#flags = flags
    this.#as = owner(data)
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const options = { cwd: data, stdio: 'pipe' as const, encoding: 'utf8' as const }
    const run = (program: string, args: string[]): SpawnSyncReturns<string> =>
      spawnSync(join(folder ?? '', program), ['-D', data, ...args, '--no-sync'], { ...options, ...this.#as })
    const made =
      like === undefined
        ? run('initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
        : like.startsWith('postgres:')
          ? run('pg_basebackup', ['-d', like, '--write-recovery-conf', '--checkpoint=fast'])
          : spawnSync('cp', ['-a', `${like}/.`, data], options)
    if (made.status !== 0) throw new Error(`the cluster of ${data}: ${made.stderr}`)
  }

  /** After a kill the memory that the dead ones shared is free only in a moment: until then a start ends by itself. */
  async start(): Promise<this> {
    const bin = folder ?? ''
    for (let tries = 0; tries < 20; tries++) {
      const args = ['-D', this.#data, '-p', String(this.#port), '-h', '127.0.0.1', '-k', this.#data, ...this.#flags]
      this.#server = spawn(join(bin, 'postgres'), args, {
        ...this.#as,
        cwd: this.#data,
        stdio: 'ignore',
        detached: true,
      })
      if (await untilReady(this.#server, bin, this.#data, this.#port)) return this
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    throw new Error('postgres does not start')
  }

  /** SIGINT ends it in order; SIGKILL takes it and all its processes away, as a broken machine would. */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const server = this.#server
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise(resolve => server.once('exit', resolve))
    process.kill(signal === 'SIGKILL' ? -server.pid : server.pid, signal)
    await ended
  }

  /**
   * Stands still as a machine does whose disk does not answer: nothing is closed, nothing is answered. `false` lets it
   * go on.
   */
  freeze(backends: readonly number[], frozen = true): void {
    for (const pid of [this.#server?.pid ?? 0, ...backends]) {
      try {
        process.kill(pid, frozen ? 'SIGSTOP' : 'SIGCONT')
      } catch (error) {
        // it has ended meanwhile
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  readonly stop = async (): Promise<void> => {
    await this.end('SIGINT')
    await forget(this.#data)
  }
}

/**
 * In a folder that goes away again; without fsync, unless a test is about just that; `like` the folder of another cluster
 * that is at rest, or the address of one that this one is to follow as its streaming replica.
 */
export async function startPostgres(flags = ['-F'], data = temporary('pg-'), like?: string): Promise<OwnPostgres> {
  return new OwnPostgres(data, await freePort(), flags, like).start()
}
