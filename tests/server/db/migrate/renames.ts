import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Services } from '../../../../src/server/call/context.ts'
import type { Database, TableRow } from '../../../../src/server/db/database.ts'
import { checkRollups } from '../../../../src/server/db/rollups/report.ts'
import { entityOf, type Entity } from '../../../../src/server/db/tables/models.ts'
import { apart } from '../../../../src/server/db/transactions.ts'
import { asOfNow } from '../../../../src/server/dispatch/person.ts'
import { embeddedApp } from '../../../../src/server/http/app.ts'
import { begin, cancel } from '../../../../src/server/jobs/jobs.ts'
import { startJobs } from '../../../../src/server/jobs/worker.ts'
import { prepareTables } from '../../../../src/server/start/database/open-database.ts'
import { StartRefusal } from '../../../../src/server/start/settings/refusal.ts'
import { SUPERVISION } from '../../../../src/supervision/server/product.ts'
import type { Api } from '../../support/api.ts'
import { ended } from '../../support/wait.ts'

const SAVE = '/api-im/website/save'
const BATCHES = '/api-console/batches'
const LIST = 'dataCenter/website'
const STAFF = 'huainan_fengtai'

/** A limit and no measure. */
const PATIENCE = { timeout: 100_000 }

/** These fields of websites had other names until now. */
const WAS: Record<string, string | string[]> = { remark: ['formerRemark', 'firstRemark'], siteType: 'formerType' }
const OLD = { formerRemark: 'remark', formerType: 'siteType' }

const renamed = (entities: ReadonlyMap<string, Entity>): Map<string, Entity> => {
  const website = entities.get('website') as Entity
  const fields = website.fields.map(field => ({ ...field, ...(WAS[field.name] ? { was: WAS[field.name] } : {}) }))
  return new Map([...entities, ['website', { ...entityOf({ ...website, fields }), owned: website.owned }]])
}

/** As a server wrote it that knows the old names. */
async function asBefore(db: Database): Promise<void> {
  for (const [old, now] of Object.entries(OLD)) {
    await sql`alter table website rename column ${sql.ref(now)} to ${sql.ref(old)}`.execute(db)
    await sql`alter table sys_audit disable trigger sys_audit_stays`.execute(db)
    for (const side of ['before', 'after'])
      await sql`update sys_audit set ${sql.ref(side)} = ${sql.ref(side)} - ${now}
        || jsonb_build_object(${old}::text, ${sql.ref(side)} -> ${now}) where entity = 'website'
        and ${sql.ref(side)} -> ${now} is not null`.execute(db)
    await sql`alter table sys_audit enable trigger sys_audit_stays`.execute(db)
  }
  await sql`insert into sys_schema_change (number, what, statement, "when", "configVersion")
    select max(number) + 1, 'by another version', '', now(), '' from sys_schema_change`.execute(db)
  await sql`update sys_job_undo u set print = md5(jsonb_strip_nulls(to_jsonb(t))::text) from website t
    where t."uniqueId" = u."objectId" and u.entity = 'website'`.execute(db)
}

export function renamesContract(api: () => Api): void {
  describe('a field that has another name now', () => {
    const own = {} as {
      token: string
      rows: TableRow[]
      job: string
      indexes: string[]
      keys: string[]
      old: unknown
      waiting: string
      left: unknown
    }
    const rows = async (): Promise<TableRow[]> =>
      (await sql<TableRow>`select * from website order by "uniqueId"`.execute(api().services.db)).rows
    const indexes = async (): Promise<string[]> =>
      (
        await sql<{ name: string }>`select indexname || oid as name from pg_indexes
          join pg_class on relname = indexname where tablename = 'website' order by 1`.execute(api().services.db)
      ).rows.map(({ name }) => name)
    const prepare = (entities: ReadonlyMap<string, Entity>, back = false): Promise<unknown> =>
      prepareTables(
        api().services.db,
        { entities: new Map(entities), configuration: api().services.configuration() },
        SUPERVISION.tables,
        undefined,
        back,
      )
    const post = (path: string, body: object) => api().ask('POST', path, own.token, body)

    const begun = (): Promise<string> => {
      const order = { userId: `user-${STAFF}`, kind: 'batch', ip: '', keys: own.keys } as const
      const request = { call: 'website.save', args: { remark: '排队改的' } }
      return begin(api().services.db, { ...order, request }, () => Promise.resolve())
    }
    const stateOf = async (id: string): Promise<TableRow | undefined> => {
      const { rows: found } = await sql<TableRow>`select worker, tries, finished,
        (select count(*)::int from sys_job_row where "jobId" = id) as entered from sys_job where id = ${id}`.execute(
        api().services.db,
      )
      return found[0]
    }
    /** The other version changes the tables while a batch is at its first row, where there can be two of them at all. */
    const changedUnder = async (): Promise<string> => {
      const { services, kind } = api()
      if (kind === 'PGlite') return asBefore(services.db).then(begun)
      return services.db.transaction().execute(async tx => {
        await sql`lock table website in access exclusive mode`.execute(tx)
        const id = await apart(begun)
        services.jobs?.wake()
        await apart(() => vi.waitFor(async () => expect((await stateOf(id))?.['worker']).not.toBeNull(), PATIENCE))
        await asBefore(tx)
        return id
      })
    }
    /** What becomes of the batch while this server goes on looking for work. */
    const left = async (id: string): Promise<TableRow | undefined> => {
      await vi.waitFor(async () => expect((await stateOf(id))?.['worker']).toBeNull(), PATIENCE)
      let asked = 0
      const services = (): Services => {
        asked++
        return api().services
      }
      const jobs = startJobs(services, asOfNow, () => undefined, 20)
      await vi.waitFor(() => expect(asked).toBeGreaterThan(5), PATIENCE)
      const state = await stateOf(id)
      await jobs.close()
      await cancel(api().services.db, `user-${STAFF}`, 'batch', id)
      return state
    }

    beforeAll(async () => {
      const { services } = api()
      own.token = await api().token(STAFF)
      own.keys = (await api().list('/api-im/website/websiteList', own.token, { pageRowNo: 2 })).list.map(row =>
        String(row['uniqueId']),
      )
      const args = { siteType: '2', remark: '批量' }
      const begun = await post(BATCHES, { call: 'website.save', args, keys: own.keys })
      own.job = (begun.body.data as { id: string }).id
      await ended(api(), own.token, BATCHES, own.job)
      ;[own.rows, own.indexes] = [await rows(), await indexes()]
      const waiting = await changedUnder()
      // to this server it is as if another version had given the fields other names
      own.old = await api().ask('POST', '/api-im/website/websiteList', own.token, { pageRowNo: 2 })
      own.left = await left(waiting)
      const query = { search: '?formerType=2&remarkStart=1&formerRemark=formerType&sort=formerType.desc' }
      await post('/api-console/views', { route: LIST, name: '旧视图', query, shared: false })
      await post('/api-console/preferences', { key: `columns:${LIST}`, value: ['formerType', 'siteName'] })
      await post('/api-console/drafts', {
        form: 'dataCenter/websiteForm',
        values: { values: { formerRemark: '草稿' } },
      })
      const entities = renamed(services.entities())
      await prepare(entities)
      api().app = await embeddedApp({ ...services, entities: () => entities })
      services.entities = () => entities
    })

    it('keeps its data, its indexes and its numbers, and all of it is on record', async () => {
      expect(await rows()).toEqual(own.rows)
      expect(await indexes()).toEqual(own.indexes)
      expect((await checkRollups(api().services.db)).flatMap(({ differences }) => differences)).toEqual([])
      const { rows: recorded } = await sql<{ what: string }>`select distinct what from sys_schema_change
        where what like 'rename %' order by 1`.execute(api().services.db)
      expect(recorded.map(({ what }) => what)).toEqual([
        'rename website.formerRemark → remark',
        'rename website.formerType → siteType',
      ])
    })

    it('is missed by a server that knows it by another name, which says what is to be done', () => {
      expect(own.old).toMatchObject({ status: 503, body: { resultMsg: expect.stringContaining('须升级或重新启动') } })
    })

    it('has its jobs left to whoever knows it, without a try counted', () => {
      expect(own.left).toEqual({ worker: null, tries: 0, finished: 0, entered: 0 })
    })

    it('is told by its label of today in the history, and is given back by an undo', async () => {
      const key = own.keys[0] ?? ''
      const { body } = await api().ask<{ changes: { label: string; after: string }[] }[]>(
        'GET',
        `/api-console/history?entity=website&key=${key}`,
        own.token,
      )
      const remark = api().services.entities().get('website')?.byName.get('remark')?.label
      expect(body.data?.[0]?.changes).toContainEqual(expect.objectContaining({ label: remark, after: '批量' }))
      const undo = await post(`${BATCHES}/undo`, { id: own.job })
      const { id } = undo.body.data as { id: string }
      expect(await ended(api(), own.token, BATCHES, id)).toMatchObject({ total: 2, ok: 2 })
      expect((await rows()).filter(row => row['remark'] === '批量')).toEqual([])
    })

    it('stands by its name of today in views, columns and drafts that were kept', async () => {
      const views = await api().ask<{ name: string; query: object }[]>(
        'GET',
        `/api-console/views?route=${LIST}`,
        own.token,
      )
      expect(views.body.data?.find(({ name }) => name === '旧视图')?.query).toEqual({
        search: '?siteType=2&remarkStart=1&remark=formerType&sort=siteType.desc',
      })
      const columns = await api().ask('GET', `/api-console/preferences?key=columns:${LIST}`, own.token)
      expect(columns.body.data).toEqual({ value: ['siteType', 'siteName'] })
      const draft = await api().ask('GET', '/api-console/drafts?form=dataCenter/websiteForm', own.token)
      expect(draft.body.data).toMatchObject({ values: { values: { remark: '草稿' } } })
    })

    it('takes over what a server of before has entered once more, where it has nothing itself', async () => {
      const { db, entities } = api().services
      const [first = '', second = ''] = own.keys
      await sql`alter table website add column "formerRemark" text`.execute(db)
      await sql`update website set remark = null where "uniqueId" = ${first}`.execute(db)
      await sql`update website set remark = '新' where "uniqueId" = ${second}`.execute(db)
      await sql`update website set "formerRemark" = '旧'`.execute(db)
      const before = await rows()
      await prepare(entities())
      const after = await rows()
      expect(after.map(row => row['remark'])).toEqual(before.map(row => row['remark'] ?? '旧'))
      expect(after.every(row => row['formerRemark_old1'] === '旧' && !('formerRemark' in row))).toBe(true)
      expect(await post(SAVE, { uniqueId: first, remark: '其后' })).toMatchObject({ status: 200 })
    })

    it('is not made anew, empty, by a version that knows the old name, unless it is said that one goes back', async () => {
      const { db, entities } = api().services
      const website = entities().get('website') as Entity
      const fields = website.fields.flatMap(field =>
        field.name === 'siteType' ? [{ ...field, name: 'formerType', was: undefined }] : [field],
      )
      const old = new Map([...entities(), ['website', entityOf({ ...website, fields, indexes: [] })]])
      const before = await rows()
      const refusal: unknown = await prepare(old).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StartRefusal)
      expect((refusal as StartRefusal).details).toEqual(['website.formerType → siteType'])
      expect(await rows()).toEqual(before)
      await prepare(old, true)
      expect((await rows()).map(row => row['formerType'])).toEqual(before.map(row => row['siteType']))
      await prepare(entities())
      expect(await rows()).toEqual(before)
      const { rows: left } = await sql`select 1 from pg_attribute where attrelid = 'website'::regclass
        and attname = 'formerType' and not attisdropped`.execute(db)
      expect(left).toEqual([])
    })
  })
}
