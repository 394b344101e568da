import { randomBytes } from 'node:crypto'
import { Refusal } from '../answer/refusal.ts'
import { ALLOWED_KINDS, fits, HEAD, kindOf } from './kinds.ts'

/** A file on its way in. */
export interface Upload {
  name: string
  content: AsyncIterable<Uint8Array>
}

export const MAX_FILE_MB = 50
const MAX_FILE = MAX_FILE_MB * 1024 * 1024
export const MAX_FILES = 10
const NAME_LENGTH = 120

/** 24 random bytes cannot be guessed. */
export const newFileId = (): string => randomBytes(24).toString('base64url')

/** What stands before the last dot, and the rest. */
function parts(name: string): [stem: string, ending: string] {
  const [, stem = name, ending = ''] = /^(.*)(\.[^.]+)$/.exec(name) ?? []
  return [stem, ending]
}

/** Characters that are invisible, that reverse the order of others, or that are half of a surrogate pair. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * The name as it is shown: without folders, without what turns it around on the screen, and without what separates
 * names in a list or what a server on the way might read as part of an address.
 */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? ''
  const clean = last
    .replace(UNSEEN, '')
    .replace(/["<>|:*?]/g, '')
    .replaceAll(',', '，')
    .replaceAll('%', '％')
    .replaceAll(';', '；')
    .trim()
  const [stem, ending] = parts(clean)
  return [...stem].slice(0, NAME_LENGTH).join('') + ending
}

/** Dots and blanks are no name that anybody could ask for. */
const isNameless = (name: string): boolean => /^[.\s]*$/.test(parts(name)[0])

/** The content, refused on the way when it is too large or is not what its name says. */
export async function* checked({ name, content }: Upload): AsyncIterable<Uint8Array> {
  if (isNameless(name)) throw new Refusal(400, '文件没有名字，请改名后再上传')
  const kind = kindOf(name)
  if (!kind) throw new Refusal(400, `不支持的文件类型：${name}（可上传 ${ALLOWED_KINDS.join('、')}）`)
  let size = 0
  let waiting: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of content) {
    size += chunk.length
    if (size > MAX_FILE) throw new Refusal(413, `文件过大：${name}（不能超过 ${MAX_FILE_MB} MB）`)
    if (waiting === undefined) {
      yield chunk
      continue
    }
    waiting = Buffer.concat([waiting, chunk])
    if (waiting.length < HEAD) continue
    if (!fits(kind, waiting)) break
    yield waiting
    waiting = undefined
  }
  if (size === 0) throw new Refusal(400, `文件是空的：${name}`)
  if (waiting === undefined) return
  if (!fits(kind, waiting)) throw new Refusal(400, `文件内容与类型不符：${name}`)
  yield waiting
}
