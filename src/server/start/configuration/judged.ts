import { createHash, type Hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownCode, SourceFile } from '../../../core/index.ts'
import { ENGINE } from './config-files.ts'

/** What decides whether a configuration is right, beside its own files: the checks, their schemas, their libraries. */
const CHECKS = [join('src', 'core'), join('schemas', 'meta')]
const LIBRARIES = 'package-lock.json'
/** Name of the file in the data folder. */
export const JUDGED = 'judged-configuration'

const add = (hash: Hash, ...texts: string[]): void => {
  for (const text of texts) hash.update(`${text.length}:`).update(text)
}

async function addProgram(hash: Hash): Promise<void> {
  for (const folder of CHECKS) {
    const entries = await readdir(join(ENGINE, folder), { recursive: true, withFileTypes: true })
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    const texts = await Promise.all(paths.sort().map(path => readFile(path, 'utf8')))
    add(hash, ...paths.flatMap((path, i) => [path, texts[i] ?? '']))
  }
  add(hash, await readFile(join(ENGINE, LIBRARIES), 'utf8').catch(() => ''))
}

async function printOf(files: readonly SourceFile[], code: KnownCode | undefined): Promise<string> {
  const hash = createHash('sha256')
  await addProgram(hash)
  add(hash, JSON.stringify(code ?? null), ...files.flatMap(({ path, text }) => [path, text]))
  return hash.digest('hex')
}

/**
 * Which configuration was found right at an earlier start, by a hash of its files and of the checks. To judge it takes
 * a fifth of a start and would come to the same.
 */
export class Judged {
  readonly #file: string
  #print = ''

  /** `folder`: the data folder. */
  constructor(folder: string) {
    this.#file = join(folder, JUDGED)
  }

  /** Whether this configuration was found right by these checks. */
  async has(files: readonly SourceFile[], code: KnownCode | undefined): Promise<boolean> {
    this.#print = await printOf(files, code)
    return (await readFile(this.#file, 'utf8').catch(() => '')) === this.#print
  }

  /** Remembers the one last asked about, which has been found right since. What cannot be kept is judged again. */
  async keep(): Promise<void> {
    await writeFile(this.#file, this.#print).catch(() => undefined)
  }
}
