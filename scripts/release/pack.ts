import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { create } from 'tar'
import { sha256 } from '../../src/cli/install/release-folder.ts'
import { filesAt } from './files.ts'

/** Not the usual level, which systems speed up in ways of their own. */
const BEST = 9

/** Packs a folder, so that the same files make the same bytes: in one order, of one time, of nobody. */
export async function pack(folder: string, archive: string, made: Date, level = BEST): Promise<void> {
  const [home, name] = [dirname(folder), basename(folder)]
  await create({ file: archive, cwd: home, gzip: { level }, portable: true, mtime: made }, filesAt(home, name))
  writeFileSync(`${archive}.sha256`, `${await sha256(archive)}  ${basename(archive)}\n`)
}
