import { t } from '../i18n/t.ts'
import { notify } from './notice.ts'
import { token } from './session.ts'

/** Types that are known (R7.07); everything else is just bytes. */
const TYPES: Record<string, string> = {
  pdf: 'application/pdf', txt: 'text/plain', csv: 'text/csv', json: 'application/json',
  doc: 'application/msword', docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  mp3: 'audio/mpeg', mp4: 'video/mp4', flv: 'video/x-flv',
}
const GENERIC = 'application/octet-stream'
/** What may be saved of content that is no address (R5.08). */
const SAVED = new Set(['txt', 'json'])

export const formatOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const typeOf = (format: string): string => TYPES[format] ?? GENERIC
const isAddress = (content: string): boolean => /^(https?|ftp):\/\//i.test(content)

/** Saves what an address leads to, or the content itself. Throws, and has said why, when it cannot (R8.05). */
export async function download(content: string, name: string): Promise<void> {
  try {
    save(isAddress(content) ? await read(content, formatOf(name)) : own(content, formatOf(name)), name)
  } catch (cause) {
    notify({ level: 'error', text: cause instanceof Error ? cause.message : String(cause) })
    throw cause
  }
}

async function read(url: string, format: string): Promise<Blob> {
  const bearer = token()
  // nobody else is told who is asking
  const isOurs = new URL(url).origin === location.origin
  const answer = await fetch(url, isOurs && bearer ? { headers: { authorization: `Bearer ${bearer}` } } : { credentials: 'omit' }).catch(() => undefined)
  if (!answer?.ok) throw new Error(t('文件没有下载成功，可能已被删除或您无权查看'))
  return new Blob([await answer.arrayBuffer()], { type: typeOf(format) })
}

function own(content: string, format: string): Blob {
  if (!SAVED.has(format)) throw new Error(t('只能保存为 txt 或 json 文件'))
  return new Blob([content], { type: `${typeOf(format)};charset=utf-8` })
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser has taken hold of it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
