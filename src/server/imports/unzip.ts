import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { MOST_UNPACKED_MB } from '../../core/contract/imports.ts'
import { badRequest } from '../answer/refusal.ts'

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const END_LENGTH = 22
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
const STORED = 0
const DEFLATED = 8
const MOST_COMMENT = 65_535
const MOST_ENTRIES = 2000
const BROKEN = '文件已损坏，打不开，请在表格软件里另存为 .xlsx 再试'
const TOO_BIG = `文件解压后超过 ${MOST_UNPACKED_MB} MB，请删去多余的工作表和图片，或分成几个文件`

interface Entry {
  name: string
  method: number
  packed: Buffer
}

function directoryAt(file: Buffer): { at: number; count: number } {
  const least = Math.max(0, file.length - END_LENGTH - MOST_COMMENT)
  for (let at = file.length - END_LENGTH; at >= least; at--)
    if (file.readUInt32LE(at) === END) return { count: file.readUInt16LE(at + 10), at: file.readUInt32LE(at + 16) }
  throw badRequest(BROKEN)
}

function entryAt(file: Buffer, at: number): { entry: Entry; next: number } {
  if (at + ENTRY_LENGTH > file.length || file.readUInt32LE(at) !== ENTRY) throw badRequest(BROKEN)
  const [nameLength, extra, comment] = [28, 30, 32].map(offset => file.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ]
  const local = file.readUInt32LE(at + 42)
  if (local + LOCAL_LENGTH > file.length) throw badRequest(BROKEN)
  const begin = local + LOCAL_LENGTH + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  return {
    entry: {
      name: file.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.subarray(begin, begin + file.readUInt32LE(at + 20)),
    },
    next: at + ENTRY_LENGTH + nameLength + extra + comment,
  }
}

async function contentOf({ method, packed }: Entry, most: number): Promise<Buffer> {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw badRequest(BROKEN)
  return inflate(packed, { maxOutputLength: Math.max(1, most) }).catch((error: NodeJS.ErrnoException) => {
    throw badRequest(error.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_BIG : BROKEN)
  })
}

/**
 * Unpacks an archive, off the main thread, to the parts that `wanted` says; the others are unpacked as well, so that
 * none that claims to be small can fill the memory of whoever unpacks it later. Throws a Refusal in plain words.
 */
export async function unzipped(file: Buffer, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>()
  let left = MOST_UNPACKED_MB * 1024 * 1024
  if (file.length < END_LENGTH) throw badRequest(BROKEN)
  const { at, count } = directoryAt(file)
  if (count > MOST_ENTRIES) throw badRequest(TOO_BIG)
  for (let place = at, n = 0; n < count; n++) {
    const { entry, next } = entryAt(file, place)
    const content = await contentOf(entry, left)
    left -= content.length
    if (left < 0) throw badRequest(TOO_BIG)
    if (wanted(entry.name)) parts.set(entry.name, content)
    place = next
  }
  return parts
}
