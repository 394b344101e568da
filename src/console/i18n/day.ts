import { nowMs } from './clock.ts'
import { t } from './t.ts'

const CHINA_MS = 8 * 3_600_000

/** Time in China as text; the day is its first ten characters. */
export const chinaMoment = (at = nowMs()): string =>
  new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
export const chinaDay = (at = nowMs()): string => new Date(at + CHINA_MS).toISOString().slice(0, 10)

/** A day of the calendar, 2026-11-22, with its weekday, in words: the browser takes 20 ms to load its own names. */
export function dayText(day: string): string {
  const [year = '', month, date] = day.split('-')
  const names = [t('星期日'), t('星期一'), t('星期二'), t('星期三'), t('星期四'), t('星期五'), t('星期六')]
  const weekday = names[new Date(day).getUTCDay()] ?? ''
  return t('{year}年{month}月{date}日 {weekday}', { year, month: Number(month), date: Number(date), weekday })
}
