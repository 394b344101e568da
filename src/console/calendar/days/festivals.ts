/** Festivals by the day of the year, MM-DD. */
const GREGORIAN: Record<string, string> = {
  '01-01': '元旦',
  '03-08': '妇女节',
  '03-12': '植树节',
  '03-15': '消费者日',
  '05-01': '劳动节',
  '05-04': '青年节',
  '06-01': '儿童节',
  '07-01': '建党节',
  '08-01': '建军节',
  '09-10': '教师节',
  '10-01': '国庆节',
  '12-04': '宪法日',
}

/** Festivals by lunar month and day; a leap month has none. */
const LUNAR: Record<string, string> = {
  '1-1': '春节',
  '1-15': '元宵节',
  '2-2': '龙抬头',
  '5-5': '端午节',
  '7-7': '七夕',
  '7-15': '中元节',
  '8-15': '中秋节',
  '9-9': '重阳节',
  '12-8': '腊八节',
}

export const gregorianFestival = (day: string): string | undefined => GREGORIAN[day.slice(5)]
export const lunarFestival = (month: number, day: number, leap: boolean): string | undefined =>
  leap ? undefined : LUNAR[`${month}-${day}`]
export const NEW_YEARS_EVE = '除夕'
