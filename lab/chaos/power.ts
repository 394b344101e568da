import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOn, type Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { DiskImage } from '../../tests/server/durability/disk-image.ts'
import { startPostgres } from '../../tests/server/support/postgres.ts'
import { temporary } from '../../tests/folders.ts'
import { Ground, type Kind } from './ground.ts'
import { compare, noLosses, type Losses } from './ledger.ts'
import { expect, inOneLine, sleep, type Line } from './report.ts'

const WRITERS = 6
const MEGABYTES = 2000
/** Folders of a disk that loses its power. */
const [DATA, CLUSTER] = ['data', 'cluster']

/** The database as whoever starts the machine again finds it. */
async function opened(kind: Kind, folder: string): Promise<{ db: Database; close(): Promise<void> }> {
  if (kind === 'PGlite') {
    const db = databaseOn(await openPglite(join(folder, DATA, 'pg')))
    return { db, close: () => db.destroy() }
  }
  // names a process that this machine has, and a machine that was started again has not
  await rm(join(folder, CLUSTER, 'postmaster.pid'), { force: true })
  const postgres = await startPostgres([], temporary('pg-'), join(folder, CLUSTER))
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}

/** Uploads one file after another until it is stopped. */
function uploading({ ledger, person }: Ground): { stop(): Promise<void> } {
  let isStopped = false
  const work = async (): Promise<void> => {
    while (!isStopped) {
      const { status, body } = await person.upload(`${ledger.uploads.length}.txt`, new Blob(['证据'.repeat(2000)]))
      expect(status === 200 && body.data !== null, `an upload was answered with ${status}`)
      if (body.data) ledger.uploads.push(body.data.id)
    }
  }
  const end = work()
  return {
    stop: () => {
      isStopped = true
      return end
    },
  }
}

/** Cuts the power at a random moment while people save and upload: what is missing of all acknowledged before. */
async function cut(ground: Ground, disk: DiskImage): Promise<Losses> {
  const { ledger, person, kind } = ground
  const work = [ledger.writers(Array<typeof person>(WRITERS).fill(person)), uploading(ground)]
  await sleep(200 + Math.random() * 1800)
  ground.server.child.kill('SIGSTOP')
  const [acknowledged, uploads] = [new Map(ledger.acknowledged), [...ledger.uploads]]
  const left = disk.afterPowerCut()
  ground.server.child.kill('SIGCONT')
  await Promise.all(work.map(one => one.stop()))
  try {
    const { db, close } = await opened(kind, left.folder)
    const files = await openFileFolder(join(left.folder, DATA))
    return await compare(db, files, { acknowledged, uploads }).finally(close)
  } finally {
    left.remove()
  }
}

const sum = (one: Losses, other: Losses): Losses => ({
  lost: one.lost + other.lost,
  half: one.half + other.half,
  twice: one.twice + other.twice,
  uploads: one.uploads + other.uploads,
})

/** One server that runs on, and what a power cut would have left of its disk, time and again. */
export async function power(kind: Kind, cuts: number): Promise<Line[]> {
  const what = `the power fails, ${kind}`
  const disk = DiskImage.made(MEGABYTES)
  if (!disk) return [{ what, came: 'not tried: no file system in a file can be mounted here', isWell: true }]
  let losses = noLosses
  let done = 0
  let ground: Ground | undefined
  try {
    for (const folder of [DATA, CLUSTER]) await mkdir(join(disk.folder, folder))
    ground = await Ground.open(kind, { data: join(disk.folder, DATA), cluster: join(disk.folder, CLUSTER) })
    // a cluster of a test is made without syncing
    spawnSync('sync')
    for (; done < cuts; done++) losses = sum(losses, await cut(ground, disk))
    const { acknowledged, uploads } = ground.ledger
    const { lost, half, twice } = losses
    return [
      {
        what,
        came: `${done} cuts, ${acknowledged.size} saves and ${uploads.length} uploads acknowledged: ${lost} lost, ${half} half, ${twice} twice, ${losses.uploads} of the uploads lost`,
        isWell: acknowledged.size > 0 && uploads.length > 0 && Object.values(losses).every(count => count === 0),
      },
    ]
  } catch (error) {
    return [{ what: `${what}: cut ${done + 1}`, came: inOneLine(error), isWell: false }]
  } finally {
    await ground?.close()
    disk.remove()
  }
}
