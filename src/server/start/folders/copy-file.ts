import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Copies what is in a file, not who may read it, as the system's own copy does: a build or a backup that came from
 * another machine may be open to all, the data folder is not. Errors: those of the file system; nothing is made for a
 * source that is gone (`ENOENT`).
 */
export async function copyContent(source: string, target: string): Promise<void> {
  const file = await open(source)
  await pipeline(file.createReadStream(), createWriteStream(target))
}
