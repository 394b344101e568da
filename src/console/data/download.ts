import type { ConsoleApp } from '../app/app.ts'
import { t } from '../i18n/t.ts'
import type { Call } from '../../core/contract/configuration.ts'
import { placeOf } from './address.ts'
import { currentConfig } from './config/config.ts'
import { noAnswer } from './http/errors.ts'
import { sendForFile, type Args } from './http/http.ts'
import { notify } from '../feedback/notice.ts'
import { token } from './session/session.ts'

/** Types that are known (R7.07); everything else is just bytes. */
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  flv: 'video/x-flv',
}
const GENERIC = 'application/octet-stream'
/** What may be saved of content that is no address (R5.08). */
const SAVED = new Set(['txt', 'json'])

export const formatOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const typeOf = (format: string): string => TYPES[format] ?? GENERIC
const isAddress = (content: string): boolean => /^(https?|ftp):\/\//i.test(content)

/** Saves what an address leads to, or the content itself. Throws, and has said why, when it cannot (R8.05). */
export const download = (app: ConsoleApp, content: string, name: string): Promise<void> =>
  notifyingFailure(app, async () =>
    save(isAddress(content) ? await bytes(read(app, content), name) : own(content, formatOf(name)), name),
  )

/** Saves what a call answers with. */
export const downloadOf = (app: ConsoleApp, call: Call, args: Args, name: string): Promise<void> =>
  notifyingFailure(app, async () => save(await bytes(sendForFile(app, call, args), name), name))

async function notifyingFailure(app: ConsoleApp, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    notify(app, { level: 'error', text: cause instanceof Error ? cause.message : String(cause) })
    throw cause
  }
}

/** Under the file base alone it is told who asks; elsewhere in our origin there are no files, but calls. */
async function read(app: ConsoleApp, address: string): Promise<Response> {
  const { kind, url } = placeOf(address, currentConfig(app).manifest.app.api.fileBase)
  if (kind === 'nowhere') throw new Error(t('这个地址不是文件，没有下载'))
  const bearer = kind === 'own' ? token() : undefined
  const request: RequestInit = bearer
    ? { headers: { authorization: `Bearer ${bearer}` } }
    : { credentials: 'omit', referrerPolicy: 'no-referrer' }
  return fetch(url, request).catch(() => {
    throw noAnswer()
  })
}

async function bytes(asked: Promise<Response>, name: string): Promise<Blob> {
  const answer = await asked
  if (!answer?.ok) throw new Error(t('文件没有下载成功，可能已被删除或您无权查看'))
  return new Blob([await answer.arrayBuffer()], { type: typeOf(formatOf(name)) })
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
