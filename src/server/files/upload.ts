import { randomBytes } from 'node:crypto'
import { Refusal } from '../answer/refusal.ts'
import { ALLOWED_KINDS, fits, HEAD, fileKindOf } from './kinds.ts'

/** An incoming file. */
export interface Upload {
  name: string
  content: AsyncIterable<Uint8Array>
}

export const MAX_FILE_MB = 50
const MAX_FILE = MAX_FILE_MB * 1024 * 1024
export const MAX_FILES = 10
const NAME_LENGTH = 120

/** 24 random bytes: ids must not be guessable, since they are part of the file's address. */
export const newFileId = (): string => randomBytes(24).toString('base64url')

/** Splits a name at its last dot. */
function parts(name: string): [stem: string, ending: string] {
  const [, stem = name, ending = ''] = /^(.*)(\.[^.]+)$/.exec(name) ?? []
  return [stem, ending]
}

/** Control and format characters, among them those that reverse text direction, and halves of surrogate pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * A file name that is safe to show: no folders, no characters that disguise its extension by reversing text, no commas
 * (which separate files in a field), and nothing that a proxy could read as part of a URL.
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

/** A name of only dots and blanks. */
const isNameless = (name: string): boolean => /^[.\s]*$/.test(parts(name)[0])

/** The content; throws on the way if it is too large or does not match the type of its name. */
export async function* checked({ name, content }: Upload): AsyncIterable<Uint8Array> {
  if (isNameless(name)) throw new Refusal(400, '文件没有名字，请改名后再上传')
  const kind = fileKindOf(name)
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
