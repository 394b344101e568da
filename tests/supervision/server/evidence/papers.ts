import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { sha256, type EvidenceManifest } from '../../../../src/supervision/server/evidence/manifest.ts'
import type { Captures } from '../../../../src/supervision/server/evidence/queue.ts'
import { DATA_CHANGES } from '../../../../src/supervision/server/tables/data-changes.ts'
import { fileAddress, registerFile } from '../../../../src/server/attachments/register.ts'
import { ended } from '../../../server/support/wait.ts'
import type { Answer, Api } from '../../../server/support/api.ts'
import { clueIn } from '../../../server/workflow/clues.ts'
import { Browser, equip, reaches, rowOf, take } from './taking.ts'

interface Made {
  code: string
  expires: string
}

/** Documents that open without a login, by a code alone. */
export function papersContract(api: () => Api): void {
  describe('a document of evidence', () => {
    let token = ''
    let captures: Captures
    beforeAll(async () => {
      token = await api().token('huainan_zhidui')
      captures = equip(api(), new Browser())
    })
    afterAll(() => captures.close())
    const taken = async (): Promise<string> => {
      const id = await take(api(), token)
      await reaches(api(), id, 'state', '2')
      return id
    }
    const share = (id: string, days?: number): Promise<Answer<Made>> =>
      api().ask('POST', '/api-im/evidence/share', token, { id, ...(days === undefined ? {} : { days }) })
    const open = (code: string): Promise<Answer<Row>> => api().ask('POST', '/api-im/evidence/open', undefined, { code })
    const codeOf = async (id: string): Promise<string> => (await share(id)).body.data?.code ?? ''

    it('R2.01 opens without a login by its code, verified on the spot, and never by the key of the evidence', async () => {
      const id = await taken()
      const { body } = await share(id)
      const opened = await open(body.data?.code ?? '')
      expect(opened.status).toBe(200)
      expect(opened.body.data).toMatchObject({
        evidenceNo: (await rowOf(api(), id))['evidenceNo'],
        verifyState: '1',
        officerName: expect.any(String) as string,
      })
      expect(Object.keys(opened.body.data ?? {})).not.toContain('files')
      for (const wrong of [id, String((await rowOf(api(), id))['evidenceNo']), ''])
        expect([400, 410]).toContain((await open(wrong)).status)
      expect((await api().ask('GET', `/api-im/evidence/queryOne?id=${id}`)).status).toBe(401)
      expect((await rowOf(api(), id))['state']).toBe('3')
    })

    it('tells no natural person’s name, also where the thing is called so, nor do lists and their filters', async () => {
      const name = '吕虚构'
      const person = { objectName: name, subjectName: name, subjectType: '4' }
      const id = await take(api(), token, person)
      await reaches(api(), id, 'state', '2')
      const opened = await open(await codeOf(id))
      const listed = (filters: object) => api().list('/api-im/evidence/list', token, { id, ...filters })
      const all = await listed({})
      for (const row of [opened.body.data, all.list[0]])
        expect(row).toMatchObject({ objectName: '吕某某', subjectName: '吕某某' })
      expect(JSON.stringify([opened.body, all])).not.toContain(name)
      expect((await listed({ objectName: '吕虚' })).totalRecord).toBe(0)
      expect((await listed({ objectName: name })).totalRecord).toBe(1)
      // what was taken before evidence said so is told by the next start
      await api().db.updateTable('evidence').set({ ofPerson: null }).where('id', '=', id).execute()
      for (const { statement } of DATA_CHANGES) await sql.raw(statement).execute(api().db)
      expect((await listed({})).list[0]).toMatchObject({ objectName: '吕某某' })
      // a shop has a name of its own, also a person's
      const shop = await take(api(), token, { ...person, objectName: '虚构小店' })
      expect((await api().list('/api-im/evidence/list', token, { id: shop })).list[0]).toMatchObject({
        objectName: '虚构小店',
        subjectName: '吕某某',
      })
    })

    it('is opened by a code of 32 random bytes that the database does not hold', async () => {
      const id = await taken()
      const [one, other] = [await codeOf(id), await codeOf(id)]
      expect(Buffer.from(one, 'base64url')).toHaveLength(32)
      expect(one).not.toBe(other)
      const kept = await api().db.selectFrom('sys_evidence_code').selectAll().where('evidenceId', '=', id).execute()
      expect(kept).toHaveLength(2)
      expect(JSON.stringify(kept)).not.toContain(one)
    })

    it('opens no more when the code has expired or was revoked, and says which', async () => {
      const id = await taken()
      const code = await codeOf(id)
      await api()
        .db.updateTable('sys_evidence_code')
        .set({ expiresAt: Date.now() - 1 })
        .where('evidenceId', '=', id)
        .execute()
      const late = await open(code)
      expect([late.status, late.body.data]).toEqual([410, undefined])
      expect(late.body.resultMsg).toMatch(/^查验码已于 .* 过期，请向出具单位索取新的$/)
      await codeOf(id)
      const codes = async (): Promise<unknown> => (await rowOf(api(), id))['codes']
      expect(await codes()).toBe(2)
      expect((await api().ask('POST', '/api-im/evidence/revoke', token, { id })).status).toBe(200)
      expect(await codes()).toBe(0)
      expect((await open(code)).body.resultMsg).toBe('查验码已被出具单位撤销')
      expect((await open('x'.repeat(43))).body.resultMsg).toBe('查验码无效，请核对网址是否完整')
    })

    it('is noted each time it is opened, and says so when the evidence is no longer what it was', async () => {
      const id = await taken()
      const code = await codeOf(id)
      await open(code)
      await api().db.updateTable('evidence').set({ targetIp: '198.51.100.1' }).where('id', '=', id).execute()
      expect((await open(code)).body.data).toMatchObject({
        verifyState: '2',
        verifyNote: expect.stringContaining('记录里的目标IP') as string,
      })
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select(['username', 'ip'])
        .where('action', '=', 'evidence.open')
        .where('objectId', '=', id)
        .execute()
      expect(trail).toEqual([
        { username: null, ip: '127.0.0.1' },
        { username: null, ip: '127.0.0.1' },
      ])
      const { body } = await api().ask<Row[]>('GET', `/api-im/evidence/codes?id=${id}`, token)
      expect(body.data?.[0]?.['text']).toMatch(/^有效，期限 .*；打开 2 次，最近 /)
    })

    it('is compared once for all strangers who ask together or soon after, and anew when its record has changed', async () => {
      const id = await taken()
      const code = await codeOf(id)
      const reads = vi.spyOn(api().services.files, 'open')
      const answers = await Promise.all(Array.from({ length: 5 }, () => open(code)))
      const once = reads.mock.calls.length
      expect([once > 0, answers.every(({ body }) => body.data?.['verifyState'] === '1')]).toEqual([true, true])
      expect((await open(code)).body.data).toEqual(answers[0]?.body.data)
      expect(reads.mock.calls.length).toBe(once)
      await api().db.updateTable('evidence').set({ targetIp: '198.51.100.1' }).where('id', '=', id).execute()
      expect((await open(code)).body.data).toMatchObject({ verifyState: '2' })
      expect(reads.mock.calls.length).toBe(2 * once)
      reads.mockRestore()
    })

    it('comes with its files, manifest and how to check them, as one archive for those who may see it', async () => {
      const id = await taken()
      const read = async (who: string) =>
        api().app.inject({
          url: `/prod-api/api-im/evidence/download?id=${id}`,
          headers: { authorization: `Bearer ${who}` },
        })
      const answer = await read(token)
      const found = unzipSync(answer.rawPayload)
      expect(Object.keys(found)).toEqual(['page.png', 'headers.json', 'manifest.json', 'README.txt'])
      const link = await api()
        .db.selectFrom('sys_evidence_chain')
        .selectAll()
        .where('evidenceId', '=', id)
        .executeTakeFirstOrThrow()
      expect(sha256(found['manifest.json'] ?? '')).toBe(link['hash'])
      const { files } = JSON.parse(String(link['manifest'])) as EvidenceManifest
      for (const { name, sha256: hash } of files) expect(sha256(found[name] ?? '')).toBe(hash)
      expect((await read(await api().token('fj_fuzhou'))).statusCode).toBe(404)
    })

    it('R6.02 goes out with the clue that it proves: the sheet, its files and evidence, each once, and a list of what is there', async () => {
      const { db, files } = api().services
      const id = randomUUID().replaceAll('-', '')
      const picture = Buffer.from('picture')
      await registerFile(db, 'user-huainan_zhidui', id, '截图.png', await files.put(id, Readable.from([picture])))
      const clue = await clueIn(api(), '10', {
        curOrg: 'org-340400',
        areaCode: '340402',
        evidenceIds: `${fileAddress('/file', id, '截图.png')},https://a.example/other.png`,
      })
      const other = await clueIn(api(), '10', { curOrg: 'org-340400', areaCode: '340402' })
      const evidence = await take(api(), token, { resultId: clue })
      await reaches(api(), evidence, 'state', '4')
      const started = await api().ask<{ id: string }>('POST', '/api-console/exports', token, {
        call: 'illegalResult.list',
        route: 'illegalClues/Case',
        title: '线索',
        columns: [{ name: 'clueNo' }],
        keys: [clue, other],
        files: 1,
      })
      const job = String(started.body.data?.id)
      expect((await ended(api(), token, '/api-console/exports', job)).error).toBeUndefined()
      const answer = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api-console/exports/file',
        payload: { id: job },
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.headers['content-type']).toBe('application/zip')
      const all = unzipSync(answer.rawPayload)
      const [folder, no] = [clue.slice(0, 20), String((await rowOf(api(), evidence))['evidenceNo'])]
      expect(Object.keys(all).sort()).toEqual(
        [
          '线索.xlsx',
          '文件清单.txt',
          `${folder}/截图.png`,
          ...['page.png', 'headers.json', 'manifest.json', 'README.txt'].map(name => `${folder}/${no}/${name}`),
        ].sort(),
      )
      expect(Buffer.from(all[`${folder}/截图.png`] ?? [])).toEqual(picture)
      expect(Buffer.from(all['文件清单.txt'] ?? []).toString()).toContain(
        `${folder}/截图.png\tSHA-256 ${sha256(picture)}`,
      )
      // the clue shows the evidence's picture: it lies beside its manifest alone
      expect(Buffer.from(all['文件清单.txt'] ?? []).toString()).toContain(
        `${folder}/page.png\t见 ${folder}/${no}/page.png`,
      )
    })

    it('is issued by those alone who may see the evidence, once it has its time, for a year at most', async () => {
      const id = await taken()
      expect((await api().ask('POST', '/api-im/evidence/share', await api().token('fj_fuzhou'), { id })).status).toBe(
        404,
      )
      // nobody says that it is issued without a code that opens it
      const said = await api().ask('POST', '/api-im/evidence/act', token, { id, transition: 'issue' })
      expect(said.status).not.toBe(200)
      expect((await rowOf(api(), id))['state']).toBe('2')
      expect((await share(id, 366)).status).toBe(400)
      const failed = await take(api(), token, { targetUrl: 'https://fails.example/' })
      await reaches(api(), failed, 'captureState', '4')
      expect((await share(failed)).body.resultMsg).toBe('证据尚未存证或已失效，不能出具')
    })
  })
}
