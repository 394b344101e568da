// PostgreSQL's log (WAL) as the embedded database writes it: how far it goes, and what of it is on the disk.
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const synced = promisify(fdatasync)

/** Files of the log by their own names; one that is being made has another. */
const SEGMENT = /\/pg_wal\/[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})$/
const SEGMENT_SIZE = 16 * 1024 * 1024
const SEGMENTS_OF_A_FILE_NUMBER = 256

export const isSegment = path => SEGMENT.test(path)

/** Where a segment begins, in bytes from the beginning of the log. */
function beginningOf(path) {
  const [, high, low] = SEGMENT.exec(path)
  return (Number.parseInt(high, 16) * SEGMENTS_OF_A_FILE_NUMBER + Number.parseInt(low, 16)) * SEGMENT_SIZE
}

/**
 * Where PostgreSQL syncs its log, it goes on at once, and the answer to the statement waits instead (`settled`): the
 * next transaction runs while the disk works, and all transactions that commit meanwhile share the next sync. Other
 * changes of the folder wait for the log in place (`now`, see files.mjs).
 */
export class Log {
  /** segments with something that is to be synced, each with a descriptor of our own: PostgreSQL closes its own */
  #wanted = new Map()
  /** those that are being synced */
  #underWay = new Map()
  #syncing = Promise.resolve()
  #next
  #failure
  #end = 0
  #checkpoint

  /** whether PostgreSQL takes something for synced that may not be on the disk yet */
  get isBehind() {
    return this.#failure !== undefined || this.#wanted.size + this.#underWay.size > 0
  }

  /** the error of a sync: what the disk has is unknown from then on, and nothing else is changed any more */
  get failure() {
    return this.#failure
  }

  /** bytes since the last checkpoint: what a start after a power cut has to read again */
  get growth() {
    return this.#checkpoint === undefined ? 0 : this.#end - this.#checkpoint
  }

  wrote(path, end) {
    const begin = beginningOf(path)
    this.#checkpoint ??= begin
    this.#end = Math.max(this.#end, begin + end)
  }

  checkpointed() {
    this.#checkpoint = this.#end
  }

  wantSynced(path) {
    if (!this.#wanted.has(path)) this.#wanted.set(path, openSync(path, 'r+'))
  }

  /** Resolves when all that has been wanted is on the disk. */
  settled() {
    if (this.#wanted.size === 0) return this.#syncing
    return (this.#next ??= this.#syncNext())
  }

  /** The same without letting anything else happen. */
  now() {
    if (this.#failure) throw this.#failure
    try {
      for (const file of [...this.#underWay.values(), ...this.#wanted.values()]) fdatasyncSync(file)
    } catch (error) {
      throw this.#failed(error)
    }
    for (const file of this.#wanted.values()) closeSync(file)
    this.#wanted.clear()
    // `#sync` closes these
    this.#underWay = new Map()
  }

  async #syncNext() {
    await this.#syncing
    this.#next = undefined
    this.#syncing = this.#sync()
    return this.#syncing
  }

  async #sync() {
    const segments = (this.#underWay = this.#wanted)
    this.#wanted = new Map()
    const ends = await Promise.allSettled([...segments.values()].map(file => synced(file)))
    for (const file of segments.values()) closeSync(file)
    if (this.#underWay === segments) this.#underWay = new Map()
    const bad = ends.find(({ status }) => status === 'rejected')
    if (bad) throw this.#failed(bad.reason)
  }

  #failed(error) {
    return (this.#failure ??= error)
  }
}
