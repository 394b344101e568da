import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { writeDurably } from '../../disk/durable.ts'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)
const TEXT = /\.(js|css|html|svg|json|map|txt)$/
const MINIMUM = 1024

const BEST = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

async function isFresh(file: string, than: number): Promise<boolean> {
  return stat(file).then(
    found => found.mtimeMs >= than,
    () => false,
  )
}

async function compress(file: string): Promise<void> {
  const { mtimeMs, size, mode } = await stat(file)
  if (size < MINIMUM || (await isFresh(`${file}.br`, mtimeMs))) return
  const content = await readFile(file)
  // the original's permissions, since an nginx may serve the folder; otherwise the server's umask applies
  const rights = mode & 0o777
  await writeDurably(`${file}.gz`, await gz(content, { level: 9 }), rights)
  await writeDurably(`${file}.br`, await brotli(content, BEST), rights)
}

/**
 * Writes compressed copies of the console's files, once for each build. If the folder is read-only, files are served
 * uncompressed.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries
    .filter(entry => entry.isFile() && TEXT.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  await Promise.all(files.map(file => compress(file).catch(() => {})))
}
