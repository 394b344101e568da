const CHINA_MS = 8 * 3_600_000

/** The day in China at a moment, as dates are written. */
export const chinaMoment = (at = Date.now()): string =>
  new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
export const chinaDay = (at = Date.now()): string => new Date(at + CHINA_MS).toISOString().slice(0, 10)
