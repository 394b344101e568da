import { hashOf } from '../../../core/compile/hash.ts'
import type { CompiledConfiguration } from '../../config/live.ts'
import type { Database } from '../../db/database.ts'
import { notePartitions } from '../../db/migrate/partitions.ts'
import type { RollupPlan } from '../../db/rollups/plan.ts'
import type { Log, ServerProduct } from '../../product/product.ts'
import { rollupPlansOf } from '../../statistics/rollup-plans.ts'
import type { Settings } from '../settings/environment.ts'
import { directly, prepareTables } from './open-database.ts'

type Wanting = Pick<CompiledConfiguration, 'configuration' | 'entities'>

/** All that tables, indexes and roll-ups are made of. */
const wantedBy = ({ configuration, entities }: Wanting): string =>
  hashOf(JSON.stringify([configuration.entities(), rollupPlansOf(configuration, entities)]))

interface Keeping {
  settings: Settings
  product: ServerProduct
  log: Log
}

/** The tables of a server whose configuration is edited: an edit that wants no others leaves the database alone. */
export class KeptTables {
  readonly #with: Keeping
  /** what they have been made of, wholly */
  #made: string | undefined
  #rollups: readonly RollupPlan[] = []

  constructor(keeping: Keeping) {
    this.#with = keeping
  }

  /** those that answer */
  get rollups(): readonly RollupPlan[] {
    return this.#rollups
  }

  async bring(db: Database, next: Wanting): Promise<void> {
    const wanted = wantedBy(next)
    if (wanted === this.#made) return notePartitions(db, next.entities.values())
    const { settings, product, log } = this.#with
    // what could not be made, or answers no more, is tried again at the next edit, whatever that is
    let isWhole = true
    const error = (line: string): void => {
      isWhole = false
      log.error(line)
    }
    this.#made = undefined
    this.#rollups = await directly(db, settings, direct =>
      prepareTables(direct, next, product.tables, { error }, settings.databaseRenamesBack),
    )
    if (isWhole) this.#made = wanted
  }
}
