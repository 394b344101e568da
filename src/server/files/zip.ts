import { Zip, ZipPassThrough } from 'fflate'

/** One file of an archive. */
export type ZipPart = [name: string, content: AsyncIterable<Uint8Array>]

/** Most file systems allow names of 255 bytes; the rest is for a number that tells equal names apart. */
const NAME_BYTES = 200

/** Shortens a name to what all file systems accept, keeping its extension. */
export function packedName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replace(/[\u0000-\u001f\\/:*?"<>|]/g, '_').replace(/^\.+/, '_')
  const signs = [...plain]
  while (Buffer.byteLength(signs.join('')) > NAME_BYTES) signs.shift()
  return signs.join('')
}

export async function* once(content: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content
}

/** Writes a zip archive as a stream, so that it never needs to fit into memory. */
export async function* zipped(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const [name, content] of parts) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    for await (const chunk of content) {
      entry.push(chunk)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
  }
  zip.end()
  yield* ready
}
