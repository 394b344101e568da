import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
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

const textIn = (folder: string, name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined

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

/** All files of a folder as they are, links as what they lead to; paths with `/`. */
export async function sumsOf(folder: string): Promise<Sums> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isSummed)
    .sort()
  const sums = new Map<string, string>()
  for (const path of paths) sums.set(path, await sha256(join(folder, path)))
  return sums
}
