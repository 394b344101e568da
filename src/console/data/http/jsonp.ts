/** A script of another host that did not answer: 408, or that could not be loaded: 400. */
export class ScriptError extends Error {
  readonly status: 400 | 408
  constructor(status: 400 | 408) {
    super(status === 408 ? 'no answer' : 'not loaded')
    this.status = status
  }
}

/**
 * Loads a script that answers by calling the global function `callback`, which its address names (JSONP). The page's
 * policy says from which hosts scripts may come.
 */
export function jsonp(address: string, callback: string, limit: number): Promise<unknown> {
  const page = globalThis as unknown as Record<string, unknown>
  return new Promise((resolve, reject) => {
    const tag = document.createElement('script')
    const end = () => {
      clearTimeout(timer)
      // it may come all the same, and calls somebody then
      page[callback] = () => undefined
    }
    const fail = (status: 400 | 408) => {
      end()
      tag.remove()
      reject(new ScriptError(status))
    }
    const timer = setTimeout(() => fail(408), limit)
    page[callback] = (answer: unknown) => {
      end()
      resolve(answer)
    }
    tag.onerror = () => fail(400)
    tag.src = address
    document.head.append(tag)
  })
}
