import type { Services } from '../call/context.ts'
import { foldRollup } from '../db/rollups/fill.ts'
import { poll } from '../queue/watch.ts'
import { inBackground } from '../time/background.ts'

const LOOK_MS = 10_000

/** Puts together what has changed in roll-ups, in one instance at a time; returns a function that stops it. */
export function startFolding(
  { db, rollups }: Pick<Services, 'db' | 'rollups'>,
  fault: (error: unknown) => void,
  lookMs = LOOK_MS,
): () => Promise<void> {
  const look = async (): Promise<void> => {
    for (const plan of rollups?.() ?? []) await foldRollup(db, plan)
  }
  return poll(() => inBackground(look), lookMs, fault).close
}
