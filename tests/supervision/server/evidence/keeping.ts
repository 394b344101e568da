import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { passTime } from '../../../../src/server/hourly/clock.ts'
import { storeCapture } from '../../../../src/supervision/server/evidence/fix.ts'
import { sha256 } from '../../../../src/supervision/server/evidence/manifest.ts'
import { claim, LOST_MS, sweepLost, type Captures } from '../../../../src/supervision/server/evidence/queue.ts'
import { certificatesIn, StampProblem, timeService } from '../../../../src/supervision/server/evidence/timestamp.ts'
import { Signs } from '../../../../src/server/queue/signs.ts'
import { clueIn, clueRow } from '../../../server/workflow/clues.ts'
import type { Api } from '../../../server/support/api.ts'
import { noOpenssl, startAuthority, type Authority } from './authority.ts'
import { Browser, equip, reaches, rowOf, take, tamper, verify } from './taking.ts'

const { signal: SIGNAL } = new AbortController()

const act = (api: Api, token: string, id: string, action: string, form: object = {}) =>
  api.ask('POST', '/api-console/workflow/evidence', token, { id, action, ...form })
const chainOf = async (api: Api, id: string) =>
  await api.db.selectFrom('sys_evidence_chain').selectAll().where('evidenceId', '=', id).executeTakeFirstOrThrow()

/**
 * Taking, keeping and verifying evidence, with a browser that answers at once: what a real one does has tests of its
 * own.
 */
export function keepingContract(api: () => Api): void {
  describe('evidence', () => {
    let token = ''
    let captures: Captures
    const browser = new Browser()
    beforeAll(async () => {
      token = await api().token('huainan_zhidui')
      captures = equip(api(), browser)
    })
    afterAll(() => captures.close())
    const taken = async (more: object = {}) => {
      const id = await take(api(), token, more)
      await reaches(api(), id, 'state', '2')
      return id
    }

    it('is of the subject that was filled in, of its clue’s as soon as it belongs to one, and counted there', async () => {
      const [own, clues] = ['91340402MA2TXXXX1K', '91340402MA2TXXXX2H']
      const id = await taken({ uscc_dim: own })
      expect((await rowOf(api(), id))['uscc_dim']).toBe(own)
      const resultId = await clueIn(api(), '10', { areaCode: '340402', uscc_dim: clues })
      const used = await act(api(), token, id, 'use', { resultId })
      expect(used.body.resultMsg).toBe('操作成功')
      expect((await rowOf(api(), id))['uscc_dim']).toBe(clues)
      // what proves a clue may prove the case that it became; each of them once
      expect((await act(api(), token, id, 'use', { resultId })).body.resultMsg).toBe('已关联线索')
      const filed = await api()
        .db.selectFrom('case')
        .select('id')
        .where('areaCode', 'like', '3404%')
        .where('delFlag', '=', 0)
        .limit(1)
        .executeTakeFirstOrThrow()
      expect((await act(api(), token, id, 'useCase', { caseId: String(filed['id']) })).status).toBe(200)
      expect(await rowOf(api(), id)).toMatchObject({ resultId, caseId: filed['id'], state: '4', uscc_dim: clues })
      expect((await act(api(), token, id, 'useCase', { caseId: String(filed['id']) })).status).not.toBe(200)
      const wrong = await api().ask('POST', '/api-im/evidence/capture', token, {
        targetUrl: 'https://shop.example/1',
        title: '一家网店',
        uscc_dim: 'nothing',
      })
      expect([wrong.status, wrong.body.resultMsg]).toEqual([400, expect.stringContaining('统一社会信用代码')])
    })

    it('goes from an address to files, hashes, manifest, chain and time', async () => {
      const row = await rowOf(api(), await taken())
      const link = await chainOf(api(), String(row['id']))
      expect(row).toMatchObject({
        captureState: '3',
        targetIp: '203.0.113.7',
        fileHash: link['hash'],
        hashAlg: 'SHA-256',
        timeSource: '服务器时钟（未配置可信时间戳服务）',
        verifyState: '0',
      })
      expect(row['evidenceNo']).toMatch(/^ZJ\d{6}\d{8}\d{5}$/)
      expect(link['hash']).toBe(sha256(String(link['manifest'])))
      expect(String(row['record'])).toContain('203.0.113.7')
      const file = String(row['files']).split(',')[0] ?? ''
      const read = await api().app.inject({ url: file, headers: { authorization: `Bearer ${token}` } })
      expect(read.statusCode).toBe(200)
      expect((row['fileList'] as { sha256: string }[])[0]?.sha256).toBe(sha256(read.rawPayload))
      const { body } = await api().ask<object>('GET', `/api-im/evidence/queryOne?id=${String(row['id'])}`, token)
      expect(body.data).toMatchObject({
        officerName: expect.any(String) as string,
        stepLog: [
          expect.objectContaining({
            what: '打开网页',
            at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/) as string,
          }),
        ],
      })
    })

    it('is chained to the one before of the same customer, however many come at once', async () => {
      const ids = await Promise.all(Array.from({ length: 5 }, () => taken()))
      const links = await Promise.all(ids.map(id => chainOf(api(), id)))
      const all = await api()
        .db.selectFrom('sys_evidence_chain')
        .selectAll()
        .where('customerId', '=', String(links[0]?.['customerId']))
        .orderBy('seq')
        .execute()
      expect(all.map(link => link['seq'])).toEqual(all.map((_, i) => i + 1))
      for (const [i, link] of all.entries()) expect(link['previous']).toBe(all[i - 1]?.['hash'] ?? '0'.repeat(64))
      expect(new Set((await Promise.all(ids.map(id => rowOf(api(), id)))).map(row => row['evidenceNo'])).size).toBe(5)
    })

    it('verifies, and says what was compared', async () => {
      const id = await taken()
      const result = await verify(api(), token, id)
      expect(result).toMatchObject({ code: '1', id })
      expect(result.msg).toMatch(/2 个文件、清单、第 1 至 \d+ 份的证据链一致，时间为服务器时钟/)
      expect(await rowOf(api(), id)).toMatchObject({ verifyState: '1', state: '2' })
    })

    it('names a file that was changed, and loses its force', async () => {
      const id = await taken()
      const [file = ''] = String((await rowOf(api(), id))['files']).split(',')
      const fileId = file.split('/')[2] ?? ''
      await api().services.files.remove(fileId)
      await api().services.files.put(
        fileId,
        (async function* () {
          yield Buffer.from('forged')
        })(),
      )
      const result = await verify(api(), token, id)
      expect(result.code).toBe('0')
      expect(result.msg).toContain('文件 page.png 与清单不符')
      expect(await rowOf(api(), id)).toMatchObject({ verifyState: '2', state: '5' })
    })

    it('names a file that is gone, and waits for it to come back', async () => {
      const id = await taken()
      const [, file = ''] = String((await rowOf(api(), id))['files']).split(',')
      await api().services.files.remove(file.split('/')[2] ?? '')
      expect((await verify(api(), token, id)).msg).toContain('文件 headers.json 不在了')
      expect((await rowOf(api(), id))['state']).toBe('2')
    })

    it('keeps its files where it is kept, also when the answer of the database was lost', async () => {
      browser.held = true
      const id = await take(api(), token, { targetUrl: 'https://cut.example/' })
      await expect.poll(() => browser.running, { interval: 25 }).toBe(1)
      const { db } = api().services
      const transaction = () => ({
        execute: async (work: (tx: Api['db']) => Promise<unknown>) => {
          await db.transaction().execute(work)
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
        },
      })
      const services = { ...api().services, db: Object.assign(Object.create(db) as Api['db'], { transaction }) }
      const files = [{ name: 'page.png', content: Buffer.from('picture') }]
      const captured = { ...(await new Browser().capture('https://cut.example/', [], () => {}, SIGNAL)), files }
      const evidence = { serverIp: '192.0.2.1' }
      await expect(storeCapture({ services, evidence, captured, log: [] }, id)).rejects.toThrow('ECONNRESET')
      browser.release()
      await expect.poll(() => browser.running, { interval: 25 }).toBe(0)
      expect((await verify(api(), token, id)).code).toBe('1')
    })

    it('names what was changed in the record', async () => {
      const id = await taken()
      await api().db.updateTable('evidence').set({ targetIp: '198.51.100.1' }).where('id', '=', id).execute()
      expect((await verify(api(), token, id)).msg).toContain(
        '记录里的目标IP与清单不符：清单 203.0.113.7，记录 198.51.100.1',
      )
    })

    it('names a manifest that was changed', async () => {
      const id = await taken()
      await expect(
        api().db.updateTable('sys_evidence_chain').set({ manifest: '{}' }).where('evidenceId', '=', id).execute(),
      ).rejects.toThrow('the chain of evidence is not changed')
      const { manifest } = await chainOf(api(), id)
      await tamper(api(), db =>
        db
          .updateTable('sys_evidence_chain')
          .set({ manifest: String(manifest).replace('203.0.113.7', '203.0.113.8') })
          .where('evidenceId', '=', id)
          .execute(),
      )
      expect((await verify(api(), token, id)).msg).toContain('清单的内容与它的 SHA-256 不符')
      await tamper(api(), db =>
        db
          .updateTable('sys_evidence_chain')
          .set({ manifest: String(manifest) })
          .where('evidenceId', '=', id)
          .execute(),
      )
    })

    it('names the place where the chain before it was changed, or where one is gone', async () => {
      const [earlier, before, id] = [await taken(), await taken(), await taken()]
      const link = await chainOf(api(), before)
      const forged = String(link['manifest']).replace('203.0.113.7', '203.0.113.8')
      const set = (manifest: string, hash: string) =>
        tamper(api(), db =>
          db.updateTable('sys_evidence_chain').set({ manifest, hash }).where('evidenceId', '=', before).execute(),
        )
      await set(forged, String(link['hash']))
      expect((await verify(api(), token, id)).msg).toContain(
        `证据链断开：第 ${String(link['seq'])} 份清单的内容与它的 SHA-256 不符`,
      )
      // of several at once those before the change still hold
      const both = await api().ask<{ code: string }[]>('POST', '/api-im/evidence/verify', token, { id: [earlier, id] })
      expect(both.body.data?.map(one => one.code)).toEqual(['1', '0'])
      await set(forged, sha256(forged))
      const next = await taken()
      expect((await verify(api(), token, next)).msg).toContain(
        `证据链断开：第 ${Number(link['seq']) + 1} 份清单没有接上前一份`,
      )
      await tamper(api(), db => db.deleteFrom('sys_evidence_chain').where('evidenceId', '=', before).execute())
      expect((await verify(api(), token, await taken())).msg).toContain(
        `证据链断开：第 ${String(link['seq'])} 份清单不在了`,
      )
      await tamper(api(), db => db.insertInto('sys_evidence_chain').values(link).execute())
    })

    it("is the clue's as soon as it has its time, and cannot be deleted then", async () => {
      const resultId = await clueIn(api(), '10', { areaCode: '340402' })
      const id = await take(api(), token, { resultId })
      await reaches(api(), id, 'state', '4')
      expect((await act(api(), token, id, 'remove')).status).toBe(409)
      const later = await taken()
      expect((await act(api(), token, later, 'remove')).status).toBe(409)
      expect((await act(api(), token, later, 'use', { resultId })).status).toBe(200)
      expect(await rowOf(api(), later)).toMatchObject({ state: '4', resultId })
      // the clue shows the pictures that prove it, whoever linked them
      const pictures = await Promise.all(
        [id, later].map(async one => String((await rowOf(api(), one))['files']).split(',')[0] ?? ''),
      )
      expect(pictures.every(url => url.endsWith('/page.png'))).toBe(true)
      expect((await clueRow(api(), resultId))['evidenceIds']).toBe(pictures.join(','))
      const read = await api().app.inject({
        url: pictures[1] ?? '',
        headers: { authorization: `Bearer ${await api().token('huainan_datong')}` },
      })
      expect(read.statusCode).toBe(200)
      expect(
        await api()
          .db.selectFrom('sys_audit')
          .select('username')
          .where('objectId', '=', resultId)
          .where('action', '=', 'evidence.use')
          .orderBy('id')
          .execute(),
      ).toEqual([{ username: 'system' }, { username: 'huainan_zhidui' }])
    })

    it('that failed says why, can be tried again, and can be deleted', async () => {
      const id = await take(api(), token, { targetUrl: 'https://fails.example/' })
      expect(await reaches(api(), id, 'captureState', '4')).toMatchObject({
        state: '0',
        failReason: '域名无法解析',
        files: null,
      })
      expect((await api().ask('POST', '/api-im/evidence/again', token, { id })).status).toBe(200)
      await reaches(api(), id, 'captureState', '4')
      expect((await act(api(), token, id, 'remove')).status).toBe(200)
      expect(await rowOf(api(), id)).toMatchObject({ state: '6', delFlag: 1 })
    })

    it('that was fixed and then deleted leaves its manifest in the chain, and no files of its own on the disk', async () => {
      await captures.close()
      captures = equip(api(), browser, {
        url: '',
        trusted: [],
        stamp: () => Promise.reject(new StampProblem('没有应答')),
      })
      const id = await take(api(), token)
      const row = await reaches(api(), id, 'state', '1')
      const [own = '', shared = ''] = String(row['files'])
        .split(',')
        .map(file => file.split('/')[2] ?? '')
      await api()
        .db.insertInto('sys_file_use')
        .values({ fileId: shared, entity: 'illegalResult', objectId: 'another' })
        .execute()
      expect((await act(api(), token, id, 'remove')).status).toBe(200)
      const faults: unknown[] = []
      expect((await passTime(api().services, chinaTime(), error => faults.push(error))).cleared).toBe(1)
      expect([await api().services.files.size(own), faults]).toEqual([undefined, []])
      expect(await api().services.files.size(shared)).toBeDefined()
      expect(
        await api()
          .db.selectFrom('sys_audit')
          .select('username')
          .where('objectId', '=', id)
          .where('action', '=', 'evidence.clear')
          .execute(),
      ).toHaveLength(1)
      expect((await chainOf(api(), id))['hash']).toBe(row['fileHash'])
      expect((await passTime(api().services, chinaTime(), error => faults.push(error))).cleared).toBe(0)
      await captures.close()
      captures = equip(api(), browser)
      expect((await verify(api(), token, await taken())).code).toBe('1')
    })

    it('is refused for what is no address of a page, before anything is opened', async () => {
      const asked = browser.asked.length
      for (const targetUrl of [
        'file:///etc/passwd',
        'ftp://a.example/',
        'javascript:alert(1)',
        'https://name:secret@a.example/',
        'http://',
      ]) {
        const { status, body } = await api().ask('POST', '/api-im/evidence/capture', token, { targetUrl, title: '一' })
        expect([status, Object.keys(body.errors ?? {})], targetUrl).toEqual([400, ['targetUrl']])
      }
      expect(
        (
          await api().ask('POST', '/api-im/evidence/capture', token, {
            targetUrl: 'https://a.example/',
            title: '一',
            state: '2',
            fileHash: '0',
          })
        ).status,
      ).toBe(400)
      expect(browser.asked.length).toBe(asked)
    })

    it('is taken two at a time; what an ended process was at has failed, what it had not begun goes on', async () => {
      browser.held = true
      browser.most = 0
      const ids = await Promise.all(Array.from({ length: 4 }, () => take(api(), token)))
      await expect.poll(() => browser.running, { interval: 25 }).toBe(2)
      expect(await claim(api().db)).toBeUndefined()
      browser.release()
      for (const id of ids) await reaches(api(), id, 'state', '2')
      expect(browser.most).toBe(2)
      const lost = await take(api(), token, { targetUrl: 'https://lost.example/' })
      await reaches(api(), lost, 'state', '2')
      await api().db.updateTable('evidence').set({ state: '0', captureState: '2' }).where('id', '=', lost).execute()
      await api()
        .db.updateTable('sys_capture')
        .set({ status: 'running', beatAt: Date.now() + 3600_000 })
        .where('evidenceId', '=', lost)
        .execute()
      // whatever time it bears, it is the same after half a minute
      const signs = new Signs(LOST_MS)
      expect([
        await sweepLost(api().db, signs, 0),
        await sweepLost(api().db, signs, LOST_MS - 1),
        await sweepLost(api().db, signs, LOST_MS),
      ]).toEqual([0, 0, 1])
      expect(await rowOf(api(), lost)).toMatchObject({
        captureState: '4',
        failReason: '服务曾经中断，取证没有完成，请重新取证',
      })
    })

    it('that a server which ends in order was at is taken by the next one', async () => {
      browser.held = true
      const id = await take(api(), token)
      await reaches(api(), id, 'captureState', '2')
      await captures.close()
      expect(await rowOf(api(), id)).toMatchObject({ state: '0', captureState: '1' })
      browser.release()
      captures = equip(api(), browser)
      captures.wake()
      await reaches(api(), id, 'state', '2')
    })

    it('that is claimed in the moment in which a server ends is not begun, and taken by the next one', async () => {
      await captures.close()
      const id = await take(api(), token)
      const asked = browser.asked.length
      let closed: Promise<void> | undefined
      await api()
        .db.transaction()
        .execute(async tx => {
          await sql`select pg_advisory_xact_lock(hashtext('evidence captures'))`.execute(tx)
          // a new one looks for work at once, so it begins only when the lock holds it back
          captures = equip(api(), browser)
          // PGlite has one connection, on which nobody waits for a lock
          const waiting = async () =>
            Number(
              (
                await sql<{
                  n: number
                }>`select count(*) as n from pg_locks where locktype = 'advisory' and not granted`.execute(tx)
              ).rows[0]?.n,
            )
          if (api().kind === 'PostgreSQL') await expect.poll(waiting).toBe(1)
          closed = captures.close()
        })
      await closed
      expect(browser.asked.length).toBe(asked)
      expect(await rowOf(api(), id)).toMatchObject({ state: '0', captureState: '1' })
      captures = equip(api(), browser)
      captures.wake()
      await reaches(api(), id, 'state', '2')
    })

    it('without a browser says so, and how to get one', async () => {
      const { evidence } = api().services
      equip(api(), undefined)
      const ready = await api().ask<{ ok: boolean; text: string }>('GET', '/api-im/evidence/ready', token)
      const { status, body } = await api().ask('POST', '/api-im/evidence/capture', token, {
        targetUrl: 'https://a.example/',
        title: '一',
      })
      expect([ready.body.data?.ok, status]).toEqual([false, 503])
      for (const text of [ready.body.data?.text, body.resultMsg]) expect(text).toContain('apt install chromium')
      if (evidence) api().services.evidence = evidence
    })

    it("is the own area's and nobody else's", async () => {
      const id = await taken()
      const other = await api().token('fj_fuzhou')
      expect((await api().ask('GET', `/api-im/evidence/queryOne?id=${id}`, other)).status).toBe(404)
      expect((await verify(api(), other, id)).code).toBe('0')
      expect((await rowOf(api(), id))['verifyState']).toBe('0')
      const mine = await api().list('/api-im/evidence/mine', await api().token('huainan_admin'))
      expect(mine.list.filter(row => row['id'] === id)).toEqual([])
    })

    describe.skipIf(noOpenssl !== undefined)('with a time service', () => {
      let authority: Authority
      beforeAll(async () => {
        await captures.close()
        authority = await startAuthority()
        captures = equip(api(), browser, timeService(authority.url, certificatesIn(authority.ca)))
      })
      afterAll(() => authority.stop())

      it('gets a stamp that is for it and signed by the authority', async () => {
        const id = await taken()
        const row = await rowOf(api(), id)
        expect(row).toMatchObject({
          timeSource: '可信时间戳（RFC 3161）：Test time stamps',
          tsaNo: expect.stringMatching(/^[0-9a-f]+$/) as string,
          tsaTime: expect.any(String) as string,
        })
        expect((await verify(api(), token, id)).msg).toMatch(/时间戳的签名有效$/)
      })

      it('stays fixed while the service is down, and is tried again', async () => {
        authority.up = false
        const id = await take(api(), token)
        const row = await reaches(api(), id, 'failReason', '尚未取得时间戳：时间戳服务应答 503，将自动重试')
        expect(row['state']).toBe('1')
        authority.up = true
        await sql`update sys_evidence_chain set "triedAt" = 0 where "evidenceId" = ${id}`.execute(api().db)
        captures.wake()
        expect((await reaches(api(), id, 'state', '2'))['failReason']).toBeNull()
      })

      it('says so when a stamp was exchanged or changed', async () => {
        const [one, other] = [await taken(), await taken()]
        const tokens = await Promise.all([one, other].map(async id => String((await chainOf(api(), id))['token'])))
        await api()
          .db.updateTable('sys_evidence_chain')
          .set({ token: tokens[1] })
          .where('evidenceId', '=', one)
          .execute()
        expect((await verify(api(), token, one)).msg).toContain('时间戳不是为这份清单签发的')
        const bytes = Buffer.from(tokens[1] ?? '', 'base64')
        bytes.writeUInt8((bytes.at(-5) ?? 0) ^ 1, bytes.length - 5)
        await api()
          .db.updateTable('sys_evidence_chain')
          .set({ token: bytes.toString('base64') })
          .where('evidenceId', '=', other)
          .execute()
        expect((await verify(api(), token, other)).msg).toContain('时间戳的签名无效')
        expect((await rowOf(api(), other))['verifyState']).toBe('3')
      })

      it('keeps no stamp that is not its own', async () => {
        const strange = await startAuthority()
        await expect(timeService(strange.url, certificatesIn(authority.ca)).stamp('a')).rejects.toThrow(
          '时间戳的签名无效',
        )
        strange.stop()
        await expect(timeService(strange.url, []).stamp('a')).rejects.toThrow('时间戳服务没有应答')
      })
    })
  })
}
