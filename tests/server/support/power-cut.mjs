// Loaded into the worker of an embedded database: knows at each moment what a power cut would leave of its folder. What
// has been synced is there. Of what was written since then the disk has what it likes: all, nothing, some writes, half
// of one; where the log has just been written, the worst: all but the log. Names are kept in the order in which they
// were given, as file systems with a journal do.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { workerData } from 'node:worker_threads'

/**
 * `base`: a copy of the folder at first; `cuts`: after how many writes of the log, and after how many other changes,
 * the power is cut; `told`: a file that grows by each answer.
 */
const { base, folder, into, cuts, told, seed } = workerData.powerCut
const SECTOR = 512
const real = { ...fs }

/** What a file holds: `synced`, or else what it does in `base`, and the writes since; `done` counts those before. */
class Content {
  synced
  done = 0
  pending = []
  constructor(name) {
    this.name = name
  }
  get kept() {
    if (this.synced) return this.synced
    return this.name === undefined ? Buffer.alloc(0) : real.readFileSync(join(base, this.name))
  }
  sync(upTo = this.done + this.pending.length) {
    const writes = this.pending.splice(0, Math.max(0, upTo - this.done))
    if (writes.length > 0) this.synced = writes.reduce(changed, this.kept)
    this.done += writes.length
  }
}

const live = new Map()
for (const entry of real.readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile()) live.set(path, new Content(path.slice(folder.length + 1)))
}
/** what names lead to after a power cut, and what has changed them since */
const kept = new Map(live)
const names = []
/** of each descriptor */
const open = new Map()

let state = seed
/** Lehmer's generator: the same cuts again with the same seed. */
const random = below => (state = (state * 48271) % 0x7fffffff) % below

function changed(bytes, { at, bytes: written }) {
  if (!written) {
    const cut = Buffer.alloc(at)
    bytes.copy(cut)
    return cut
  }
  const long =
    at + written.length > bytes.length
      ? Buffer.concat([bytes, Buffer.alloc(at + written.length - bytes.length)])
      : bytes
  written.copy(long, at)
  return long
}

function syncNames(isIt) {
  // what came before is in the journal as well
  const last = names.findLastIndex(isIt)
  for (const change of names.splice(0, last + 1)) rename(kept, change)
}
function rename(into, { from, to, content }) {
  if (from) into.delete(from)
  if (to) into.set(to, content)
}
function note(change) {
  rename(live, change)
  names.push(change)
  tick(change.to ?? change.from)
}

function partOf({ at, bytes }) {
  if (!bytes || random(2) === 0) return [{ at, bytes }]
  const end = (Math.floor(at / SECTOR) + random(1 + Math.ceil(bytes.length / SECTOR))) * SECTOR - at
  return end <= 0 ? [] : [{ at, bytes: bytes.subarray(0, end) }]
}

function leftOf(path, { pending }, isWorst) {
  if (isWorst) return isOfLog(path) ? [] : pending
  const left = random(3)
  return left < 2
    ? pending.slice(0, left * pending.length)
    : pending.flatMap(one => (random(2) === 0 ? [] : partOf(one)))
}

const isOfLog = path => path.includes('/pg_wal/')
const changes = { log: 0, other: 0 }
function tick(path) {
  const kind = isOfLog(path) ? 'log' : 'other'
  if (!cuts[kind].includes(++changes[kind])) return
  const at = join(into, `${kind} ${changes[kind]}`)
  real.mkdirSync(at)
  real.copyFileSync(told, join(at, 'told'))
  const left = new Map(kept)
  for (const change of names.slice(0, random(names.length + 1))) rename(left, change)
  const list = [...left].map(([path, content], number) => {
    const some = leftOf(path, content, kind === 'log')
    const name = path.slice(folder.length + 1)
    if (some.length === 0 && !content.synced && content.name !== undefined) return { name, base: content.name }
    // of a copy: what is synced stays as it is
    real.writeFileSync(join(at, String(number)), some.reduce(changed, Buffer.from(content.kept)))
    return { name, file: String(number) }
  })
  real.writeFileSync(join(at, 'files.json'), JSON.stringify(list))
}

const isOurs = path => typeof path === 'string' && resolve(path).startsWith(`${folder}/`)
const contentOf = fd => open.get(fd)?.content

function write({ path, content } = {}, change) {
  if (!content) return
  content.pending.push(change)
  tick(path)
}

fs.openSync = (path, ...more) => {
  const fd = real.openSync(path, ...more)
  if (isOurs(path)) open.set(fd, { path: resolve(path), content: live.get(resolve(path)) })
  return fd
}
fs.closeSync = fd => {
  open.delete(fd)
  return real.closeSync(fd)
}
fs.writeFileSync = (path, ...more) => {
  real.writeFileSync(path, ...more)
  if (isOurs(path)) note({ to: resolve(path), content: new Content() })
}
fs.writeSync = (fd, buffer, offset, length, position) => {
  const written = real.writeSync(fd, buffer, offset, length, position)
  write(open.get(fd), { at: position, bytes: Buffer.from(buffer.subarray(offset, offset + written)) })
  return written
}
fs.ftruncateSync = (fd, size) => {
  real.ftruncateSync(fd, size)
  write(open.get(fd), { at: size })
}
fs.truncateSync = (path, size) => {
  real.truncateSync(path, size)
  write({ path, content: live.get(resolve(path)) }, { at: size })
}
fs.renameSync = (from, to) => {
  real.renameSync(from, to)
  note({ from: resolve(from), to: resolve(to), content: live.get(resolve(from)) })
}
fs.unlinkSync = path => {
  real.unlinkSync(path)
  note({ from: resolve(path) })
}
const syncedSync = name => fd => {
  real[name](fd)
  const of = open.get(fd)
  if (of?.content) {
    of.content.sync()
    syncNames(({ content }) => content === of.content)
  } else if (of) syncNames(({ from, to }) => [from, to].some(path => path && dirname(path) === of.path))
}
fs.fsyncSync = syncedSync('fsyncSync')
fs.fdatasyncSync = syncedSync('fdatasyncSync')
/** As on a disk that turns: much happens until it is done. */
const SLOWEST_MS = 30
fs.fdatasync = (fd, end) => {
  const content = contentOf(fd)
  const upTo = content && content.done + content.pending.length
  setTimeout(() => {
    real.fdatasync(fd, error => {
      if (!error) content?.sync(upTo)
      end(error)
    })
  }, random(SLOWEST_MS))
}
syncBuiltinESMExports()
