import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Served {
  url: string
  stop: () => Promise<void>
}

/** A server of its own, on the demonstration; or the one that runs at `given` already. */
export async function serve(given?: string): Promise<Served> {
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() }
  const data = mkdtempSync(join(tmpdir(), 'wangjian-laboratory-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: data, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  let text = ''
  for await (const part of child.stdout) {
    text += String(part)
    const url = /running at (\S+)/.exec(text)?.[1]
    if (url !== undefined) return { url, stop }
  }
  await stop()
  throw new Error(`The server did not start: ${text}`)
}
