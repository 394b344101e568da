import { randomUUID } from 'node:crypto'
import type { ServerProcess } from '../../tests/server/support/process.ts'
import { Standby } from '../../tests/server/support/standby.ts'
import { Ground } from './ground.ts'
import { site } from './ledger.ts'
import { Person } from './person.ts'
import { inOneLine, sleep, until, type Line } from './report.ts'

const WRITERS = ['admin', 'huainan_admin']
const READERS = ['huainan_fengtai', 'fj_province', 'huainan_shangyao', 'fj_fuzhou']
const DEMO_PASSWORD = 'Wangjian2025'
const SITES = '/api-im/website/websiteList'

interface Told {
  answered: number
  /** writes that were read, at once and on any instance */
  seen: number
  failed: string[]
  stale: string[]
}

/** People at work on several instances, each request at another one. */
class Office {
  readonly told: Told = { answered: 0, seen: 0, failed: [], stale: [] }
  #urls: string[]
  #isOver = false
  #people: Promise<void>[] = []

  constructor(urls: string[]) {
    this.#urls = urls
  }

  async open(): Promise<void> {
    for (const name of WRITERS) this.#people.push(this.#write(await this.#person(name)))
    for (const name of READERS) this.#people.push(this.#read(await this.#person(name)))
  }

  async #person(name: string): Promise<Person> {
    return new Person(this.#urls[0] ?? '').signIn(name, DEMO_PASSWORD)
  }

  #elsewhere(person: Person): Person {
    const url = this.#urls[Math.floor(Math.random() * this.#urls.length)] ?? ''
    return Object.assign(new Person(url), { token: person.token })
  }

  async #list(person: Person, request: object): Promise<number | undefined> {
    const reply = await this.#elsewhere(person)
      .list(SITES, request)
      .catch((error: unknown) => ({ status: 0, body: { resultMsg: inOneLine(error), data: undefined } }))
    if (reply.status !== 200) this.told.failed.push(`${reply.status} ${String(reply.body.resultMsg)}`)
    else this.told.answered++
    return reply.body.data?.totalRecord
  }

  async #write(person: Person): Promise<void> {
    while (!this.#isOver) {
      const name = `r${randomUUID().slice(0, 12)}`
      const saved = await this.#elsewhere(person).ask('POST', '/api-im/website/save', {
        body: site(name),
        key: name.padEnd(20, '0'),
      })
      if (saved.status !== 200) this.told.failed.push(`${saved.status} ${String(saved.body.resultMsg)}`)
      else if ((await this.#list(person, { siteName: name })) === 1) this.told.seen++
      else this.told.stale.push(name)
    }
  }

  async #read(person: Person): Promise<void> {
    while (!this.#isOver) await this.#list(person, { orderBy: 'createTime desc' })
  }

  more(count: number): Promise<void> {
    const from = this.told.seen
    return until(`${count} more writes that are read`, () => this.told.seen >= from + count)
  }

  async close(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#people)
  }
}

/** What becomes of a replica while everybody goes on, and of it again. */
const TROUBLES: Record<string, (standby: Standby, office: Office) => Promise<void>> = {
  'killed and started again': async ({ postgres }, office) => {
    await postgres.end('SIGKILL')
    await office.more(20)
    await postgres.start()
  },
  'stopped in order': async ({ postgres }, office) => {
    await postgres.end('SIGINT')
    await office.more(20)
    await postgres.start()
  },
  'stands still without a word': async (standby, office) => {
    const rows = await standby.ask<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
    const pids = rows.map(({ pid }) => pid)
    standby.postgres.freeze(pids)
    await office.more(20).finally(() => standby.postgres.freeze(pids, false))
  },
  'shows nothing new for fifteen seconds': async (standby, office) => {
    await standby.pause()
    await sleep(15_000)
    await office.more(20)
    await standby.goOn()
  },
}

const ready = async (server: ServerProcess): Promise<number> => {
  const { replicas } = (await (await fetch(`${server.url}/healthz`)).json()) as { replicas?: { ready: number } }
  return replicas?.ready ?? -1
}

/** Two replicas and two instances: whoever writes reads it at once, wherever, whatever becomes of the replicas. */
export async function replicas(rounds: number): Promise<Line[]> {
  const lines: Line[] = []
  const ground = await Ground.open('PostgreSQL', { demo: true })
  const standbys: Standby[] = []
  const servers: ServerProcess[] = []
  try {
    const { postgres } = ground
    if (!postgres) return []
    for (let i = 0; i < 2; i++) standbys.push(await Standby.of(postgres.url))
    const env = { DATABASE_REPLICAS: standbys.map(({ url }) => url).join() }
    await ground.restart('SIGTERM', env)
    servers.push(ground.server, await (await ground.another(env)).running())
    const office = new Office(servers.map(({ url }) => url))
    await office.open()
    for (let round = 0; round < rounds; round++)
      for (const [name, trouble] of Object.entries(TROUBLES)) {
        await trouble(standbys[round % 2] as Standby, office)
        for (const server of servers) await until('both replicas are read', async () => (await ready(server)) === 2)
        const { answered, seen, failed, stale } = office.told
        const why = [...new Set(failed)].slice(0, 3).join('; ')
        lines.push({
          what: `a replica ${name}`,
          came: `${answered} answered, ${seen} writes read at once, ${stale.length} not, ${failed.length} failed ${why}`,
          isWell: failed.length + stale.length === 0,
        })
      }
    await office.close()
  } catch (error) {
    lines.push({ what: 'replicas', came: inOneLine(error), isWell: false })
  } finally {
    await Promise.all(servers.map(server => server.stop('SIGKILL')))
    for (const { postgres } of standbys) await postgres.stop()
    await ground.close()
  }
  return lines
}
