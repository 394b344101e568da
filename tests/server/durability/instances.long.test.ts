import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '../../../src/core/contract/api.ts'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { forget } from '../../folders.ts'
import { copyOfConfiguration, dataFolder, environment, ServerProcess } from '../support/process.ts'
import { PASSWORD } from '../support/api.ts'
import { wholeIt } from '../../whole.ts'
import { noNginx, startNginx } from './nginx.ts'
import { expectWhole, Person, Stream } from './writes.ts'

describe.skipIf(noPostgres !== undefined || noNginx !== undefined)(
  'three instances on one PostgreSQL behind nginx',
  () => {
    const clean: (() => unknown)[] = []
    const servers: ServerProcess[] = []
    const own: { url: string; db?: Database; config: string } = { url: '', config: '' }
    const db = (): Database => own.db as Database

    beforeAll(async () => {
      const postgres = await startPostgres()
      clean.push(() => postgres.stop())
      own.db = databaseOn(await openPostgres(postgres.url))
      clean.push(() => db().destroy())
      const [data, config] = [dataFolder(), await copyOfConfiguration()]
      own.config = config
      clean.push(
        () => forget(data),
        () => forget(config),
      )
      const shared = {
        DATABASE_URL: postgres.url,
        DATA_DIR: data,
        CONFIG_DIR: config,
        DEMO: '1',
        TRUST_PROXY: '1',
        RATE_LIMIT: '0',
      }
      // all three at once on an empty database
      for (const env of await Promise.all([1, 2, 3].map(() => environment(shared))))
        servers.push(new ServerProcess(env))
      clean.push(() => Promise.all(servers.map(server => server.stop('SIGKILL'))))
      await Promise.all(servers.map(server => server.running()))
      const proxy = await startNginx(servers.map(server => server.url))
      clean.push(() => proxy.stop())
      own.url = proxy.url
    })
    afterAll(async () => {
      for (const step of clean.reverse()) await step()
    })

    const person = (name = 'huainan_admin'): Promise<Person> => new Person(own.url).signIn(name, PASSWORD)
    const each = <T>(ask: (url: string) => Promise<T>): Promise<T[]> =>
      Promise.all(servers.map(server => ask(server.url)))

    it('start at once and make tables and demonstration once', async () => {
      expect(servers.filter(server => server.output.includes('demonstration data loaded'))).toHaveLength(1)
      const record = await db().selectFrom('sys_schema_change').select(['number', 'what', 'statement']).execute()
      expect(new Set(record.map(row => row['statement'])).size).toBe(record.length)
    })

    it('know a session that another one opened, and that another one ended', async () => {
      const { token } = await person()
      const status = (url: string): Promise<number> =>
        fetch(`${url}/prod-api/api-auth/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } }).then(
          answer => answer.status,
        )
      expect(await each(status)).toEqual([200, 200, 200])
      await fetch(`${servers[1]?.url}/prod-api/api-auth/oauth/remove/token?access_token=${token}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await each(status)).toEqual([401, 401, 401])
    })

    it('count wrong passwords together: whoever has had five of them waits, whichever is asked', async () => {
      const said: string[] = []
      for (let i = 0; i < 6; i++) {
        const query = new URLSearchParams({ username: 'huainan_datong', password: `wrong${i}` }).toString()
        const answer = await fetch(`${servers[i % 3]?.url}/prod-api/api-auth/oauth/user/token?${query}`, {
          method: 'POST',
          headers: { 'client-id': 'webApp', 'client-secret': 'webApp' },
        })
        said.push(((await answer.json()) as Envelope<unknown>).resultMsg ?? '')
      }
      expect(said.filter(text => text === '用户名或密码错误')).toHaveLength(5)
      expect(said[5]).toMatch(/密码错误次数过多，请\d+秒后再试/)
    })

    it('give back an upload that another one took', async () => {
      const { token, url } = await person()
      const headers = { authorization: `Bearer ${token}` }
      const body = new FormData()
      body.append('file', new Blob(['证据']), '证据.txt')
      const taken = (await (
        await fetch(`${url}/prod-api/api-im/file/uploads`, { method: 'POST', headers, body })
      ).json()) as Envelope<{ url: string }[] | { url: string }>
      const address = [taken.data ?? []].flat()[0]?.url ?? ''
      expect(address).not.toBe('')
      expect(await each(server => fetch(`${server}${address}`, { headers }).then(answer => answer.text()))).toEqual([
        '证据',
        '证据',
        '证据',
      ])
    })

    wholeIt('take over an edit that brings a new field, each by itself', async () => {
      const file = join(own.config, 'schemas/entities/website.yaml')
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace('fields:', 'fields:\n  newField: {label: 备注, kind: int}'),
      )
      await Promise.all(servers.map(server => server.until('configuration updated')))
      const versions = await each(url =>
        fetch(`${url}/healthz`).then(answer => answer.json() as Promise<{ configuration: string }>),
      )
      expect(new Set(versions.map(one => one.configuration)).size).toBe(1)
      const added = await db()
        .selectFrom('sys_schema_change')
        .select('what')
        .where('what', '=', 'column website.newField')
        .execute()
      expect(added).toHaveLength(1)
    })

    /** What the demonstration brought, with its trail; and what was saved before. */
    let demo: string[] = []
    let earlier: string[] = []

    it('let one go that is stopped in order, under load: nobody is refused or left without an answer', async () => {
      demo = (await db().selectFrom('website').select('uniqueId').execute()).map(row => String(row['uniqueId']))
      const stream = new Stream(await Promise.all([person(), person(), person()]))
      await stream.more(40)
      expect((await servers[2]?.stop())?.code).toBe(0)
      await stream.more(60)
      await stream.stop()
      earlier = stream.acknowledged
      expect({ refused: stream.refused, unanswered: stream.unanswered }).toEqual({ refused: [], unanswered: 0 })
      const names = (
        await db().selectFrom('website').select('siteName').where('uniqueId', 'in', stream.acknowledged).execute()
      ).map(row => String(row['siteName']))
      const all = await db().selectFrom('website').select('siteName').where('siteName', 'in', names).execute()
      expect(all).toHaveLength(stream.acknowledged.length)
    })

    it('lose one to kill -9 under load: nobody else is refused, and what was acknowledged is there', async () => {
      const people = await Promise.all([person(), person(), person()])
      const stream = new Stream(people)
      await stream.more(40)
      await servers[0]?.stop('SIGKILL')
      await stream.more(60)
      await stream.stop()
      expect({ refused: stream.refused, unanswered: stream.unanswered }).toEqual({ refused: [], unanswered: 0 })
      await db().deleteFrom('website').where('uniqueId', 'in', demo).execute()
      await expectWhole(db(), [...earlier, ...stream.acknowledged], demo)
    })
  },
)
