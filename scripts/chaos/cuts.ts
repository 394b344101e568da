import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOn } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { startPostgres } from '../../tests/server/support/postgres.ts'
import { DiskImage } from './disk-image.ts'
import { Ground } from './ground.ts'
import { compare, Ledger, type Losses } from './ledger.ts'
import { expect, inOneLine, type Line } from './report.ts'

const [MEGABYTES, UPLOADS, WRITERS] = [700, 12, 3]

/** What was acknowledged by now, as it is compared with what a power cut leaves. */
function asOfNow({ acknowledged, uploads }: Ledger): Ledger {
  const now = new Ledger()
  for (const [name, id] of acknowledged) now.acknowledged.set(name, id)
  now.uploads.push(...uploads)
  return now
}

/** Counts what of the acknowledged is lost on the disk that a power cut left. */
async function lossesOn(left: DiskImage, ledger: Ledger): Promise<Losses> {
  const cluster = join(left.folder, 'pg')
  // names a process that a real power cut would have ended
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  const postgres = await startPostgres([], undefined, cluster)
  const db = databaseOn(await openPostgres(postgres.url))
  try {
    return await compare(db, await openFileFolder(join(left.folder, 'data')), ledger)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

/** Uploads while others save; the power is cut in the moment in which the last upload is answered. */
async function round(ground: Ground, disk: DiskImage, number: number): Promise<{ ledger: Ledger; losses: Losses }> {
  const { ledger, person } = ground
  const writing = ledger.writers(Array<typeof person>(WRITERS).fill(person))
  await ledger.more(5)
  for (let n = 0; n < UPLOADS; n++) {
    const { status, body } = await person.upload(`${number}-${n}.txt`, new Blob(['证据'.repeat(2000)]))
    expect(status === 200 && body.data !== null, `an upload was answered with ${status}`)
    if (body.data) ledger.uploads.push(body.data.id)
  }
  const [now, left] = [asOfNow(ledger), disk.afterPowerCut()]
  await writing.stop()
  try {
    return { ledger: now, losses: await lossesOn(left, now) }
  } finally {
    left.remove()
  }
}

/** Power cuts on PostgreSQL with its files, each a copy of the disk as it is in that moment. */
export async function cuts(rounds: number): Promise<Line[]> {
  const disk = DiskImage.made(MEGABYTES)
  if (!disk) return [{ what: 'power cuts', came: 'no disk can be mounted here', isWell: false }]
  const lines: Line[] = []
  const cluster = join(disk.folder, 'pg')
  mkdirSync(cluster)
  let ground: Ground | undefined
  try {
    ground = await Ground.open('PostgreSQL', { data: join(disk.folder, 'data'), cluster })
    // a new cluster is made without syncs
    spawnSync('sync', ['-f', disk.folder])
    for (let n = 1; n <= rounds; n++) {
      const { ledger, losses } = await round(ground, disk, n)
      lines.push({
        what: `power cut ${n}, PostgreSQL`,
        came: `${ledger.acknowledged.size} saves and ${ledger.uploads.length} uploads acknowledged: ${losses.lost} and ${losses.uploads} lost`,
        isWell: losses.lost === 0 && losses.uploads === 0 && losses.half === 0,
      })
    }
  } catch (error) {
    lines.push({ what: 'power cuts, PostgreSQL', came: inOneLine(error), isWell: false })
  } finally {
    await ground?.close()
    disk.remove()
  }
  return lines
}
