import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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

/** Writes a draft and renames it, because several servers may start on one folder. */
async function lay(file: string, content: Buffer, mode: number): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content)
  // copies the original's permissions, since an nginx may serve the folder; otherwise the server's umask applies
  await chmod(draft, mode & 0o777)
  await rename(draft, file)
}

async function compress(file: string): Promise<void> {
  const { mtimeMs, size, mode } = await stat(file)
  if (size < MINIMUM || (await isFresh(`${file}.br`, mtimeMs))) return
  const content = await readFile(file)
  await lay(`${file}.gz`, await gz(content, { level: 9 }), mode)
  await lay(`${file}.br`, await brotli(content, BEST), mode)
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
