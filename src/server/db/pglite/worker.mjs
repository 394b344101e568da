// PGlite runs in a worker thread, so that long queries do not block the server's event loop. Plain JavaScript, because
// a worker thread then needs no TypeScript loader.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const asText = value => value
// int2 int4 int8 numeric float4 float8 bool text varchar bpchar json jsonb date timestamp timestamptz
const TEXT_IN = [21, 23, 20, 1700, 700, 701, 16, 25, 1043, 1042, 114, 3802, 1082, 1114, 1184]
const serializers = Object.fromEntries(TEXT_IN.map(oid => [oid, asText]))
const parsers = { 20: Number, 1700: Number, 1082: asText, 1114: asText, 1184: asText }

// PGlite starts with fsync off by default: a power cut could corrupt the folder.
// Of its 128 MB of buffers each page is touched when it starts; the system keeps the files of the database as well.
const SETTINGS = ['-c', 'fsync=on', '-c', 'shared_buffers=32MB']
const startParams = [...PGlite.defaultStartParams.filter(param => param !== '-F'), ...SETTINGS]

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

// PGlite creates files readable by everyone, regardless of the process's umask: these rights are removed.
const OTHERS = 0o077
const withoutOthers = setattr => (node, attr) =>
  setattr(node, attr.mode === undefined ? attr : { ...attr, mode: attr.mode & ~OTHERS })

class PrivateFS extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const closed = ({ NODEFS }) => {
      for (const operations of [NODEFS.node_ops, NODEFS.stream_ops])
        operations.setattr = withoutOthers(operations.setattr)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [closed, ...emscriptenOpts.preRun] } }
  }
}

try {
  const { dataDir } = workerData
  const pglite = await PGlite.create(dataDir ? { fs: new PrivateFS(dataDir), startParams } : { startParams })
  parentPort.on('message', async ({ id, sql, params }) => {
    try {
      if (sql === null) {
        await pglite.close()
        parentPort.postMessage({ id, rows: [], rowCount: 0 })
        return
      }
      const result = await pglite.query(sql, params, { serializers, parsers })
      parentPort.postMessage({ id, rows: result?.rows ?? [], rowCount: result?.affectedRows ?? 0 })
    } catch (error) {
      parentPort.postMessage({ id, error: refused(error) })
    }
  })
  parentPort.postMessage({ ready: true })
} catch (error) {
  parentPort.postMessage({ ready: false, error: refused(error) })
}
