/** Result of one part: a line of the table, and whether data was lost. */
export interface Line {
  what: string
  came: string
  isWell: boolean
}

const LETTERS = 400
export const inOneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, LETTERS)

export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Fails with a message after a timeout. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms / 1000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export async function until(what: string, reached: () => Promise<boolean> | boolean, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await reached());) {
    if (Date.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`)
    await sleep(50)
  }
}

export function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what)
}
