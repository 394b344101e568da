import { createHash } from 'node:crypto'

const MODULUS = 1n << 256n

/** A checksum over rows in any order, because databases return them unordered. */
export class RowDigest {
  rows = 0
  #sum = 0n

  add(row: string): void {
    this.rows++
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS
  }

  get sha256(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
