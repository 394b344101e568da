import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'
import { pathToFileURL } from 'node:url'
import { DiskImage, noDiskImage } from './disk-image.ts'
import { expectClear, expectWhole, Person, Stream } from './writes.ts'

const DISK = pathToFileURL(join(ROOT, 'tests/server/support/disk.mjs')).href

/** A server that is started as an office starts it, on a disk that is watched, can fail and can lose its power. */
describe('the syncs of a server on the embedded database', () => {
  const folder = temporary('syncs-')
  const image = noDiskImage === undefined ? DiskImage.made(300) : undefined
  const data = join(image?.folder ?? folder, 'data')
  const [syncs, fault] = [join(folder, 'syncs'), join(folder, 'fault')]
  let server: ServerProcess
  let person: Person
  const count = (): number => statSync(syncs).size

  beforeAll(async () => {
    await empty(data)
    writeFileSync(syncs, '')
    const disk = { DISK_SYNCS: syncs, DISK_FAULT: fault, NODE_OPTIONS: `--import ${DISK}` }
    server = await new ServerProcess(
      await environment({ ...disk, DATA_DIR: data, EMBEDDED_SYNC: '', RATE_LIMIT: '0' }),
    ).running()
    person = await new Person(server.url).first(server)
  })
  afterAll(async () => {
    await server?.stop('SIGKILL')
    image?.remove()
    await forget(folder)
  })

  it('have been done for each save before it is acknowledged', async () => {
    expect(server.output).not.toContain('EMBEDDED_SYNC')
    for (let n = 0; n < 10; n++) {
      const before = count()
      const stream = new Stream([person])
      await stream.more(1)
      await stream.stop()
      expect(count() - before).toBeGreaterThanOrEqual(stream.acknowledged.length)
    }
  })

  it.skipIf(!image)('leave all that was acknowledged behind a power cut', async () => {
    const stream = new Stream([person, person, person])
    await stream.more(20)
    server.child.kill('SIGSTOP')
    const acknowledged = [...stream.acknowledged]
    const left = (image as DiskImage).afterPowerCut()
    server.child.kill('SIGCONT')
    await stream.stop()
    const db = databaseOn(await openPglite(join(left.folder, 'data/pg')))
    await expectWhole(db, acknowledged).finally(() => db.destroy())
    left.remove()
  })

  it('that fail are told, lose nothing that was acknowledged, and are over with the fault', async () => {
    const stream = new Stream([person, person, person])
    await stream.more(10)
    for (const code of ['EIO', 'ENOSPC']) {
      const before = stream.refused.length
      writeFileSync(fault, code)
      // each had one under way at most when it began
      await stream.until(() => stream.refused.length > before + 3)
      const { length } = stream.acknowledged
      await stream.until(() => stream.refused.length > before + 8)
      expect(stream.acknowledged).toHaveLength(length)
      rmSync(fault)
      await stream.more(10)
    }
    await stream.stop()
    expect(stream.unanswered).toBe(0)
    expectClear(stream.refused, /数据库暂时不可用，请稍后重试|服务器磁盘空间不足/)
    await server.stop()
    const db = databaseOn(await openPglite(join(data, 'pg')))
    await expectWhole(db, stream.acknowledged).finally(() => db.destroy())
  })
})
