import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresBinaries } from '../../../scripts/find-tools.ts'

export interface Postgres { url: string; stop(): Promise<void> }

const folder = postgresBinaries()
/** Why there is no test on a real PostgreSQL here; nothing where there is. */
export const noPostgres = folder === undefined ? 'PostgreSQL is not installed: its half of the contract tests is skipped' : undefined
if (noPostgres) console.warn(noPostgres)

export const freePort = (): Promise<number> => new Promise((resolve, reject) => {
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
})

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

async function untilReady(server: ChildProcess, bin: string, port: number): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    if (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('postgres did not become ready')
}

/** A PostgreSQL of one's own, in a folder that goes away again. */
export async function startPostgres(): Promise<Postgres> {
  const bin = folder ?? ''
  const data = mkdtempSync(join(tmpdir(), 'wangjian-pg-'))
  const as = owner(data)
  const options = { ...as, cwd: data, stdio: 'ignore' as const }
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], { ...options, stdio: 'pipe', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-F'], options)
  await untilReady(server, bin, port)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
