import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Memory } from '../../db/postgres/primary.ts'
import type { Lineage } from '../../db/postgres/standing.ts'

/** Names the newest primary that was in use, for the next start and for other instances of the same data folder. */
export const primaryFile = (dataDir: string): string => join(dataDir, 'primary.json')

function lineageIn(text: string): Lineage | undefined {
  try {
    const { system, timeline } = JSON.parse(text) as Partial<Lineage>
    return typeof system === 'string' && typeof timeline === 'number' ? { system, timeline } : undefined
  } catch {
    // cut short by a full disk, or by a power cut
    return undefined
  }
}

export const rememberedIn = (dataDir: string): Memory => ({
  read: () => readFile(primaryFile(dataDir), 'utf8').then(lineageIn, () => undefined),
  write: newest => writeFile(primaryFile(dataDir), JSON.stringify(newest), { mode: 0o600 }),
})
