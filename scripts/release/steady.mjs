// Preloaded into the process that makes a release's empty database, and into its thread: the clock stands still at
// STEADY_AT and nothing is at random, so that the same tables make the same bytes. Nobody signs in to that database by
// the number that it draws for itself, and each release had the same one for everybody before.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['STEADY_AT'])
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(at)
    else super(...args)
  }
  static now() {
    return at
  }
}
performance.now = () => 0

let last = 1
// Park and Miller's
const next = () => (last = (last * 48_271) % 2_147_483_647)
function fill(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  for (let i = 0; i < bytes.length; i++) bytes[i] = next() & 255
  return array
}
Math.random = () => next() / 2_147_483_647
crypto.webcrypto.getRandomValues = fill
crypto.randomFillSync = fill
syncBuiltinESMExports()
