import type { Readable } from 'node:stream'
import { badRequest } from '../../../server/answer/refusal.ts'

const MEGABYTE = 1024 * 1024

/** The text of an uploaded file, which may not be longer than so many bytes. */
export async function textOf(content: Readable, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of content) {
    const bytes = Buffer.from(part as Uint8Array)
    size += bytes.length
    if (size > most) throw badRequest(`数据文件不能超过 ${most / MEGABYTE} MB`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}
