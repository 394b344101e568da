import { afterEach, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { forget } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'
import { some } from '../../whole.ts'
import { expectWhole, Person, Stream } from './writes.ts'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = new ServerProcess(env)
  clean.push(() => server.stop('SIGKILL'))
  return server.running()
}

describe.each(some(['PGlite', 'PostgreSQL'] as const, 1))(
  'kill -9 of the server during a stream of writes, on %s',
  kind => {
    it.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(
      'loses no acknowledged row, leaves no half of one nor two of what is sent again, and the next start needs no help',
      async () => {
        const postgres = kind === 'PostgreSQL' ? await startPostgres([]) : undefined
        if (postgres) clean.push(() => postgres.stop())
        const env = await environment({ DATABASE_URL: postgres?.url ?? '', EMBEDDED_SYNC: '', RATE_LIMIT: '0' })
        if (!postgres) await empty(env['DATA_DIR'] ?? '')
        clean.push(() => forget(env['DATA_DIR'] ?? ''))
        const first = await start(env)
        const person = await new Person(first.url).first(first)
        const stream = new Stream([person, person, person])
        await stream.more(100)
        await first.stop('SIGKILL')
        await stream.until(() => stream.unanswered > 0)
        await stream.stop()
        // the dead process's lock on the data folder is no obstacle
        const again = await start(env)
        person.url = again.url
        expect(await person.count()).toBeGreaterThanOrEqual(stream.acknowledged.length)
        // acknowledged or not: what is sent again under its number is there once
        await stream.again(person)
        expect(await person.count()).toBe(stream.acknowledged.length + stream.lost.length)
        await again.stop()
        const db = databaseOn(postgres ? await openPostgres(postgres.url) : await openPglite(`${env['DATA_DIR']}/pg`))
        clean.push(() => db.destroy())
        await expectWhole(db, stream.acknowledged)
      },
    )
  },
)
