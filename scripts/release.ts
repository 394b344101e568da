/**
 * `npm run release -- [--into <folder>] [--version <version>]`: makes wangjian-<version>.tar.gz, for machines that have a
 * Node and no internet. RELEASE_KEY (PEM) or RELEASE_KEY_FILE: the Ed25519 key that signs it. SOURCE_DATE_EPOCH: the
 * moment that its files bear, else that of the last commit.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWith } from './end.ts'
import { pack } from './release/pack.ts'
import { stage } from './release/stage.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { version: ours } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const { values } = parseArgs({
  options: { into: { type: 'string', default: 'releases' }, version: { type: 'string', default: ours } },
})

function moment(): Date {
  const said = process.env['SOURCE_DATE_EPOCH']
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' })
  return new Date(1000 * Number(said ?? (commit.status === 0 ? commit.stdout.trim() : 0)))
}

function signingKey(): string | undefined {
  const [text, file] = [process.env['RELEASE_KEY'], process.env['RELEASE_KEY_FILE']]
  return text || (file ? readFileSync(file, 'utf8') : undefined)
}

await endWith(async () => {
  // builds nothing where the console is newer than its sources
  const build = ['--import', 'tsx', 'scripts/start.ts', '--build']
  const built = spawnSync(process.execPath, build, { cwd: ROOT, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The console could not be built')
  const [into, name, made, key] = [resolve(values.into), `wangjian-${values.version}`, moment(), signingKey()]
  mkdirSync(into, { recursive: true })
  const draft = mkdtempSync(join(into, '.draft-'))
  try {
    const folder = join(draft, name)
    mkdirSync(folder)
    await stage({ into: folder, version: values.version, made, key, judgedIn: join(ROOT, '.cache') })
    const archive = join(into, `${name}.tar.gz`)
    await pack(folder, archive, made)
    console.log(`${archive}${key === undefined ? '  没有签名 / not signed' : ''}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
})
