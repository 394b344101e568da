import type { CalendarMode, CalendarWords } from '../../core/model/page/calendar.ts'
import { unitLabel } from '../../core/period/buckets.ts'
import { wordsLanguage, t } from '../i18n/t.ts'
import type { Notice } from './days/choose.ts'

export const weekdays = (): string[] => [t('周一'), t('周二'), t('周三'), t('周四'), t('周五'), t('周六'), t('周日')]

/** A month without its year: 11月. */
export const monthName = (month: string): string => unitLabel(`${month}-01`, 'month', wordsLanguage(), false)
export const yearName = (year: number): string => unitLabel(`${year}-01-01`, 'year', wordsLanguage())

/** What a click is answered with: words of the settings, else our own (R5.05). */
export function noticeText(notice: Notice, mode: CalendarMode, words: CalendarWords = {}): string {
  const own = words[notice]
  if (own) return t(own)
  if (notice === 'otherDay') return t('只能签今天')
  if (notice === 'alreadySigned') return t('今天已经签到过了')
  return mode === 'sign' ? t('只能签到本月的今天') : t('这一天不在所示月份，请先切换月份')
}
export const signedText = (words: CalendarWords = {}): string => t(words.signed ?? '签到成功')
