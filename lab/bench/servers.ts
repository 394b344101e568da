import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

export interface Servers {
  ours: string
  antd: string
  stop(): void
}
const SITE = resolve('.cache/bench/antd')
const PATIENCE = 180_000

/** Starts the backend, our server in front of it, and the hand-written page's server, each in a process. */
export async function startServers(): Promise<Servers> {
  await build({ configFile: 'lab/load/antd/vite.config.ts', logLevel: 'warn' })
  const data = mkdtempSync(join(tmpdir(), 'wangjian-bench-'))
  const children: ChildProcess[] = []
  const stop = (): void => {
    for (const child of children) child.kill()
    rmSync(data, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const run = async (script: string, args: string[], env: Record<string, string>, url: string): Promise<string> => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    await answers(url, child, script)
    return new URL(url).origin
  }
  const [backend, ours, antd] = await Promise.all([freePort(), freePort(), freePort()])
  const api = await run(
    'lab/load/upstream.ts',
    [String(backend)],
    {},
    `http://127.0.0.1:${backend}/api-auth/oauth/userinfo`,
  )
  const env = {
    PORT: String(ours),
    HOST: '127.0.0.1',
    CONFIG_DIR: resolve('lab/load/config'),
    DATA_DIR: data,
    UPSTREAM_API: api,
  }
  return {
    ours: await run('scripts/start.ts', [], env, `http://127.0.0.1:${ours}/config/public`),
    antd: await run('lab/load/antd/serve.ts', [SITE, String(antd), api], {}, `http://127.0.0.1:${antd}/`),
    stop,
  }
}

async function answers(url: string, child: ChildProcess, name: string): Promise<void> {
  const end = performance.now() + PATIENCE
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it answered`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(done => setTimeout(done, 200))
  }
  throw new Error(`${name} did not answer at ${url}`)
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
