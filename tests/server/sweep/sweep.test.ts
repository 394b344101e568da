import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
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
const lies = async (files: FileStore, id: string): Promise<boolean> => {
  const content = await files.open(id)
  content?.destroy()
  return content !== undefined
}

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
      while (!(await hasDraft(files))) await new Promise(resolve => setTimeout(resolve, 5))

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

onOneDatabase(sweepContract)
