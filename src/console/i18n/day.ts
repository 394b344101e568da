const CHINA_MS = 8 * 3_600_000

/** Time in China as text; the day is its first ten characters. */
export const chinaMoment = (at = Date.now()): string =>
  new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
export const chinaDay = (at = Date.now()): string => new Date(at + CHINA_MS).toISOString().slice(0, 10)
