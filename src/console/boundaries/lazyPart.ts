import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { doubtConnection, isReachable, reachable } from '../data/http/connection.ts'
import { ChunkError } from './chunk.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Waits for the network where it is gone: `lazy` never tries again what has failed once. */
async function lasting<P>(load: Load<P>): ReturnType<Load<P>> {
  for (;;)
    try {
      return await load()
    } catch {
      if (await isReachable())
        return load().catch(() => {
          throw new ChunkError()
        })
      doubtConnection()
      await reachable()
    }
}

/** A component that is loaded when it is first drawn; throws a ChunkError if a new release has replaced it (R8.06). */
export const lazyPart = <P>(load: Load<P>): LazyExoticComponent<ComponentType<P>> => lazy(() => lasting(load))
