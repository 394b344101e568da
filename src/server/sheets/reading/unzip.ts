import { createInflateRaw } from 'node:zlib'
import { MOST_UNPACKED_MB } from '../../../core/contract/imports.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'

const END = 0x06054b50
const END_LENGTH = 22
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
const STORED = 0
const DEFLATED = 8
const MOST_COMMENT = 65_535
const MOST_ENTRIES = 2000
export const BROKEN = '文件已损坏，打不开，请在表格软件里另存为 .xlsx 再试'
export const TOO_BIG = `文件解压后超过 ${MOST_UNPACKED_MB} MB，请删去多余的工作表和图片，或分成几个文件`

/** The size of an entry that says it elsewhere, because it may have more than four gigabytes. */
const ELSEWHERE = 0xffffffff
const MOST_BYTES = MOST_UNPACKED_MB * 1024 * 1024

interface Entry {
  method: number
  packed: Buffer
  /** bytes that it claims to unpack to */
  claimed: number
}

/** An archive whose entries are unpacked as they are read, and all together up to a limit. */
export interface Archive {
  /** undefined if there is no such entry */
  open(name: string): AsyncGenerator<Buffer> | undefined
}

function directoryAt(file: Buffer): { at: number; count: number } {
  const least = Math.max(0, file.length - END_LENGTH - MOST_COMMENT)
  for (let at = file.length - END_LENGTH; at >= least; at--)
    if (file.readUInt32LE(at) === END) return { count: file.readUInt16LE(at + 10), at: file.readUInt32LE(at + 16) }
  throw badRequest(BROKEN)
}

function entryAt(file: Buffer, at: number): { name: string; entry: Entry; next: number } {
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
    name: file.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
    entry: {
      method: file.readUInt16LE(at + 10),
      packed: file.subarray(begin, begin + file.readUInt32LE(at + 20)),
      claimed: file.readUInt32LE(at + 24) % ELSEWHERE,
    },
    next: at + ENTRY_LENGTH + nameLength + extra + comment,
  }
}

async function* contentOf({ method, packed }: Entry, take: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (method !== STORED && method !== DEFLATED) throw badRequest(BROKEN)
  if (method === STORED) {
    take(packed.length)
    yield packed
    return
  }
  const inflating = createInflateRaw()
  inflating.end(packed)
  try {
    for await (const chunk of inflating as AsyncIterable<Buffer>) {
      take(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Refusal ? error : badRequest(BROKEN)
  }
}

export function archiveOf(file: Buffer): Archive {
  if (file.length < END_LENGTH) throw badRequest(BROKEN)
  const { at, count } = directoryAt(file)
  if (count > MOST_ENTRIES) throw badRequest(TOO_BIG)
  const entries = new Map<string, Entry>()
  let claimed = 0
  for (let place = at, n = 0; n < count; n++) {
    const { name, entry, next } = entryAt(file, place)
    entries.set(name, entry)
    claimed += entry.claimed
    place = next
  }
  // what claims less than it holds is found while it is read
  if (claimed > MOST_BYTES) throw badRequest(TOO_BIG)
  let left = MOST_BYTES
  const take = (bytes: number): void => {
    left -= bytes
    if (left < 0) throw badRequest(TOO_BIG)
  }
  return {
    open: name => {
      const entry = entries.get(name)
      return entry && contentOf(entry, take)
    },
  }
}
