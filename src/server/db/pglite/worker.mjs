// PGlite runs in a worker thread, so that long queries do not block the server's event loop. Plain JavaScript, because
// a worker thread then needs no TypeScript loader.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DatabaseFiles } from './files.mjs'
import { Log } from './log.mjs'

const asText = value => value
// int2 int4 int8 numeric float4 float8 bool text varchar bpchar json jsonb date timestamp timestamptz
const TEXT_IN = [21, 23, 20, 1700, 700, 701, 16, 25, 1043, 1042, 114, 3802, 1082, 1114, 1184]
const serializers = Object.fromEntries(TEXT_IN.map(oid => [oid, asText]))
const parsers = { 20: Number, 1700: Number, 1082: asText, 1114: asText, 1184: asText }

const { dataDir, isSynced } = workerData

// Of its 128 MB of buffers each page is touched when it starts; the system keeps the files of the database as well.
const SETTINGS = {
  fsync: isSynced ? 'on' : 'off',
  // fdatasync, which is usual, does nothing in PGlite
  wal_sync_method: 'fsync',
  // segments that a checkpoint keeps to be written again
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  shared_buffers: '32MB',
}
const startParams = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

// Errors after which PGlite answers wrongly or not at all, so that it must be reopened.
const isBroken = ({ code, severity, name }) =>
  code === undefined
    ? name === 'RuntimeError' || name === 'ExitStatus'
    : ['FATAL', 'PANIC'].includes(severity) || /^(53100|58|XX)/.test(code)
const refused = error => ({
  message: error.message,
  code: error.code,
  severity: error.severity,
  detail: error.detail,
  column: error.column,
  broken: isBroken(error),
})

const IO_ERROR = '58030'
const DISK_FULL = '53100'
/** PostgreSQL itself would end here: what the disk has of the log is not known. */
const notSynced = ({ code, message }) => ({
  message: `The log of the embedded database could not be synced: ${message}`,
  code: code === 'ENOSPC' || code === 'EDQUOT' ? DISK_FULL : IO_ERROR,
  broken: true,
})

/**
 * PostgreSQL in PGlite makes no checkpoint before it ends, so that its log, and the time to read it again after a power
 * cut, would grow from the first day on. One is made in a quiet moment, or, where none comes, all the same.
 */
const LOG_IN_QUIET = 16 * 1024 * 1024
const LOG_AT_MOST = 64 * 1024 * 1024
const QUIET_MS = 2000

const log = new Log()
let pglite
let quiet

async function checkpoint() {
  try {
    await pglite.query('checkpoint')
    log.checkpointed()
  } catch (error) {
    // a transaction that has failed takes no statement: it is tried again after the next one
    if (isBroken(error)) parentPort.postMessage({ broken: refused(error) })
  }
}

async function keepLogShort() {
  clearTimeout(quiet)
  if (log.growth >= LOG_AT_MOST) await checkpoint()
  else if (log.growth >= LOG_IN_QUIET) quiet = setTimeout(checkpoint, QUIET_MS)
}

async function resultOf({ sql, params }) {
  try {
    const result = await pglite.query(sql, params, { serializers, parsers })
    return { rows: result?.rows ?? [], rowCount: result?.affectedRows ?? 0 }
  } catch (error) {
    return { error: refused(error) }
  }
}

/**
 * An answer outside of a transaction may rest on any commit before it, so it waits until these are on the disk. The
 * connection is free meanwhile.
 */
async function answerTo(message) {
  const { id } = message
  const reply = await resultOf(message)
  try {
    if (log.isBehind && !reply.error?.broken && !pglite.isInTransaction()) {
      parentPort.postMessage({ id, isDone: true })
      await log.settled()
    }
    if (log.failure) throw log.failure
    parentPort.postMessage({ id, ...reply })
  } catch (error) {
    parentPort.postMessage({ id, error: notSynced(error) })
  }
  await keepLogShort()
}

async function close({ id }) {
  clearTimeout(quiet)
  await pglite.close()
  await log.settled().catch(() => undefined)
  parentPort.postMessage({ id, rows: [], rowCount: 0 })
}

try {
  pglite = await PGlite.create(dataDir ? { fs: new DatabaseFiles(dataDir, log), startParams } : { startParams })
  await log.settled()
  parentPort.on('message', message => (message.sql === null ? close(message) : answerTo(message)))
  parentPort.postMessage({ ready: true })
} catch (error) {
  parentPort.postMessage({ ready: false, error: refused(error) })
}
