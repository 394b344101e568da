import { detectDelimiter, streamCsvRows } from 'hucre/csv'
import { badRequest } from '../../answer/refusal.ts'

/** Letters from which the delimiter is known. */
const HEAD = 20_000

const startsWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => file[at] === byte)

const decode = (encoding: string, file: Buffer): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

/** UTF-8, or what Chinese Excel writes: GBK, of which GB 18030 is the newer whole. */
export function textIn(file: Buffer): string {
  if (startsWith(file, 0xff, 0xfe)) return decode('utf-16le', file) ?? ''
  if (startsWith(file, 0xfe, 0xff)) return decode('utf-16be', file) ?? ''
  const text = decode('utf-8', file) ?? decode('gb18030', file)
  if (text === undefined || text.includes('\u0000'))
    throw badRequest('看不懂文件里的文字，请在表格软件里另存为 .xlsx，或“CSV UTF-8”')
  return text
}

export function* csvRows(text: string): Generator<{ row: number; cells: string[] }> {
  let row = 0
  for (const cells of streamCsvRows(text, { delimiter: detectDelimiter(text.slice(0, HEAD)) }))
    yield { row: ++row, cells: cells as string[] }
}
