/** Lays out a release in a folder: programs, console, configuration, data files, licences. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LAUNCHER, PROGRAM_ENTRIES } from './programs.ts'
import { RELEASE, type Release } from '../../src/cli/install/release-folder.ts'
import { PRODUCTS } from '../../src/products.ts'
import type { LiveConfiguration } from '../../src/server/config/live.ts'
import { knownCode } from '../../src/server/product/known-code.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { JUDGED, Judged, printOf } from '../../src/server/start/configuration/judged.ts'
import { firstConfiguration } from '../../src/server/start/configuration/live-configuration.ts'
import { namedProduct } from '../../src/server/start/configuration/named-product.ts'
import { PROGRAMS } from '../../src/server/start/configuration/program-of.ts'
import { EMPTY_DATABASE } from '../../src/server/start/database/make-database.ts'
import { bundle } from '../bundle.ts'
import { packDatabase } from './database.ts'
import { copyFiles } from './files.ts'
import { copyLibrary, foldersOfLibraries, LIBRARIES } from './libraries.ts'
import { CONSOLE_PARTS, foldersOf, licencesText, partIn, type Part } from './parts.ts'
import { bomOf, npmBom } from './sbom.ts'
import { seal } from './seal.ts'
import { steadily } from './steadily.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a server reads while it runs, and what people read. */
const FOLDERS = ['base', 'schemas', 'customers', 'data-maps', 'data-regions', 'demo', 'deploy', 'dist', 'docs']
/** What a thread of its own runs of the embedded database: no program that is put together. */
const WORKER = 'src/server/db/pglite'
const FILES = ['LICENSE', 'NOTICE', 'README.md', 'README.zh-CN.md']

export interface Making {
  /** an empty folder */
  into: string
  version: string
  /** the moment that the release bears */
  made: Date
  /** Ed25519, PEM; a release without is not signed */
  key: string | undefined
  /** folder that remembers which configuration has been judged */
  judgedIn: string
  /** as in packDatabase */
  like?: string | undefined
}

async function programs(into: string): Promise<string[]> {
  const modules = await bundle({
    programs: PROGRAM_ENTRIES,
    into: join(into, PROGRAMS),
    standsAt: path => `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`,
    without: [...LIBRARIES, 'vite', 'tsx'],
    define: { 'globalThis.IS_RELEASE': 'true' },
  })
  return foldersOf(modules, ROOT)
}

/** A release bears no configuration that would not start, and need not judge its own anew. */
async function judged(into: string, judgedIn: string): Promise<LiveConfiguration> {
  const code = knownCode(PRODUCTS)
  mkdirSync(judgedIn, { recursive: true })
  const before = new Judged(judgedIn)
  const live = await firstConfiguration(ROOT, code, before)
  await before.keep()
  writeFileSync(join(into, JUDGED), printOf(await readConfigFolder(into), code, into))
  return live
}

function parts(into: string, inPrograms: readonly string[], libraries: readonly string[]): Part[] {
  const inConsole = JSON.parse(readFileSync(join(ROOT, 'dist', CONSOLE_PARTS), 'utf8')) as string[]
  rmSync(join(into, 'dist', CONSOLE_PARTS))
  const folders = [...new Set([...inPrograms, ...inConsole, ...libraries])].sort()
  return folders.map(folder => partIn(join(ROOT, folder)))
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

export async function stage({ into, version, made, key, judgedIn, like }: Making): Promise<void> {
  for (const path of [...FOLDERS, ...FILES]) copyFiles(ROOT, path, into, () => true)
  copyFiles(ROOT, WORKER, into, path => path.endsWith('.mjs'))
  const libraries = foldersOfLibraries(ROOT)
  for (const folder of libraries) copyLibrary(ROOT, folder, into)
  const contained = parts(into, await programs(into), libraries)
  writeFileSync(join(into, 'LICENCES.txt'), licencesText(contained))
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } }
  const release: Release = { name: 'wangjian', version, node: engines.node }
  writeFileSync(join(into, 'sbom.cdx.json'), asJson(bomOf(npmBom(ROOT), contained, release, made)))
  writeFileSync(join(into, RELEASE), asJson(release))
  copyFileSync(join(ROOT, LAUNCHER), join(into, 'wangjian'))
  chmodSync(join(into, 'wangjian'), 0o755)
  const live = await judged(into, judgedIn)
  const archive = join(into, EMPTY_DATABASE)
  if (like === undefined) steadily('scripts/release/make-database.ts', [archive], made)
  else {
    const { tables } = namedProduct(live.configuration, PRODUCTS)
    await packDatabase({ archive, live, tables, made, like })
  }
  await seal(into, key)
}
