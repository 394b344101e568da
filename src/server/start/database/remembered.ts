import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Memory } from '../../db/postgres/primary.ts'
import type { Lineage } from '../../db/postgres/standing.ts'
import { writeDurably } from '../../disk/durable.ts'

/** Names the newest primary that was in use, for the next start and for other instances of the same data folder. */
export const primaryFile = (dataDir: string): string => join(dataDir, 'primary.json')

function lineageIn(text: string): Lineage | undefined {
  try {
    const { system, timeline } = JSON.parse(text) as Partial<Lineage>
    return typeof system === 'string' && typeof timeline === 'number' ? { system, timeline } : undefined
  } catch {
    // edited by hand
    return undefined
  }
}

export const rememberedIn = (dataDir: string): Memory => ({
  read: () => readFile(primaryFile(dataDir), 'utf8').then(lineageIn, () => undefined),
  write: newest => writeDurably(primaryFile(dataDir), JSON.stringify(newest), 0o600),
})
