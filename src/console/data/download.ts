import type { ConsoleApp } from '../app/app.ts'
import { t } from '../i18n/t.ts'
import type { Call } from '../../core/contract/configuration.ts'
import { addressTarget } from './address.ts'
import { currentConfig } from './config/config.ts'
import { doubtConnection } from './http/connection.ts'
import { isUnanswered, noAnswer } from './http/errors.ts'
import { sendForFile, type Args } from './http/http.ts'
import { notify } from '../feedback/notice.ts'
import { token } from './session/session.ts'

/** Known types (R7.07); all others are application/octet-stream. */
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
/** Types of content (as opposed to addresses) that may be saved (R5.08). */
const SAVED = new Set(['txt', 'json'])

export const formatOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const typeOf = (format: string): string => TYPES[format] ?? GENERIC
const isAddress = (content: string): boolean => /^(https?|ftp):\/\//i.test(content)

/** Saves a file at an address, or the content itself. On failure it shows the error and throws (R8.05). */
export const download = (app: ConsoleApp, content: string, name: string): Promise<void> =>
  notifyingFailure(app, async () =>
    saveBlob(isAddress(content) ? await bytes(read(app, content), name) : own(content, formatOf(name)), name),
  )

/** Saves the file that a call answers with. */
export const downloadOf = (app: ConsoleApp, call: Call, args: Args, name: string): Promise<void> =>
  notifyingFailure(app, async () => saveBlob(await bytes(sendForFile(app, call, args), name), name))

async function notifyingFailure(app: ConsoleApp, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const again = () => void notifyingFailure(app, work).catch(() => undefined)
    notify(app, {
      level: 'error',
      text: cause instanceof Error ? cause.message : String(cause),
      ...(isUnanswered(cause) ? { again } : {}),
    })
    throw cause
  }
}

/** Reads a file. The token is sent only below the file base, never to other addresses. */
async function read(app: ConsoleApp, address: string): Promise<Response> {
  const { kind, url } = addressTarget(address, currentConfig(app).manifest.app.api.fileBase)
  if (kind === 'nowhere') throw new Error(t('这个地址不是文件，没有下载'))
  const bearer = kind === 'own' ? token() : undefined
  const request: RequestInit = bearer
    ? { headers: { authorization: `Bearer ${bearer}` } }
    : { credentials: 'omit', referrerPolicy: 'no-referrer' }
  return fetch(url, request).catch(() => {
    doubtConnection()
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

/** Saves content that the console itself has made. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // by then the browser has started the download
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
