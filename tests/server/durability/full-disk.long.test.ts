import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { faultAnswer } from '../../../src/server/http/request/faults.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'
import { some } from '../../whole.ts'
import { noSmallDisk, SmallDisk } from './small-disk.ts'
import { expectClear, expectWhole, Person, Stream } from './writes.ts'

const FULL = /服务器磁盘空间不足，本次操作没有保存|数据库暂时不可用，请稍后重试/
interface Health {
  status: string
}
const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

describe.each(some(['PGlite', 'PostgreSQL'] as const, 1))('a full disk, on %s', kind => {
  it.skipIf(noSmallDisk !== undefined || (kind === 'PostgreSQL' && noPostgres !== undefined))(
    'refuses writes in words, keeps what was acknowledged, still reads, and goes on when there is place again',
    async () => {
      const disk = SmallDisk.mounted(240) as SmallDisk
      clean.push(() => disk.remove())
      const postgres =
        kind === 'PostgreSQL' ? await startPostgres([], mkdtempSync(join(disk.folder, 'pg-'))) : undefined
      if (postgres) clean.push(() => postgres.stop())
      const dataDir = join(disk.folder, 'data')
      mkdirSync(dataDir)
      if (!postgres) await empty(dataDir)
      const env = await environment({
        DATABASE_URL: postgres?.url ?? '',
        DATA_DIR: dataDir,
        EMBEDDED_SYNC: '',
        RATE_LIMIT: '0',
      })
      const server = new ServerProcess(env)
      clean.push(() => server.stop('SIGKILL'))
      await server.running()
      const person = await new Person(server.url).first(server)
      const stream = new Stream([person, person])
      await stream.more(20)
      disk.fill()
      await stream.until(() => stream.refused.length >= 5)
      expect(await person.count()).toBeGreaterThanOrEqual(20)
      const health = async (): Promise<unknown> =>
        fetch(`${server.url}/healthz`).then(async answer => [answer.status, ((await answer.json()) as Health).status])
      await expect.poll(health).toEqual([503, 'disk-full'])
      const { status, text } = await upload(person)
      expectClear([{ status, text }], FULL)
      expect(
        readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()),
      ).toEqual([])
      expect(disk.free()).toBeGreaterThan(0)
      await stream.more(20)
      await expect.poll(health).toEqual([200, 'ok'])
      await stream.stop()
      expect(stream.unanswered).toBe(0)
      expectClear(stream.refused, FULL)
      expect(stream.refused.some(reply => reply.text.includes('磁盘空间不足'))).toBe(true)
      expect((await upload(person)).status).toBe(200)
      await server.stop()
      const db = databaseOn(postgres ? await openPostgres(postgres.url) : await openPglite(join(dataDir, 'pg')))
      clean.push(() => db.destroy())
      await expectWhole(db, stream.acknowledged)
    },
  )
})

async function upload(person: Person): Promise<{ status: number; text: string }> {
  const body = new FormData()
  body.append('file', new Blob(['很多字'.repeat(20_000)]), '证据.txt')
  const answer = await fetch(`${person.url}/prod-api/api-im/file/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

describe('a fault that passes', () => {
  it.each([
    ['ENOSPC', '磁盘空间不足'],
    ['53100', '磁盘空间不足'],
    ['ECONNREFUSED', '数据库暂时不可用'],
    ['57P01', '数据库暂时不可用'],
    ['40P01', '请重试'],
    ['55P03', '请重试'],
    ['57014', '处理时间过长'],
    ['25P03', '数据库暂时不可用'],
    ['08006', '数据库暂时不可用'],
    ['EROFS', '数据目录不可写'],
    ['EACCES', '数据目录不可写'],
  ])('%s is told in words, and the operator hears of the inside', (code, words) => {
    const heard: Error[] = []
    const error = Object.assign(new Error('write /srv/data/pg/base/5: inside'), { code })
    const { status, body } = faultAnswer(error, 'resultCode', one => heard.push(one))
    expect(status).toBe(503)
    expect(JSON.stringify(body)).toContain(words)
    expect(JSON.stringify(body)).not.toContain('inside')
    expect(heard).toEqual([error])
  })
})
