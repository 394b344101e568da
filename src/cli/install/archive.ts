import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extract } from 'tar'
import { mkdirDurably } from '../../server/disk/durable.ts'
import { UsageError } from '../args.ts'

const DRAFT = '.unpacked-'
/** what is still being written when an archive is refused comes after it */
const REMOVED = { recursive: true, force: true, maxRetries: 10 }

/** Unpacks an archive into a folder of its own within `home`, which is ours. `forget` takes it away again. */
export async function unpacked(
  archive: string,
  home: string,
): Promise<{ folder: string; forget: () => Promise<void> }> {
  await mkdirDurably(home)
  // of one that was cut off: there is but one upgrade at a time
  const left = (await readdir(home)).filter(name => name.startsWith(DRAFT))
  for (const name of left) await rm(join(home, name), REMOVED)
  const draft = join(home, DRAFT + randomUUID())
  await mkdirDurably(draft, 0o700)
  const forget = (): Promise<void> => rm(draft, REMOVED)
  try {
    // an archive that tries to leave the folder, or is cut short, is refused and not mended
    await extract({ file: archive, cwd: draft, strict: true, preserveOwner: false })
    const [name, ...others] = await readdir(draft)
    if (name === undefined || others.length > 0) throw new Error('not one folder')
    return { folder: join(draft, name), forget }
  } catch (error) {
    await forget()
    throw new UsageError(`${archive} 不能解开 / cannot be unpacked: ${error instanceof Error ? error.message : error}`)
  }
}
