import { t } from '../i18n/t.ts'
import type { Notice } from '../data/notice.ts'

export interface BatchEntry { code: string; msg?: string }

export const isBatch = (data: unknown): data is BatchEntry[] =>
  Array.isArray(data) && data.length > 0 && data.every((entry) => typeof entry === 'object' && entry !== null && 'code' in entry)

/** What a batch call brought (R8.04). */
export function batchNotice(entries: BatchEntry[], word = t('处理')): Notice {
  const failed = entries.filter((entry) => String(entry.code) !== '1')
  const good = entries.length - failed.length
  if (failed.length === 0) return { level: 'success', text: t('成功{word}{n}条', { word, n: good }) }
  const reasons = [...new Set(failed.map((entry) => entry.msg ?? t('原因不明')))]
  const list = reasons.map((reason, i) => `${i + 1}. ${reason}`).join('\n')
  return { level: 'error', seconds: 5, text: `${t('{word}成功{good}条，失败{bad}条', { word, good, bad: failed.length })}\n${list}` }
}
