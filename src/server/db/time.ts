const CHINA = 8 * 3600_000

/** 'YYYY-MM-DD HH:mm:ss' in China's one time zone, whatever the server's is. */
export function chinaTime(at: number = Date.now()): string {
  return new Date(at + CHINA).toISOString().slice(0, 19).replace('T', ' ')
}
