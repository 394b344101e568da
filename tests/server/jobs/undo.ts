import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TableRow } from '../../../src/server/db/database.ts'
import type { Api } from '../support/api.ts'
import { ended, type Progress } from '../support/wait.ts'

const BATCHES = '/api-console/batches'
const SITES = '/api-im/website/websiteList'
const SHOPS = '/api-im/eshop/eshopList'
const LIBRARIES = '/api-im/subLibrary/list'

export function undoContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_fengtai')
  const run = async (token: string, body: object): Promise<Progress & { undo: boolean }> => {
    const { body: begun } = await api().ask<{ id: string }>('POST', BATCHES, token, body)
    if (!begun.data) throw new Error(begun.resultMsg)
    return (await ended(api(), token, BATCHES, begun.data.id)) as Progress & { undo: boolean }
  }
  const undo = (token: string, id: string) =>
    api().ask<{ id: string; total: number }>('POST', `${BATCHES}/undo`, token, { id })
  const undone = async (token: string, id: string): Promise<Progress> => {
    const { body } = await undo(token, id)
    if (!body.data) throw new Error(body.resultMsg)
    return ended(api(), token, BATCHES, body.data.id)
  }
  const keysOf = async (path: string, token: string, count: number): Promise<string[]> =>
    (await api().list(path, token, { pageRowNo: count })).list.map(row => String(row['uniqueId']))
  const rowsOf = async (table: string, keys: string[]): Promise<TableRow[]> => {
    const { rows } = await sql<TableRow>`select to_jsonb(t) as row from ${sql.table(table)} t
      where "uniqueId" in (${sql.join(keys)}) order by "uniqueId"`.execute(api().services.db)
    return rows
  }

  describe('undo of a batch', () => {
    it('gives each record its former values exactly, skips what was changed since and says so', async () => {
      const token = await own()
      const keys = await keysOf(SITES, token, 4)
      const [touched = '', ...others] = keys
      const before = await rowsOf('website', others)
      const batch = await run(token, { call: 'website.save', args: { siteType: '2', remark: '批量' }, keys })
      expect(batch).toMatchObject({ ok: 4, undo: true })
      expect(await rowsOf('website', others)).not.toEqual(before)
      const save = { uniqueId: touched, remark: '后来' }
      expect((await api().ask('POST', '/api-im/website/save', token, save)).status).toBe(200)
      const after = await undone(token, batch.id)
      expect(after).toMatchObject({
        total: 4,
        ok: 3,
        results: [{ key: touched, code: '0', msg: '之后又有改动，没有撤销' }],
      })
      expect(await rowsOf('website', others)).toEqual(before)
      expect((await rowsOf('website', [touched]))[0]).toMatchObject({ row: { remark: '后来' } })
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('objectId')
        .where('action', '=', 'batch.undo')
        .where('entity', '=', 'website')
        .where('objectId', 'in', keys)
        .execute()
      expect(trail.map(entry => entry['objectId']).sort()).toEqual(others.sort())
    })

    it('gives back no value that another record has taken meanwhile', async () => {
      const token = await own()
      const [one = '', other = ''] = await keysOf(SITES, token, 2)
      const [before] = await rowsOf('website', [one])
      const { domain } = (before?.['row'] ?? {}) as { domain: string }
      const batch = await run(token, { call: 'website.save', args: { domain: 'moved.example' }, keys: [one] })
      expect(batch).toMatchObject({ ok: 1, undo: true })
      const save = { uniqueId: other, domain }
      expect((await api().ask('POST', '/api-im/website/save', token, save)).status).toBe(200)
      expect(await undone(token, batch.id)).toMatchObject({
        ok: 0,
        results: [{ key: one, code: '0', msg: `域名“${domain}”已存在，没有撤销` }],
      })
      expect((await rowsOf('website', [one]))[0]).toMatchObject({ row: { domain: 'moved.example' } })
    })

    it('can be asked for once, by its owner alone, with the right to make the call still', async () => {
      const token = await own()
      const keys = await keysOf(SITES, token, 2)
      const { id } = await run(token, { call: 'website.save', args: { remark: '再批量' }, keys })
      expect((await undo(await api().token('huainan_tianjiaan'), id)).status).toBe(404)
      expect((await undone(token, id)).ok).toBe(2)
      expect((await undo(token, id)).body.resultMsg).toBe('这次批量操作已经撤销过')
      const { body } = await api().ask<Progress & { undo: boolean }>('GET', `${BATCHES}?id=${id}`, token)
      expect(body.data?.undo).toBe(false)
    })

    it('goes on where an undo was cancelled half way, and then no more', async () => {
      const token = await own()
      const keys = await keysOf(SITES, token, 3)
      const before = await rowsOf('website', keys)
      const { id } = await run(token, { call: 'website.save', args: { remark: '半途' }, keys })
      const state = async () =>
        (await api().ask<{ undo: boolean }>('GET', `${BATCHES}?id=${id}`, token)).body.data?.undo
      const first = await undone(token, id)
      expect([first.ok, await state()]).toEqual([3, false])
      // as a cancelled one leaves it: one of its rows was worked off, the others were not
      const left = keys.slice(1)
      const undoes = await api().db.selectFrom('sys_job').select('undoneBy').where('id', '=', id).executeTakeFirst()
      const last = String(undoes?.['undoneBy'])
      await api().db.deleteFrom('sys_job_row').where('jobId', '=', last).where('key', 'in', left).execute()
      await api().db.updateTable('sys_job').set({ cancelled: 1, done: 1, ok: 1 }).where('id', '=', last).execute()
      expect(await state()).toBe(true)
      const rest = await undone(token, id)
      expect([rest.total, await state()]).toEqual([2, false])
      expect((await undo(token, id)).body.resultMsg).toBe('这次批量操作已经撤销过')
      expect(await rowsOf('website', keys)).toEqual(before)
    })

    it('is offered only where a button says so: what is deleted in a batch stays deleted', async () => {
      const token = await own()
      const [key = ''] = await keysOf(SITES, token, 1)
      const batch = await run(token, { call: 'website.delete', args: { del_content: '重复登记' }, keys: [key] })
      expect(batch).toMatchObject({ ok: 1, undo: false })
      expect((await undo(token, batch.id)).body.resultMsg).toBe('这次批量操作不能撤销')
    })

    it('takes labels, places in a library and dead links back, with all that is counted', async () => {
      const token = await own()
      const keys = await keysOf(SHOPS, token, 3)
      const offered = await api().ask<{ list: { key: string }[] }>('POST', '/api-console/choices', token, {
        ref: 'label',
      })
      const labelIds = offered.body.data?.list[0]?.key
      const counts = async (): Promise<unknown> => [
        (await sql`select "useCount" from label where id = ${labelIds}`.execute(api().services.db)).rows,
        (
          await sql`select count(*) from "labelRelation" where "delFlag" = 0
            and "objectId" in (${sql.join(keys)})`.execute(api().services.db)
        ).rows,
        (await api().list(LIBRARIES, token)).list.map(row => row['objectCount']),
      ]
      const shelf = await api().first(LIBRARIES, token)
      const [before, counted] = [await rowsOf('eshop', keys), await counts()]
      const batches = [
        { call: 'eshop.label', args: { labelIds } },
        { call: 'eshop.shelve', args: { subLibraryId: shelf['subLibraryId'] } },
        { call: 'eshop.bury', args: { deadReason: '1' } },
      ]
      const done: (Progress & { undo: boolean })[] = []
      for (const what of batches) done.push(await run(token, { ...what, keys }))
      expect(done.map(({ ok, undo: may }) => [ok, may])).toEqual(batches.map(() => [keys.length, true]))
      expect(await counts()).not.toEqual(counted)
      for (const { id } of done.reverse())
        expect(await undone(token, id)).toMatchObject({ ok: keys.length, results: [] })
      expect(await rowsOf('eshop', keys)).toEqual(before)
      expect(await counts()).toEqual(counted)
    })

    it('of a change of fields obeys the form for each record, and names those that it refuses', async () => {
      const token = await own()
      const keys = await keysOf(SHOPS, token, 3)
      const batch = await run(token, { call: 'eshop.save', args: { mainCategory: 'nothing' }, keys })
      expect(batch).toMatchObject({ ok: 0, undo: false })
      expect(batch.results).toHaveLength(keys.length)
    })
  })
}
