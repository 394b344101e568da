import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STEADY = pathToFileURL(fileURLToPath(new URL('steady.mjs', import.meta.url))).href

/** Runs a script of ours for which the clock stands still and nothing is at random; its threads as well. */
export function steadily(script: string, args: readonly string[], at: Date): string {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TZ: 'UTC', STEADY_AT: String(at.getTime()), NODE_OPTIONS: `--import ${STEADY}` },
  })
  if (status !== 0) throw new Error(`${script} ended with ${status}`)
  return stdout
}
