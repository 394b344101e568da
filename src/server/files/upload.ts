import { randomBytes } from 'node:crypto'
import { Refusal } from '../http/refusal.ts'
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

/** Nobody guesses 24 random bytes. */
export const newFileId = (): string => randomBytes(24).toString('base64url')

/** The name as it is shown: without folders, without what turns it around on the screen, and without what separates names in a list. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? ''
  // oxlint-disable-next-line no-control-regex
  const clean = last.replace(/[\u0000-\u001f\u007f"<>|:*?\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').replaceAll(',', '，').trim()
  const [, stem = clean, extension = ''] = /^(.*)(\.[^.]+)$/.exec(clean) ?? []
  return [...stem].slice(0, NAME_LENGTH).join('') + extension
}

/** The content, refused on the way when it is too large or is not what its name says. */
export async function* checked({ name, content }: Upload): AsyncIterable<Uint8Array> {
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
