import { readCookie, writeCookie } from './cookies.ts'

/** The time range shared by statistics pages; stored in one cookie for each part (R3.03). */
export interface TimeRange {
  timeStart?: string
  timeEnd?: string
  year?: string
  pickValue?: string
  topRadio?: string
  timeRange?: string
}
const PARTS = ['timeStart', 'timeEnd', 'year', 'pickValue', 'topRadio', 'timeRange'] as const

export function keepTimeRange(range: TimeRange): void {
  for (const part of PARTS) {
    const value = range[part]
    if (value !== undefined) writeCookie(part, value)
  }
}

export function storedTimeRange(): TimeRange {
  const range: TimeRange = {}
  for (const part of PARTS) {
    const value = readCookie(part)
    if (value) range[part] = value
  }
  return range
}
