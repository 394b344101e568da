/** 2026-11-05, 2026.11.5, 2026/11/5 and 2026年11月5日, with a time behind it or without. */
const SET_APART = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?(?:[ T](\d{1,2})[:：](\d{2})(?:[:：]\d{2})?)?$/
const TOGETHER = /^(\d{4})(\d{2})(\d{2})$/

/** Day and minute of a date as people write it; undefined: it is none, or there is no such day. */
export function typedMoment(typed: string): [day: string, minutes: string | undefined] | undefined {
  const [, year, month, day, hours, minutes] = SET_APART.exec(typed.trim()) ?? TOGETHER.exec(typed.trim()) ?? []
  if (year === undefined) return undefined
  const text = [year, two(month), two(day)].join('-')
  if (!isDay(text) || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined
  return [text, minutes === undefined ? undefined : `${two(hours)}:${minutes}`]
}

const two = (digits = ''): string => digits.padStart(2, '0')

/** Whether there is such a day: 2026-02-30 would be read as one of March. */
const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/**
 * What stands in the field that the focus leaves; undefined: it is left by another part of the picker, such as an entry
 * of its panel, in which nothing is typed.
 */
export const typedIn = (target: EventTarget): string | undefined =>
  target instanceof HTMLInputElement ? target.value.trim() : undefined
