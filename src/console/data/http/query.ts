import { useApp } from '../../app/useApp.ts'
import { part, type ConsoleApp } from '../../app/app.ts'
import { useCallback, useEffect } from 'react'
import useSWR, {
  mutate,
  SWRConfig,
  unstable_serialize as textOf,
  useSWRConfig,
  type Cache,
  type SWRResponse,
} from 'swr'
import type { Call } from '../../../core/contract/configuration.ts'
import { early, keyOf, outdateEarly } from './early.ts'
import { sameAnswer, send, type Args } from './http.ts'
import { createLruCache, type LruCache } from './lruCache.ts'

type Key = readonly [key: string, call: Call, args: Args]

const fetcherOf =
  (quiet: boolean) =>
  (app: ConsoleApp) =>
  ([key, call, args]: Key): Promise<unknown> =>
    early(app, key) ?? send(app, call, args, { quiet })
const fetcher = part(fetcherOf(false))
const quietFetcher = part(fetcherOf(true))

const options = {
  keepPreviousData: true,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  dedupingInterval: 1000,
  compare: sameAnswer,
}

const LASTING = { ...options, revalidateIfStale: false }
/** It can ask all the same: of those that show an answer the first is told to ask again, and must not be deaf. */
const FOLLOWING = { ...LASTING, revalidateOnMount: false }

/**
 * Data of one call. Cached by call and arguments, so that a late answer cannot replace that of a newer request; a
 * cached answer is shown at once and revalidated. `quiet`: whoever asks says in its own place what went wrong;
 * `lasting`: what was answered holds while the console is open; `follows`: shows what is asked for elsewhere.
 */
export function useCall<T>(
  call: Call | undefined,
  args: Args,
  { quiet = false, lasting = false, follows = false } = {},
): SWRResponse<T, Error> {
  const app = useApp()
  const key: Key | null = call ? [keyOf(call, args), call, args] : null
  useRetained(key ? textOf(key) : '')
  const ask = quiet ? quietFetcher(app) : fetcher(app)
  const how = follows ? FOLLOWING : lasting ? LASTING : options
  return useSWR<T, Error, Key | null>(key, ask as (key: Key) => Promise<T>, how)
}

/** Keeps an answer before somebody asks for it: whoever does draws it at once. */
export function useKeepAnswer(): (call: Call, args: Args, answer: unknown) => void {
  const { mutate: change } = useSWRConfig()
  return useCallback(
    (call, args, answer) => void change([keyOf(call, args), call, args], answer, { revalidate: false }),
    [change],
  )
}

/** The same before anything is drawn that could ask. */
export const keepAnswer = (call: Call, args: Args, answer: unknown): void =>
  void mutate([keyOf(call, args), call, args], answer, { revalidate: false })

/** What was answered before, which is drawn at once. */
export const keptAnswer = (call: Call, args: Args): unknown =>
  SWRConfig.defaultValue.cache.get(textOf([keyOf(call, args), call, args]))?.data

/** Milliseconds before something is drawn without its answer: nobody takes it for waiting, most have come by then. */
export const HOLD_MS = 100

/** Most answers kept without a user. */
const MOST_UNUSED = 60
const lruCaches = new WeakMap<Cache, LruCache>()

function lruCacheOf(cache: Cache): LruCache {
  const known = lruCaches.get(cache)
  if (known) return known
  const lruCache = createLruCache(MOST_UNUSED, key => cache.delete(key))
  lruCaches.set(cache, lruCache)
  return lruCache
}

function useRetained(key: string): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    if (!key) return
    const lruCache = lruCacheOf(cache)
    lruCache.retain(key)
    return () => lruCache.release(key)
  }, [cache, key])
}

/**
 * Revalidates after a change: visible data now, hidden data when it is shown. `except`: a call whose record has been
 * deleted.
 */
export async function renew(except?: string): Promise<void> {
  outdateEarly()
  await mutate(key => !(except && Array.isArray(key) && String(key[0]).startsWith(`${except} `)))
}
