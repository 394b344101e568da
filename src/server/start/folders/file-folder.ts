import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileStore, Lying, Stored } from '../../files/store.ts'

const ID = /^[\w-]{16,64}$/

/** Stores files in `<data folder>/files`, in subfolders by the first characters of their ids. */
export async function openFileFolder(dataDir: string): Promise<FileStore> {
  const root = join(dataDir, 'files')
  await mkdir(root, { recursive: true })
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error(`${id} is no file id`)
    return join(root, id.slice(0, 2), id)
  }
  const takingIn = new Set<Promise<unknown>>()
  return {
    put: (id, content) => {
      const taking = take(pathOf(id), content).finally(() => takingIn.delete(taking))
      takingIn.add(taking)
      return taking
    },
    settled: async () => {
      await Promise.allSettled(takingIn)
    },
    open: id => read(pathOf(id)),
    remove: id => rm(pathOf(id), { force: true }),
    lying: () => lying(root),
  }
}

/** Opens before anything is answered: a file that is there and cannot be opened is no missing one. */
async function read(path: string): Promise<Readable | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  if ((await file.stat()).isFile()) return file.createReadStream()
  await file.close()
  return undefined
}

const DRAFT = '.part'

/** Lists folder by folder; files deleted meanwhile are skipped. */
async function* lying(root: string): AsyncGenerator<Lying[]> {
  for (const folder of await readdir(root, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue
    const inside = await readdir(join(root, folder.name), { withFileTypes: true }).catch(() => [])
    const found = await Promise.all(
      inside
        .filter(one => one.isFile())
        .map(async ({ name, parentPath }): Promise<Lying[]> => {
          const path = join(parentPath, name)
          const isWhole = !name.endsWith(DRAFT)
          const facts = await stat(path).catch(() => undefined)
          return facts && (!isWhole || ID.test(name))
            ? [{ id: name, isWhole, writtenAt: facts.mtimeMs, remove: () => rm(path, { force: true }) }]
            : []
        }),
    )
    yield found.flat()
  }
}

/**
 * Writes and syncs a draft, then renames it: an acknowledged upload survives a crash, and an incomplete one is never
 * visible.
 */
async function take(path: string, content: AsyncIterable<Uint8Array>): Promise<Stored> {
  await mkdir(dirname(path), { recursive: true })
  // two simultaneous uploads of the same content need different drafts
  const draft = `${path}.${randomUUID()}${DRAFT}`
  const hash = createHash('sha256')
  let size = 0
  const file = await open(draft, 'wx')
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
    await file.close()
    await rename(draft, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}
