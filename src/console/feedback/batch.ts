import type { ConsoleApp } from '../app/app.ts'
import { numberOf } from '../data/settings/constants.ts'
import { heard } from '../i18n/heard.ts'
import { t } from '../i18n/t.ts'
import type { Notice } from './notice.ts'

export interface BatchEntry {
  code: string
  msg?: string
}

export const isBatch = (data: unknown): data is BatchEntry[] =>
  Array.isArray(data)
  && data.length > 0
  && data.every(entry => typeof entry === 'object' && entry !== null && 'code' in entry)

/** Message about the result of a batch (R8.04). */
export function batchNotice(app: ConsoleApp, entries: BatchEntry[], word = t('处理')): Notice {
  const failed = entries.filter(entry => String(entry.code) !== '1')
  return countedNotice(
    app,
    entries.length - failed.length,
    failed.length,
    failed.map(entry => (entry.msg && heard(entry.msg)) || t('原因不明')),
    word,
  )
}

export function countedNotice(app: ConsoleApp, good: number, bad: number, reasons: string[], word = t('处理')): Notice {
  if (bad === 0) return { level: 'success', text: t('成功{word}{n}条', { word, n: good }) }
  const groups = new Map<string, number>()
  for (const reason of reasons) groups.set(reason, (groups.get(reason) ?? 0) + 1)
  // of several reasons one says how many it is about
  const times = (n: number): string => (groups.size > 1 && n > 1 ? t('（{n}条）', { n }) : '')
  const list = [...groups].map(([reason, n], i) => `${i + 1}. ${reason}${times(n)}`).join('\n')
  return {
    level: 'error',
    seconds: numberOf(app, 'batchErrorDuration', 5000) / 1000,
    text: `${t('{word}成功{good}条，失败{bad}条', { word, good, bad })}\n${list}`,
  }
}
