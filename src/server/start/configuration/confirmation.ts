import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../../../core/index.ts'
import { writeDurably } from '../../disk/durable.ts'
import { CONFIRMATION } from './config-files.ts'
import { readConfigFolder } from './config-folder.ts'

/** Names one state of the folder: whoever confirms it has not confirmed what comes after. */
function stateOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  // they come in an order that depends on where the folders lie
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { path, text } of sorted) hash.update(`${path.length}:${path}${text.length}:`).update(text)
  return hash.digest('hex')
}

export async function isConfirmed(root: string, files: readonly SourceFile[]): Promise<boolean> {
  const confirmed = await readFile(join(root, CONFIRMATION), 'utf8').catch(() => '')
  return confirmed.trim() === stateOf(files)
}

/** Confirms the folder as it is now; returns how many files it has. */
export async function confirmFolder(root: string): Promise<number> {
  const files = await readConfigFolder(root)
  await writeDurably(join(root, CONFIRMATION), `${stateOf(files)}\n`)
  return files.length
}
