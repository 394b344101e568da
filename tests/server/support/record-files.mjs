// Loaded into a process before all else (`--import`): notes, one a line in RECORDED_FILES and in the order in which they
// end, what changes a file or folder below RECORDED_FOLDER, what is synced, and when a server begins to answer.
import fs from 'node:fs'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.RECORDED_FOLDER ?? '/'
// not of the embedded database, which runs in a worker and has a thousand writes a second
const log = isMainThread ? process.env.RECORDED_FILES : undefined
const { constants, openSync, writeSync } = fs
const fd = log === undefined ? undefined : openSync(log, 'a')

/** For what a process says itself: that something is kept from here on. */
globalThis.recordFiles = (what, ...paths) => {
  const within = paths.map(path => resolve(String(path instanceof URL ? path.pathname : path)))
  if (fd !== undefined && within.every(path => path.startsWith(folder)))
    writeSync(fd, `${JSON.stringify({ what, paths: within })}\n`)
}
const record = globalThis.recordFiles

const WRITES = constants.O_WRONLY | constants.O_RDWR
const isForWriting = (flags = 'r') =>
  typeof flags === 'number' ? (flags & WRITES) !== 0 : !/^(r|rs|sr)$/.test(String(flags))

/** Which paths a call changes; a number among its arguments stands for the file that it was opened as. */
const CHANGES = {
  writeFile: ([path]) => ['write', path],
  appendFile: ([path]) => ['write', path],
  truncate: ([path]) => ['write', path],
  copyFile: ([, to]) => ['write', to],
  rename: ([from, to]) => ['rename', from, to],
  link: ([, path]) => ['name', path],
  symlink: ([, path]) => ['name', path],
  mkdir: ([path]) => ['folder', path],
  mkdtemp: (_given, made) => ['folder', made],
  rm: ([path]) => ['remove', path],
  unlink: ([path]) => ['remove', path],
  rmdir: ([path]) => ['remove', path],
}
const opened = new Map()
const note = (said, ...more) => {
  const [what, ...paths] = said
  const known = paths.map(path => (typeof path === 'number' ? opened.get(path) : path))
  if (known.every(path => typeof path === 'string' || path instanceof URL || Buffer.isBuffer(path)))
    record(what, ...known.map(String), ...more)
}

/** Wraps a call in its three forms. `then` hears of arguments and result when it has gone well. */
function wrap(name, then) {
  const sync = fs[`${name}Sync`]
  if (sync)
    fs[`${name}Sync`] = (...given) => {
      const result = sync(...given)
      then(given, result)
      return result
    }
  const late = fs[name]
  if (late) {
    const recorded = (...given) => {
      const done = given.pop()
      return late(...given, (error, ...results) => {
        if (!error) then(given, results[0])
        done(error, ...results)
      })
    }
    // how util.promisify calls it
    for (const key of Object.getOwnPropertySymbols(late))
      Object.defineProperty(recorded, key, Object.getOwnPropertyDescriptor(late, key))
    fs[name] = recorded
  }
  const promised = fs.promises[name]
  if (promised && name !== 'open')
    fs.promises[name] = async (...given) => {
      const result = await promised(...given)
      then(given, result)
      return result
    }
}

for (const [name, said] of Object.entries(CHANGES)) wrap(name, (given, result) => note(said(given, result)))
wrap('open', ([path, flags], made) => {
  opened.set(made, String(path))
  if (isForWriting(flags)) record('write', String(path))
})
for (const name of ['write', 'writev', 'ftruncate']) wrap(name, ([file]) => file !== fd && note(['write', file]))
for (const name of ['fsync', 'fdatasync']) wrap(name, ([file]) => note(['sync', file]))

const open = fs.promises.open
fs.promises.open = async (path, flags, mode) => {
  const handle = await open(path, flags, mode)
  opened.set(handle.fd, String(path))
  if (isForWriting(flags)) record('write', String(path))
  for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']) {
    const real = handle[name].bind(handle)
    handle[name] = async (...given) => {
      const result = await real(...given)
      record(/sync/.test(name) ? 'sync' : 'write', String(path))
      return result
    }
  }
  return handle
}

const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (...given) {
  record('answer')
  return writeHead.apply(this, given)
}
syncBuiltinESMExports()
