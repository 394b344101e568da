import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { compareFiles } from '../../../src/server/attachments/compare-files.ts'
import { managersAmong } from '../../../src/server/calls/accounts/managers.ts'
import { once } from '../../../src/server/files/zip.ts'
import { wholeOf } from '../../../src/server/heavy/heavy.ts'
import { lookAtFiles } from '../../../src/server/start/look-at-files.ts'
import { lookAtHolidays } from '../../../src/server/start/look-at-holidays.ts'
import { openFileFolder } from '../../../src/server/start/folders/file-folder.ts'
import { newFileId } from '../../../src/server/files/upload.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import { ForeignFolder } from '../../../src/server/sweep/leftovers.ts'
import { maySweep, sweep, sweptLine } from '../../../src/server/sweep/sweep.ts'
import { sweepTermsOf } from '../../../src/server/sweep/terms.ts'
import { forget, temporary } from '../../folders.ts'
import type { Api } from '../support/api.ts'
import { onOneDatabase } from '../support/both.ts'

const DAY = 86_400_000
const DATANG = { userId: 'user-huainan_datong' }
const at = (days: number): number => Date.now() + days * DAY
async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('内容')
}
const lies = async (files: FileStore, id: string): Promise<boolean> => (await files.size(id)) !== undefined

async function hasDraft(files: FileStore): Promise<boolean> {
  for await (const some of files.lying()) if (some.some(({ isWhole }) => !isWhole)) return true
  return false
}

/** One of each kind of thing that is swept, and of everything that names a file: what is left of them, and when. */
function sweepContract(api: () => Api): void {
  describe('what nobody needs any more', () => {
    const faults: unknown[] = []
    const swept = (days: number, services = api().services) => sweep(services, at(days), error => faults.push(error))
    const exists = async (table: string, column: string, value: string): Promise<boolean> =>
      (await api().db.selectFrom(table).select(column).where(column, '=', value).execute()).length > 0
    const plant = (table: string, row: Record<string, unknown>): Promise<unknown> =>
      api().services.db.insertInto(table).values(row).execute()

    async function upload(): Promise<string> {
      const id = newFileId()
      await plant('sys_file', {
        id,
        ...DATANG,
        name: `${id}.txt`,
        type: 'text/plain',
        ...(await api().services.files.put(id, bytes())),
        createTime: '2026-01-01 09:00:00',
      })
      return id
    }
    const job = async (id: string, more: object): Promise<string> => {
      await plant('sys_job', {
        id,
        ...DATANG,
        total: 1,
        request: '{}',
        keys: '[]',
        createdAt: Date.now(),
        beatAt: Date.now(),
        worker: 'elsewhere',
        ...more,
      })
      return id
    }

    /** Each names a file in one way alone. */
    async function named(): Promise<Record<string, string>> {
      const token = await api().token('huainan_datong')
      const [first, second] = (await api().list('/api-im/website/websiteList', token, { pageRowNo: 2 })).list.map(row =>
        String(row['uniqueId']),
      )
      const save = async (uniqueId: unknown, id: string): Promise<void> => {
        expect(
          (
            await api().ask('POST', '/api-im/website/save', token, {
              uniqueId,
              signsLicenses: 1,
              showType: '1',
              licenseShot: `/file/${id}/${id}.txt`,
            })
          ).status,
        ).toBe(200)
      }
      const ids = {
        record: await upload(),
        deleted: await upload(),
        before: await upload(),
        trail: await upload(),
        draft: await upload(),
        job: await upload(),
      }
      await save(first, ids.before)
      await save(first, ids.record)
      await save(second, ids.deleted)
      await api()
        .services.db.updateTable('website')
        .set({ delFlag: 1 })
        .where('uniqueId', '=', String(second))
        .execute()
      await plant('sys_audit', {
        time: '2026-01-01 09:00:01',
        action: 'website.save',
        entity: 'website',
        objectId: 'x',
        before: JSON.stringify({ pageShot: `/file/${ids.trail}/a.png` }),
      })
      await plant('sys_draft', {
        ...DATANG,
        form: 'f',
        record: 'r',
        values: JSON.stringify({ pageShot: `/file/${ids.draft}/a.png` }),
        savedAt: sql`now()`,
      })
      await job('working', { kind: 'batch', request: JSON.stringify({ args: { file: ids.job } }) })
      return ids
    }

    it('is swept, each kind when its time has come, and nothing that anything names', async () => {
      const { files, db } = api().services
      const ids = await named()
      // what no save has noted is found where it stands
      await db.deleteFrom('sys_file_use').where('fileId', 'in', Object.values(ids)).execute()
      const evidence = (
        await api().db.selectFrom('sys_file_use').select('fileId').where('entity', '=', 'evidence').execute()
      ).map(row => String(row['fileId']))
      expect(evidence.length).toBeGreaterThan(0)
      await db.deleteFrom('sys_file_use').where('fileId', '=', String(evidence[0])).execute()
      const used = (
        await api().db.selectFrom('sys_file').innerJoin('sys_file_use', 'fileId', 'id').select('id').execute()
      ).map(row => String(row['id']))
      const [lone, leftover, sheet] = [await upload(), newFileId(), newFileId()]
      for (const id of [leftover, sheet]) await files.put(id, bytes())
      await job(sheet, { kind: 'export', finished: 1 })
      await job('over', { kind: 'batch', finished: 1 })
      await plant('sys_job_row', { jobId: 'over', key: 'k', attempt: 'a', code: '1', msg: '' })
      await plant('sys_selection', {
        id: 'mine',
        ...DATANG,
        call: 'website.list',
        keys: '[]',
        capped: 0,
        createdAt: Date.now(),
      })
      await plant('sys_selection', {
        id: 'theirs',
        userId: 'user-admin',
        call: 'website.list',
        keys: '[]',
        capped: 0,
        createdAt: Date.now(),
      })
      await plant('sys_throttle', { client: 'long ago', tries: 1, since: Date.now() })
      await plant('sys_rate', { client: 'long ago', minute: Math.floor(Date.now() / 60_000), n: 1 })
      await plant('sys_once', { id: 'long ago', print: 'p', createdAt: Date.now() })
      let release = (): void => {}
      const writer = files
        .put(
          newFileId(),
          (async function* () {
            yield* bytes()
            await new Promise<void>(resolve => {
              release = resolve
            })
          })(),
        )
        .catch(() => 'gone')
      await expect.poll(() => hasDraft(files), { interval: 5 }).toBe(true)

      // today only the upload is old
      await swept(0)
      expect([await exists('sys_file', 'id', lone), await lies(files, lone)]).toEqual([false, false])
      expect(
        await api().db.selectFrom('sys_audit').select(['action', 'userId']).where('objectId', '=', lone).execute(),
      ).toEqual([{ action: 'file.sweep', userId: null }])
      expect(
        await Promise.all([
          lies(files, leftover),
          lies(files, sheet),
          exists('sys_job', 'id', 'over'),
          exists('sys_selection', 'id', 'theirs'),
          exists('sys_throttle', 'client', 'long ago'),
        ]),
      ).toEqual([true, true, true, true, true])

      const counted = await swept(10)
      // the two of this test, and what the demonstration has made and shows nowhere
      expect(counted.leftovers).toBeGreaterThanOrEqual(2)
      expect(counted.drafts).toBe(0)
      expect([counted.exports, counted.jobs, counted.selections, counted.traces].every(count => count > 0)).toBe(true)
      expect(sweptLine(counted)).toMatch(/^已清理 \/ swept: .*leftovers \d/)
      release()
      expect(await writer).toBe('gone')
      expect(
        await Promise.all([
          lies(files, leftover),
          lies(files, sheet),
          exists('sys_job', 'id', sheet),
          exists('sys_job', 'id', 'over'),
          exists('sys_job_row', 'jobId', 'over'),
          exists('sys_selection', 'id', 'theirs'),
          exists('sys_throttle', 'client', 'long ago'),
          exists('sys_rate', 'client', 'long ago'),
          exists('sys_once', 'id', 'long ago'),
        ]),
      ).toEqual(Array(9).fill(false))
      expect(await exists('sys_selection', 'id', 'mine'), 'whoever has work under way').toBe(true)
      for (const [by, id] of Object.entries(ids))
        expect([by, await exists('sys_file', 'id', id), await lies(files, id)]).toEqual([by, true, true])
      for (const id of [...used, ...evidence])
        expect([await exists('sys_file', 'id', id), await lies(files, id)], id).toEqual([true, true])

      // a job ends, a draft grows old: of what they alone named nobody has anything any more
      await db.updateTable('sys_job').set({ finished: 1 }).where('id', '=', 'working').execute()
      await db
        .deleteFrom('sys_file_use')
        .where('fileId', 'in', [ids['job'] ?? '', ids['draft'] ?? ''])
        .execute()
      expect((await swept(200)).drafts).toBeGreaterThan(0)
      for (const [by, id] of Object.entries(ids))
        expect([by, await lies(files, id)]).toEqual([by, !['job', 'draft'].includes(by)])
      for (const id of evidence) expect(await lies(files, id), id).toBe(true)
      expect(sweptLine(await swept(200))).toBeUndefined()
      expect(faults).toEqual([])
    })

    it('is not judged in a folder that is another database’s', async () => {
      const folder = temporary()
      const files = await openFileFolder(folder)
      const id = newFileId()
      await files.put(id, bytes())
      expect((await swept(10, { ...api().services, files })).leftovers).toBe(0)
      expect(faults.splice(0)).toEqual([expect.any(ForeignFolder)])
      expect(await lies(files, id)).toBe(true)
      await forget(folder)
    })

    it('is swept by one instance at a time, whatever becomes of the clock; all files are looked through once a day', async () => {
      const { db } = api().services
      const [hourly, all] = [
        ['exports', 'jobs', 'selections', 'traces', 'drafts', 'uploads'],
        ['exports', 'jobs', 'selections', 'traces', 'drafts', 'uploads', 'leftovers'],
      ]
      const last = (ago: number): Promise<unknown> =>
        db
          .updateTable('sys_meta')
          .set({ value: String(Date.now() - ago) })
          .where('name', 'in', ['swept', 'sweptFiles'])
          .execute()
      await db.deleteFrom('sys_meta').where('name', 'in', ['swept', 'sweptFiles']).execute()
      const told = await Promise.all([maySweep(db), maySweep(db), maySweep(db)])
      expect(told.flat().sort()).toEqual(all.toSorted())
      for (const [ago, may] of [
        [10 * 60_000, []],
        [3_600_000, hourly],
        [-3_600_000, hourly],
        [86_400_000, all],
        [-86_400_000, all],
      ] as const) {
        await last(ago)
        expect([ago, await maySweep(db)]).toEqual([ago, may])
      }
    })

    it('is what app.yaml says', () => {
      expect(sweepTermsOf(api().services.configuration().scope({}).app)).toEqual(sweepTermsOf({}))
      expect(sweepTermsOf({ sweep: { drafts: 30 } })).toMatchObject({ drafts: 30, uploads: 7 })
    })
  })
}

/** Rows and the files that they name, as doctor and the weekly look compare them. */
function lookContract(api: () => Api): void {
  describe('files that rows name', () => {
    const compare = (turn = 0) =>
      compareFiles({ db: api().db, files: api().services.files, rest: () => Promise.resolve(), turn })
    const replace = async (id: string, text: string): Promise<void> => {
      await api().services.files.put(id, once(text))
    }
    const named = async (): Promise<Named[]> =>
      (await api().db.selectFrom('sys_file').select(['id', 'name', 'size']).orderBy('id').limit(3).execute()).map(
        ({ id, name, size }) => ({ id: String(id), name: String(name), size: Number(size) }),
      )
    const kept = new Map<string, Buffer>()
    afterAll(async () => {
      for (const [id, content] of kept) await api().services.files.put(id, once(content))
    })

    it('are all there, and the content of each is read in one of some weeks', async () => {
      const { count, named: all, read } = await compare()
      expect([count, all > 200, read > 0 && read < all]).toEqual([0, true, true])
      const weeks = Math.ceil(all / 200)
      const reads: number[] = []
      for (let turn = 0; turn < weeks; turn++) reads.push((await compare(turn)).read)
      const uploads = (await api().db.selectFrom('sys_file').select('id').execute()).length
      expect(reads.reduce((sum, one) => sum + one, 0)).toBe(uploads)
    })

    it('are named where they are gone, of another size, or, once they are read, of another content', async () => {
      const [gone, longer, other] = (await named()) as [Named, Named, Named]
      for (const { id } of [gone, longer, other]) {
        const content = await api().services.files.open(id)
        if (content) kept.set(id, await wholeOf(content))
      }
      await api().services.files.remove(gone.id)
      await replace(longer.id, 'x'.repeat(longer.size + 1))
      await replace(other.id, 'x'.repeat(other.size))
      const faults: [string, string][] = []
      let all = 0
      for (let turn = 0; turn < 20; turn++) {
        const found = await compare(turn)
        all = found.named
        faults.push(...found.first.map(({ id, fault }): [string, string] => [id, fault]))
      }
      const weeks = Math.ceil(all / 200)
      expect(faults.filter(([id, fault]) => id === gone.id && fault === 'missing')).toHaveLength(20)
      expect(faults.filter(([id, fault]) => id === longer.id && fault === 'size')).toHaveLength(20)
      const read = faults.filter(([id, fault]) => id === other.id && fault === 'content').length
      expect(read).toBeGreaterThanOrEqual(Math.floor(20 / weeks))
      expect(faults).toHaveLength(40 + read)
    })

    it('are looked at once a week by one instance, which tells the log and whoever manages the platform', async () => {
      const { services } = api()
      const said: string[] = []
      const log = { info: () => {}, error: (line: string) => void said.push(line) }
      const look = (): Promise<void> => lookAtFiles(services, log)
      const last = (ago: number): Promise<unknown> =>
        services.db
          .updateTable('sys_meta')
          .set({ value: String(Date.now() - ago) })
          .where('name', '=', 'files compared')
          .execute()
      await services.db.deleteFrom('sys_meta').where('name', '=', 'files compared').execute()
      await look()
      await last(6 * DAY)
      await look()
      expect(said).toEqual([])
      await last(8 * DAY)
      await Promise.all([look(), look(), look()])
      expect(said).toHaveLength(1)
      const [gone] = (await named()) as [Named]
      expect(said[0]).toMatch(/[23] 个文件不在了[^]*files that records name are gone/)
      expect(said[0]).toContain(`${gone.name}（${gone.id}）：不在了 / gone`)
      await look()
      expect(said).toHaveLength(1)
      const managers = (await managersAmong(services.configuration(), services.db, { customerId: '' })).filter(
        ({ orgId }) => orgId,
      )
      expect(managers.length).toBeGreaterThan(0)
      const token = await api().token(managers[0]?.username ?? '')
      const { list } = await api().list('/api-console/messages', token, { title: '文件丢失' })
      expect(list).toMatchObject([{ readState: '0', content: expect.stringContaining(gone.name) as string }])
    })
  })

  describe('a year whose days off nobody has entered', () => {
    it('is told once a week, to the log and to whoever manages the platform, and is no year that is known', async () => {
      const { services } = api()
      const said: string[] = []
      const log = { info: () => {}, error: (line: string) => void said.push(line) }
      const look = (day: string): Promise<void> => lookAtHolidays(services, log, Date.parse(`${day}T10:00:00+08:00`))
      await services.db.deleteFrom('sys_meta').where('name', '=', 'missing holidays told').execute()
      await look('2026-06-01')
      expect(said).toEqual([])
      await Promise.all([look('2060-11-02'), look('2060-11-02'), look('2060-11-03')])
      expect(said).toEqual([expect.stringMatching(/还没有 2060 年的放假安排[^]*lack 2060/)])
      await look('2060-11-10')
      expect(said).toHaveLength(2)
      const managers = await managersAmong(services.configuration(), services.db, { customerId: '' })
      const token = await api().token(managers.find(({ orgId }) => orgId)?.username ?? '')
      const { list } = await api().list('/api-console/messages', token, { title: '还没有 2060 年的放假安排' })
      expect(list).toHaveLength(2)
    })
  })
}
type Named = { id: string; name: string; size: number }

onOneDatabase(lookContract, sweepContract)
