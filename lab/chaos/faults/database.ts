import { sql } from 'kysely'
import type { Ground } from '../ground.ts'
import { expect, sleep, until, within } from '../report.ts'
import { answersWithin, expectWords, underLoad, type Fault } from './fault.ts'

const G = 'PostgreSQL'
/** Milliseconds within which an answer must come, even if it is a refusal. */
const SECONDS = 20_000

const freeze = (ground: Ground, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> =>
  ground
    .beside(async db => {
      const { rows } = await sql<{
        pid: number
      }>`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
      for (const { pid } of rows) process.kill(pid, signal)
    })
    .catch(() => undefined)

export const DATABASE: Fault[] = [
  {
    name: 'one connection to the database falls silent',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        ground.wire?.forget(0.2)
        await within(
          SECONDS,
          'the others are answered',
          Promise.all(Array.from({ length: 20 }, () => answersWithin(ground.person, SECONDS))),
        )
        await ledger.more(20)
        expectWords(ledger)
      }),
  },
  {
    name: 'every connection to the database falls silent',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        ground.wire?.forget()
        await ledger.more(20, SECONDS * 2)
        expectWords(ledger)
      }),
  },
  {
    name: 'nothing goes to the database and back for half a minute',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        ground.wire?.silence()
        await until('whoever saves is told in words', () => ledger.refused.length > 2, SECONDS)
        await until('health says so', async () => (await ground.person.healthy(SECONDS)) === 503, SECONDS)
        ground.wire?.flow()
        await until(
          'health says that it is back',
          async () => (await ground.person.healthy(SECONDS)) === 200,
          SECONDS * 2,
        )
        expectWords(ledger)
      }),
  },
  {
    name: 'the database’s processes are frozen, and go on',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        await freeze(ground, 'SIGSTOP')
        try {
          await within(SECONDS, 'somebody is answered', answersWithin(ground.person, SECONDS))
        } finally {
          await freeze(ground, 'SIGCONT')
        }
        await ledger.more(10)
        expectWords(ledger)
      }),
  },
  {
    name: 'SIGTERM while the database is silent',
    on: G,
    run: async ground => {
      ground.wire?.silence()
      const asking = ground.person.list('/api-im/website/websiteList').catch(() => undefined)
      await sleep(500)
      const ended = await within(SECONDS * 1.5, 'the server ends', ground.server.stop('SIGTERM'))
      ground.wire?.flow()
      await asking
      await ground.start()
      expect(ended.code === 0, `it ended with ${ended.code}`)
    },
  },
  {
    name: 'one table is locked',
    on: G,
    run: async ground => {
      await ground.beside(async db => {
        await db.transaction().execute(async tx => {
          await sql`lock table website in access exclusive mode`.execute(tx)
          const waiting = Array.from({ length: 40 }, () =>
            ground.person.list('/api-im/website/websiteList').catch(() => undefined),
          )
          await sleep(1000)
          const answered = await within(
            SECONDS,
            'calls that do not need it',
            Promise.all(Array.from({ length: 10 }, () => answersWithin(ground.person, SECONDS))),
          )
          expect(
            answered.every(status => status === 200),
            `answered with ${answered.join()}`,
          )
          const told = await within(SECONDS * 2, 'those that do are told', Promise.all(waiting))
          expect(
            told.every(reply => reply?.status === 200 || reply?.status === 503),
            'a lock is told in words',
          )
        })
      })
    },
  },
  {
    name: 'every seventh commit loses its answer',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        const before = ground.wire?.cuts ?? 0
        ground.wire?.cutCommits(7)
        try {
          await until('fifty commits have lost their answer', () => (ground.wire?.cuts ?? 0) >= before + 50)
        } finally {
          ground.wire?.cutCommits(0)
        }
        // all were looked up: the database answers other connections
        expect(ledger.refused.length === 0, `${ledger.refused.length} refused: ${ledger.refused[0]?.body.resultMsg}`)
      }),
  },
  {
    name: 'every seventh commit loses its answer, while the database is killed and comes back',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        ground.wire?.cutCommits(7)
        try {
          for (let n = 0; n < 3; n++) {
            await ledger.more(10)
            await ground.postgres?.end('SIGKILL')
            await ground.postgres?.start()
          }
        } finally {
          ground.wire?.cutCommits(0)
        }
        await ledger.again(ground.person)
        expectWords(ledger)
      }),
  },
  {
    name: 'the database takes no changes for a while',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        const set = (setting: string): Promise<unknown> =>
          ground.beside(async db => {
            await sql.raw(`alter system ${setting}`).execute(db)
            await sql`select pg_reload_conf()`.execute(db)
          })
        await set('set default_transaction_read_only = on')
        await until('whoever saves is told', () => ledger.refused.length > 5)
        await until('health says so', async () => (await ground.person.healthy()) === 503)
        expect((await ground.person.list('/api-im/website/websiteList')).status === 200, 'lists are answered')
        await set('reset default_transaction_read_only')
        expectWords(ledger)
      }),
  },
  {
    name: 'all connections are cut, ten times',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        for (let n = 0; n < 10; n++) {
          await ground.beside(db =>
            sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
              and backend_type = 'client backend'`.execute(db),
          )
          await ledger.more(2)
        }
        expectWords(ledger)
      }),
  },
  {
    name: 'the database is restarted',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        await ground.postgres?.end('SIGINT')
        await until('whoever saves is told', () => ledger.refused.length > 2)
        await ground.postgres?.start()
        await ledger.more(5)
        expectWords(ledger)
      }),
  },
  {
    name: 'the database is killed',
    on: G,
    run: ground =>
      underLoad(ground, async ledger => {
        await ground.postgres?.end('SIGKILL')
        await until('whoever saves is told', () => ledger.refused.length > 2)
        await ground.postgres?.start()
        await ledger.more(5)
        expectWords(ledger)
      }),
  },
]
