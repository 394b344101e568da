/**
 * The days off of a year as the decree on feasts has them (全国年节及纪念日放假办法, in force since 2025), without the
 * weekends that are moved for them: what is known of a year before its arrangement is announced.
 */
const FIXED = ['01-01', '05-01', '05-02', '10-01', '10-02', '10-03']

/**
 * Those of the moon and the sun, MMDD: first day of the Spring Festival, Dragon Boat, Mid-Autumn, Pure Brightness. As a
 * table, because the calendar of ICU, which browsers and Node have, is a day wrong in 2027 and 2030.
 */
const MOVING: Readonly<Record<number, string>> = {
  2025: '0129 0531 1006 0404',
  2026: '0217 0619 0925 0405',
  2027: '0206 0609 0915 0405',
  2028: '0126 0528 1003 0404',
  2029: '0213 0616 0922 0404',
  2030: '0203 0605 0912 0405',
  2031: '0123 0624 1001 0405',
  2032: '0211 0612 0919 0404',
  2033: '0131 0601 0908 0404',
  2034: '0219 0620 0927 0405',
  2035: '0208 0610 0916 0405',
  2036: '0128 0530 1004 0404',
  2037: '0215 0618 0924 0404',
  2038: '0204 0607 0913 0405',
  2039: '0124 0527 1002 0405',
  2040: '0212 0614 0920 0404',
  2041: '0201 0603 0910 0404',
  2042: '0122 0622 0928 0404',
  2043: '0210 0611 0917 0405',
  2044: '0130 0531 1005 0404',
  2045: '0217 0619 0925 0404',
  2046: '0206 0608 0915 0404',
  2047: '0126 0529 1004 0405',
  2048: '0214 0615 0922 0404',
  2049: '0202 0604 0911 0404',
}

const DAY_MS = 86_400_000
/** From the eve of the Spring Festival to its third day. */
const SPRING = [-1, 0, 1, 2]

function feastsIn(year: number): ReadonlySet<string> {
  const [spring = '', ...others] = (MOVING[year] ?? '').split(' ').filter(Boolean)
  const day = (text: string): number => Date.UTC(year, Number(text.slice(0, 2)) - 1, Number(text.slice(2)))
  const moving = [...(spring ? SPRING.map(days => day(spring) + days * DAY_MS) : []), ...others.map(day)]
  return new Set([
    ...FIXED.map(fixed => `${year}-${fixed}`),
    ...moving.map(at => new Date(at).toISOString().slice(0, 10)),
  ])
}

const years = new Map<number, ReadonlySet<string>>()

/** Whether everybody has this day off by the decree: YYYY-MM-DD. */
export function isFeast(day: string): boolean {
  const year = Number(day.slice(0, 4))
  const feasts = years.get(year) ?? feastsIn(year)
  years.set(year, feasts)
  return feasts.has(day)
}
