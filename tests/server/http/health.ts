import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Services } from '../../../src/server/call/context.ts'
import { embeddedApp } from '../../../src/server/http/app.ts'
import type { Api } from '../support/api.ts'

interface Said {
  status: number
  says: string
  words: string
}

/** What a load balancer is told: whether a person's next call would be answered, a save too. */
export function healthContract(api: () => Api): void {
  const of = async (more: Partial<Services> = {}): Promise<Said> => {
    const app = await embeddedApp({ ...api().services, ...more }, { log: { level: 'silent' } })
    const answer = await app.inject('/healthz')
    await app.close()
    const { status: says, resultMsg: words = '' } = answer.json<{ status: string; resultMsg?: string }>()
    return { status: answer.statusCode, says, words }
  }
  /** Not what was found out a moment ago. */
  const anew = (): Promise<Said> => of({ db: api().services.db.withoutPlugins() })
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(api().db)

  describe('the health', () => {
    it('is well where all is, and writes no more than a row', async () => {
      for (let i = 0; i < 3; i++) expect(await anew()).toMatchObject({ status: 200, says: 'ok' })
      const { rows } = await sql`select 1 from sys_once where id = 'health'`.execute(api().db)
      expect(rows).toHaveLength(1)
    })

    it.each([
      ['the key of a save cannot be noted', 'sys_once'],
      ['the audit trail cannot be entered', 'sys_audit'],
    ])('says so where %s', async (_, table) => {
      await run(`alter table ${table} rename to put_aside`)
      try {
        expect(await anew()).toMatchObject({ status: 503 })
      } finally {
        await run(`alter table put_aside rename to ${table}`)
      }
      expect(await anew()).toMatchObject({ status: 200 })
    })

    it('says that another version has changed the tables, as the lists do', async () => {
      const noted = `insert into sys_schema_change (number, what, statement, "when", "configVersion")
        select max(number) + 1, 'by another version', '', now(), '' from sys_schema_change`
      const lists = async (): Promise<number> =>
        (await api().ask('POST', '/api/website/websiteList', await api().token('huainan_admin'), {})).status
      await run('alter table website rename column "siteName" to "renamedName"')
      await run(noted)
      try {
        expect([await lists(), await anew()]).toMatchObject([
          503,
          { status: 503, says: 'outdated', words: expect.stringContaining('升级或重新启动') as string },
        ])
      } finally {
        await run('alter table website rename column "renamedName" to "siteName"')
        await run(noted)
      }
      expect([await lists(), await anew()]).toMatchObject([200, { status: 200 }])
    })

    it('says that the disk of an embedded database is full, or cannot be written', async () => {
      for (const [code, says] of [
        ['ENOSPC', 'disk-full'],
        ['EDQUOT', 'disk-full'],
        ['EROFS', 'not-writable'],
      ]) {
        const tryDisk = (): Promise<void> => Promise.reject(Object.assign(new Error('no'), { code }))
        expect(await of({ db: api().services.db.withoutPlugins(), tryDisk })).toMatchObject({ status: 503, says })
      }
    })
  })
}
