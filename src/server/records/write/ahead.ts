import type { Database } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'

/**
 * What has been asked of the database for many new records at once, before each of them is judged: values that nobody
 * else has and that are locked until the transaction ends, and records that may be referred to.
 */
export class KnownAhead {
  readonly #free = new Set<string>()
  readonly #usable = new Set<string>()

  keepFree(field: FieldModel, value: unknown): void {
    this.#free.add(`${field.name}\n${String(value)}`)
  }
  /** Whether the value is free; once, because then a record has it. */
  takeFree(field: FieldModel, value: unknown): boolean {
    return this.#free.delete(`${field.name}\n${String(value)}`)
  }
  keepUsable(target: Entity, key: string): void {
    this.#usable.add(`${target.name}\n${key}`)
  }
  isUsable(target: Entity | undefined, key: string): boolean {
    return target !== undefined && this.#usable.has(`${target.name}\n${key}`)
  }
}

const known = new WeakMap<Database, KnownAhead>()
export const knownAhead = (tx: Database): KnownAhead | undefined => known.get(tx)
export const knowAhead = (tx: Database, ahead: KnownAhead): unknown => known.set(tx, ahead)
