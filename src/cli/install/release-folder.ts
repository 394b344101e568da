import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readFileSync, type Dirent, type Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isSummed, PUBLIC_KEY, readSums, SIGNATURE, SUMS, type Sums } from './sums.ts'

/** What a release says of itself. */
export const RELEASE = 'release.json'
export interface Release {
  name: string
  version: string
  /** Node versions that it runs on, as in package.json */
  node: string
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

const textIn = (folder: string, name: string): string | undefined =>
  isFile(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined

/** `undefined` where the folder is no release. */
export function releaseIn(folder: string): Release | undefined {
  const text = textIn(folder, RELEASE)
  return text === undefined ? undefined : (JSON.parse(text) as Release)
}

export interface Said {
  text: string | undefined
  sums: Sums | undefined
  signature: string | undefined
  publicKey: string | undefined
}

/** Checksums, signature and key, as they lie in the folder. */
export function saidBy(folder: string): Said {
  const text = textIn(folder, SUMS)
  return {
    text,
    sums: text === undefined ? undefined : readSums(text),
    signature: textIn(folder, SIGNATURE),
    publicKey: textIn(folder, PUBLIC_KEY),
  }
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Paths of all that lies in a folder, with `/`. */
async function pathsIn(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(isWanted)
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** What may be wrong with a file or folder beside its content. */
export type Oddity = 'setid' | 'writable' | 'notPlain'
const [SETID, OTHERS_WRITE] = [0o6000, 0o022]

function oddityOf(found: Stats): Oddity | undefined {
  // a release holds files and folders: sums say nothing of where a link leads, nor of what waits for a reader
  if (!found.isFile() && !found.isDirectory()) return 'notPlain'
  if (process.platform === 'win32') return undefined
  if ((found.mode & SETID) !== 0) return 'setid'
  return (found.mode & OTHERS_WRITE) !== 0 ? 'writable' : undefined
}

/** What sums do not tell, by what is wrong; the folder itself is `.`. */
export async function oddities(folder: string): Promise<Map<Oddity, string[]>> {
  const odd = new Map<Oddity, string[]>()
  for (const path of ['.', ...(await pathsIn(folder, () => true))]) {
    const oddity = oddityOf(await lstat(join(folder, path)))
    if (oddity) odd.set(oddity, [...(odd.get(oddity) ?? []), path])
  }
  return odd
}

/** All plain files of a folder. */
export async function sumsOf(folder: string): Promise<Sums> {
  const paths = (await pathsIn(folder, entry => entry.isFile())).filter(isSummed)
  const sums = new Map<string, string>()
  for (const path of paths) sums.set(path, await sha256(join(folder, path)))
  return sums
}
