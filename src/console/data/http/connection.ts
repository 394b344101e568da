import { part, type ConsoleApp } from '../../app/app.ts'
import { createStore } from '../../app/store.ts'

/** Whether the server can be reached. The shell tells when it cannot, and what failed for it may be tried again. */
export const connection = part(() => createStore(true))

const DOUBT = 'connection-doubt'
/** Milliseconds between attempts while the server is away, and for one of them. */
const PAUSE = 4000
const LIMIT = 5000

/** Any answer will do, also that of a gateway: then the network is there. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), LIMIT)
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal: stop.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Something did not come: the console finds out whether the network is gone. */
export const doubtConnection = (): void => void dispatchEvent(new Event(DOUBT))

/** Resolves once the server can be reached. */
export async function reachable(): Promise<void> {
  while (!(await isReachable())) await pauseOrOnline()
}

const pauseOrOnline = (): Promise<void> =>
  new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, PAUSE)
    addEventListener('online', done)
  })

/** Follows doubts and what the browser says of its network. */
export function installConnection(app: ConsoleApp): () => void {
  const store = connection(app)
  let asking = false
  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    if (!(await isReachable())) {
      store.set(false)
      await reachable()
    }
    store.set(true)
    asking = false
  }
  const doubt = (): void => void ask()
  for (const event of [DOUBT, 'offline']) addEventListener(event, doubt)
  return () => {
    for (const event of [DOUBT, 'offline']) removeEventListener(event, doubt)
  }
}
