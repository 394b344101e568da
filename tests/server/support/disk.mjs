// Loaded into a server (`NODE_OPTIONS=--import …`), and by it into the worker of its embedded database: counts the
// syncs that are done there (a byte in DISK_SYNCS for each), and lets them fail as on a broken disk while the file named
// by DISK_FAULT is there; it holds the error's code.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

const { DISK_SYNCS: syncs = '', DISK_FAULT: fault = '' } = process.env
const { Worker } = threads
const real = { ...fs }

/** The error of a sync now, if there is one. */
function faultOf(syscall) {
  if (!real.existsSync(fault)) return undefined
  const code = real.readFileSync(fault, 'utf8')
  return Object.assign(new Error(`${code}: a test's disk, ${syscall}`), { code, syscall })
}

const done = () => real.appendFileSync(syncs, '.')

function inPlace(name) {
  return fd => {
    const error = faultOf(name)
    if (error) throw error
    real[name](fd)
    done()
  }
}

if (threads.isMainThread) {
  const isOfDatabase = file => String(file).includes('/pglite/')
  threads.Worker = class extends Worker {
    constructor(file, options) {
      super(file, isOfDatabase(file) ? { ...options, execArgv: ['--import', import.meta.url] } : options)
    }
  }
} else {
  for (const name of ['fsyncSync', 'fdatasyncSync']) fs[name] = inPlace(name)
  fs.fdatasync = (fd, end) => {
    const error = faultOf('fdatasync')
    if (error) return void setImmediate(end, error)
    real.fdatasync(fd, failed => {
      if (!failed) done()
      end(failed)
    })
  }
}
syncBuiltinESMExports()
