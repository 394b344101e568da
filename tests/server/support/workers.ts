import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

/** Loads a module into the workers that are started meanwhile, before what they are started for. */
export async function withPreload<T>(module: URL, workerData: object, work: () => Promise<T>): Promise<T> {
  const { Worker } = threads
  class Preloaded extends Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      const own = (options.workerData ?? {}) as object
      super(file, { ...options, execArgv: ['--import', module.href], workerData: { ...own, ...workerData } })
    }
  }
  const replaceBy = (one: typeof Worker): void => {
    Object.assign(threads, { Worker: one })
    syncBuiltinESMExports()
  }
  replaceBy(Preloaded)
  try {
    return await work()
  } finally {
    replaceBy(Worker)
  }
}
