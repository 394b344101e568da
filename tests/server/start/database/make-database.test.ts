import { existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import fs, { open, type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { create } from 'tar'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { markUnsynced, syncMarked } from '../../../../src/server/db/pglite/unsynced.ts'
import { makeDatabase } from '../../../../src/server/start/database/make-database.ts'
import { forget, temporary } from '../../../folders.ts'

const folder = temporary('make-database-')
const FILES = ['PG_VERSION', 'base/1/16384', 'global/pg_control', 'pg_wal/000000010000000000000001']

/** As a release brings it, but for what is in the files. */
async function archived(): Promise<string> {
  for (const file of FILES) {
    mkdirSync(join(folder, 'whole/pg', file, '..'), { recursive: true })
    writeFileSync(join(folder, 'whole/pg', file), file)
  }
  const archive = join(folder, 'empty-database.tar.gz')
  await create({ file: archive, cwd: join(folder, 'whole'), gzip: true }, ['pg'])
  return archive
}

/** What is synced and renamed, in order: the system says which file a descriptor leads to. */
const done: string[] = []
const { rename } = fs
const handles = Object.getPrototypeOf(await open(folder, 'r').then(one => one.close().then(() => one))) as FileHandle
const { sync } = handles
handles.sync = async function (this: FileHandle) {
  const path = readlinkSync(`/proc/self/fd/${this.fd}`)
  await sync.call(this)
  done.push(path)
}
fs.rename = async (from, to) => {
  await rename(from, to)
  done.push(`${String(from)} → ${String(to)}`)
}
syncBuiltinESMExports()

afterEach(() => done.splice(0))
afterAll(() => {
  Object.assign(handles, { sync })
  Object.assign(fs, { rename })
  syncBuiltinESMExports()
  return forget(folder)
})

describe.skipIf(!existsSync('/proc/self/fd'))('a new embedded database', () => {
  it('is on the disk as a whole before it gets its name', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await makeDatabase(join(data, 'pg'), { isReleased: true, archive: await archived() })
    const named = done.indexOf(`${join(data, 'pg.new')} → ${join(data, 'pg')}`)
    const before = done.slice(0, named)
    for (const path of readdirSync(join(data, 'pg'), { recursive: true }))
      expect(before).toContain(join(data, 'pg.new', String(path)))
    expect(before).toContain(join(data, 'pg.new'))
    expect(done.slice(named + 1)).toContain(data)
  })

  it('that was used without syncing is synced as a whole before it is used with it', async () => {
    const data = join(folder, 'used')
    mkdirSync(join(data, 'base'), { recursive: true })
    writeFileSync(join(data, 'base/1'), '')
    await syncMarked(data)
    expect(done).toEqual([])
    await markUnsynced(data)
    await syncMarked(data)
    expect(done).toEqual(expect.arrayContaining([data, join(data, 'base'), join(data, 'base/1')]))
    done.splice(0)
    await syncMarked(data)
    expect(done).toEqual([])
  })
})
