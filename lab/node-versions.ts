/**
 * `npm run node-versions [-- 22 24 26]`: under each of these versions of Node what a release and its makers need: the
 * check of the configuration, the pure tests, and a server on an embedded database of its own that answers, takes
 * an edit over and stops when it is told to. It ends with 1 where one of them does not. The programs come from npm's
 * packages (30 to 60 MB each) and are kept in `--cache`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const VERSIONS = ['20', '22', '24', '26']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string', default: '.cache/node-versions' } },
})
const cache = resolve(values.cache)

/** The program of a major version, as npm has it for this machine. */
function programOf(major: string): string {
  const folder = join(cache, major)
  const name = `node-${process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private": true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `${name}@${major}`], { cwd: folder, stdio: 'inherit' })
  }
  return program
}

const run = (node: string, args: readonly string[]): void => {
  execFileSync(node, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** What a server has said so far, and what it says later. */
class Said {
  readonly #child: ChildProcess
  #text = ''

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.on('data', part => (this.#text += String(part)))
  }

  async until(words: RegExp): Promise<string> {
    for (;;) {
      const found = words.exec(this.#text)
      if (found) return found[1] ?? ''
      if (this.#child.exitCode !== null) throw new Error(`The server ended:\n${this.#text}`)
      await pause(100)
    }
  }
}

const PAGE = 'schemas/pages/dataCenter/onlineShop.yaml'

/** A server with a folder of its own, in which somebody edits a page. */
async function serves(node: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'wangjian-node-versions-'))
  for (const folder of ['schemas', 'customers']) cpSync(folder, join(root, folder), { recursive: true })
  const own = { PORT: '0', CONFIG_DIR: root, DATA_DIR: join(root, 'data'), DATABASE_URL: '', DEMO: '0' }
  const child = spawn(node, ['--import', 'tsx', 'scripts/start.ts'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const said = new Said(child)
    const url = await said.until(/running at (\S+)/)
    const { status } = await fetch(`${url}/healthz`)
    if (status !== 200) throw new Error(`/healthz answers ${status}`)
    appendFileSync(join(root, PAGE), '# edited\n')
    await said.until(/configuration updated/)
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`The server ended with ${code}`)
  } finally {
    child.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  }
}

const PURE = ['tests/core', 'tests/conventions/engine-flags']
const STEPS: readonly (readonly [name: string, step: (node: string) => void | Promise<void>])[] = [
  ['validate', node => run(node, ['scripts/quick.mjs', 'src/cli/validate.ts'])],
  ['pure tests', node => run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'core', ...PURE])],
  ['server', serves],
]

for (const major of positionals.length > 0 ? positionals : VERSIONS) {
  const node = programOf(major)
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  for (const [name, step] of STEPS) {
    const began = performance.now()
    try {
      await step(node)
      console.log(`${version}  ${name}: passed in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    } catch (error) {
      console.log(`${version}  ${name}: FAILED, ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
}
