import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { KnownCode, SourceFile } from '../../../core/index.ts'
import { writeDurably } from '../../disk/durable.ts'
import { ENGINE } from './config-files.ts'
import { PROGRAMS } from './program-of.ts'

/**
 * What decides whether a configuration is right, beside its own files: the checks, as sources or put together, their
 * schemas, their libraries.
 */
const CHECKS = ['src/core', PROGRAMS, 'schemas/meta']
const LIBRARIES = 'package-lock.json'
/** Name of the file, in the data folder and in a release. */
export const JUDGED = 'judged-configuration'

const add = (hash: Hash, ...texts: string[]): void => {
  for (const text of texts) hash.update(`${text.length}:`).update(text)
}

/** Nobody is served yet: see ALONE in config-files.ts. */
function addProgram(hash: Hash, engine: string): void {
  for (const folder of CHECKS.map(one => join(engine, one)).filter(path => existsSync(path))) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    add(hash, ...paths.sort().flatMap(path => [relative(engine, path), readFileSync(path, 'utf8')]))
  }
  const libraries = join(engine, LIBRARIES)
  add(hash, existsSync(libraries) ? readFileSync(libraries, 'utf8') : '')
}

/** `engine`: whose checks they are. */
export function printOf(files: readonly SourceFile[], code: KnownCode | undefined, engine = ENGINE): string {
  const hash = createHash('sha256')
  addProgram(hash, engine)
  // they come in an order that depends on where the folders lie
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  add(hash, JSON.stringify(code ?? null), ...sorted.flatMap(({ path, text }) => [path, text]))
  return hash.digest('hex')
}

/**
 * Which configuration was found right at an earlier start, or when a release was made, by a hash of its files and of
 * the checks. To judge it takes a fifth of a start and would come to the same.
 */
export class Judged {
  readonly #file: string
  #print = ''
  #isReleased = false

  /** `folder`: the data folder. */
  constructor(folder: string) {
    this.#file = join(folder, JUDGED)
  }

  /** Whether this configuration was found right by these checks. */
  async has(files: readonly SourceFile[], code: KnownCode | undefined): Promise<boolean> {
    this.#print = printOf(files, code)
    const [own, released] = await Promise.all(
      [this.#file, join(ENGINE, JUDGED)].map(file => readFile(file, 'utf8').catch(() => '')),
    )
    this.#isReleased = this.#print === released
    return this.#isReleased || this.#print === own
  }

  /** Of the configuration last asked about and the program that judges it; empty where none was. */
  get print(): string {
    return this.#print
  }

  /** Whether the one last asked about is the release's own, unchanged. */
  get isReleased(): boolean {
    return this.#isReleased
  }

  /** Remembers the one last asked about, which has been found right since. What cannot be kept is judged again. */
  async keep(): Promise<void> {
    await writeDurably(this.#file, this.#print).catch(() => undefined)
  }
}
