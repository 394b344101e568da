// The files of the embedded database: synced when PostgreSQL asks for it, and readable by the server's account alone.
import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { isSegment } from './log.mjs'

// PGlite creates files readable by everyone, regardless of the process's umask: these rights are removed.
const OTHERS = 0o077
const withoutOthers = setattr => (node, attr) =>
  setattr(node, attr.mode === undefined ? attr : { ...attr, mode: attr.mode & ~OTHERS })

/** All operations that change the folder. */
const CHANGES = {
  node_ops: ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'],
  stream_ops: ['setattr', 'write'],
}

function keepPrivate({ NODEFS: { node_ops, stream_ops } }) {
  for (const operations of [node_ops, stream_ops]) operations.setattr = withoutOthers(operations.setattr)
}

/** PGlite's NODEFS has no `fsync`: PostgreSQL's calls would succeed and do nothing. */
function syncFiles({ NODEFS }, log) {
  NODEFS.stream_ops.fsync = ({ node, nfd }) => {
    const path = NODEFS.realPath(node)
    NODEFS.tryFSOperation(() => (isSegment(path) ? log.wantSynced(path) : fsyncSync(nfd)))
    return 0
  }
}

/**
 * The write-ahead rule: a page must not reach the disk before its log. PostgreSQL keeps it by syncing the log first;
 * what it takes for synced may still be under way here.
 */
function keepLogAhead({ NODEFS }, log) {
  const isOfLog = node => `${NODEFS.realPath(node)}/`.includes('/pg_wal/')
  for (const [kind, names] of Object.entries(CHANGES))
    for (const name of names) {
      const change = NODEFS[kind][name]
      NODEFS[kind][name] = (of, ...more) => {
        if (log.isBehind && !isOfLog(of.node ?? of)) NODEFS.tryFSOperation(() => log.now())
        return change(of, ...more)
      }
    }
}

function measureLog({ NODEFS }, log) {
  const { write } = NODEFS.stream_ops
  NODEFS.stream_ops.write = (stream, buffer, offset, length, position) => {
    const written = write(stream, buffer, offset, length, position)
    const path = NODEFS.realPath(stream.node)
    if (isSegment(path)) log.wrote(path, position + written)
    return written
  }
}

export class DatabaseFiles extends NodeFS {
  #log

  constructor(folder, log) {
    super(folder)
    this.#log = log
  }

  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [keepPrivate, syncFiles, keepLogAhead, measureLog].map(step => module => step(module, this.#log))
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, ...emscriptenOpts.preRun] } }
  }
}
