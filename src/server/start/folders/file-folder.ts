import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { mkdirDurably, writeDurably } from '../../disk/durable.ts'
import { DRAFT } from '../../disk/names.ts'
import type { FileReading, FileStore, Lying, Stored } from '../../files/store.ts'

const ID = /^[\w-]{16,64}$/

/** Where a file lies below the folder of files. */
export const pathOfFile = (id: string): string => `${id.slice(0, 2)}/${id}`

const rootIn = (dataDir: string): string => join(dataDir, 'files')

function pathIn(root: string, id: string): string {
  if (!ID.test(id)) throw new Error(`${id} is no file id`)
  return join(root, pathOfFile(id))
}

/** The files of a data folder as they are; nothing is made for it. */
export function readFileFolder(dataDir: string): FileReading {
  const pathOf = (id: string): string => pathIn(rootIn(dataDir), id)
  return {
    open: id => read(pathOf(id)),
    size: id => sizeOf(pathOf(id)),
  }
}

/** Stores files in `<data folder>/files`, in subfolders by the first characters of their ids. */
export async function openFileFolder(dataDir: string): Promise<FileStore> {
  const root = rootIn(dataDir)
  await mkdirDurably(root)
  /** subfolders whose names are known to be on the disk: an upload need not make sure again */
  const made = new Set<string>()
  const pathOf = (id: string): string => pathIn(root, id)
  const takingIn = new Set<Promise<unknown>>()
  return {
    put: (id, content) => {
      const taking = take(pathOf(id), content, made).finally(() => takingIn.delete(taking))
      takingIn.add(taking)
      return taking
    },
    settled: async () => {
      await Promise.allSettled(takingIn)
    },
    ...readFileFolder(dataDir),
    remove: id => rm(pathOf(id), { force: true }),
    lying: () => lying(root),
  }
}

/** A file that is there and cannot be read is no missing one. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(unlessMissing)
  return found?.isFile() ? found.size : undefined
}

/** Opens before anything is answered: what cannot be opened is told as that. */
async function read(path: string): Promise<Readable | undefined> {
  const file = await open(path).catch(unlessMissing)
  if (!file) return undefined
  if ((await file.stat()).isFile()) return file.createReadStream()
  await file.close()
  return undefined
}

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

/** Returns when the file is on the disk: an acknowledged upload survives a crash, an incomplete one is never seen. */
async function take(path: string, content: AsyncIterable<Uint8Array>, made: Set<string>): Promise<Stored> {
  const folder = dirname(path)
  if (!made.has(folder)) await mkdirDurably(folder)
  made.add(folder)
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  try {
    await writeDurably(path, counted())
  } catch (error) {
    // somebody may have taken the folder away
    made.delete(folder)
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}
