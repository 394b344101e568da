import { join } from 'node:path'
import { holdFile } from '../../server/start/database/file-lock.ts'
import { StartRefusal } from '../../server/start/settings/refusal.ts'
import { UsageError } from '../args.ts'

const FILE = '.changing'

/** Does what only one process may do in a home at a time; the system lets go of the lock however the process ends. */
export async function alone<T>(home: string, work: () => Promise<T>): Promise<T> {
  const held = await holdFile(join(home, FILE), true).catch((error: unknown) => {
    // processors and file systems without locks have releases as well
    if (error instanceof StartRefusal) return { release: () => {} }
    throw error
  })
  if (!held)
    throw new UsageError('另一个升级或回退正在进行 / another upgrade or rollback is under way: wait until it has ended')
  // a lost terminal ends nothing halfway
  const goOn = (): void => {}
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, goOn)
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', goOn)
  try {
    return await work()
  } finally {
    for (const signal of ['SIGHUP', 'SIGINT'] as const) process.off(signal, goOn)
    held.release()
  }
}
