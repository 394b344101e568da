import type { Regions } from '../../../server/access/regions.ts'
import type { Configuration } from '../../../core/index.ts'
import type { Database } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import type { FileStore } from '../../../server/files/store.ts'
import type { DemoDocument, DemoEvidence, DemoKnowledge } from './documents.ts'

export interface SeedInput {
  db: Database
  demo: DemoDocument
  /** without it the knowledge base is empty */
  knowledge?: DemoKnowledge
  regions: Regions
  configuration: Configuration
  entities: ReadonlyMap<string, Entity>
  /** without it nothing has been captured */
  captured?: { evidence: DemoEvidence; files: FileStore }
}

/** What the generators begin with: the same seed makes the same demonstration. */
export const SEED = 20250101
