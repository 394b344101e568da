import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../../../src/server/config/live.ts'
import { yearsAfter } from '../../../../src/supervision/server/evidence/retention.ts'
import { passTime, type HourlyCounts } from '../../../../src/server/hourly/clock.ts'
import { readConfigFolder } from '../../../../src/server/start/configuration/config-folder.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../../server/support/api.ts'
import { clueIn } from '../../../server/workflow/clues.ts'
import { Browser, equip, reaches, rowOf, tamper, take, verify } from './taking.ts'
import type { Captures } from '../../../../src/supervision/server/evidence/queue.ts'

const OVERLAY = { path: 'customers/87190/app.yaml', text: 'settings: {evidence: {discard: true}}\n' }
/** Read once for both databases: the product, and what a customer's overlay makes of it. */
let asked: Promise<Api['services']['configuration']> | undefined
async function withDiscarding(): Promise<Api['services']['configuration']> {
  const { compiled, diagnostics } = compile([...(await readConfigFolder(ROOT)), OVERLAY])
  if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
  return () => compiled.configuration
}

/** What time does to evidence that nobody needs any more. */
export function retentionContract(api: () => Api): void {
  describe('evidence past its retention', () => {
    let token = ''
    let captures: Captures
    let configuration: Api['services']['configuration']
    const faults: unknown[] = []
    const pass = (now: string, services = { ...api().services, configuration }): Promise<HourlyCounts> =>
      passTime(services, now, error => faults.push(error))
    const OLD = { createTime: '2019-01-01 09:00:00', stateTime: '2019-02-01 09:00:00' }
    const fileOf = async (id: string) =>
      String((await rowOf(api(), id))['files'])
        .split(',')
        .map(file => file.split('/')[2] ?? '')
    const sizeOf = (id: string) => api().services.files.size(id)
    /** taken long ago: what is proved here is what time does afterwards */
    const kept = async (more: object = {}, values: object = {}) => {
      const id = await take(api(), token, more)
      await reaches(api(), id, 'state', 'resultId' in more || 'caseId' in more ? '4' : '2')
      await api()
        .db.updateTable('evidence')
        .set({ expireDate: '2023-06-30', ...values })
        .where('id', '=', id)
        .execute()
      return id
    }
    beforeAll(async () => {
      configuration = await (asked ??= withDiscarding())
      token = await api().token('huainan_zhidui')
      captures = equip(api(), new Browser())
    })
    afterAll(() => captures.close())

    it('stays where the configuration says nothing, and to the end of its last day', async () => {
      const id = await kept()
      expect((await pass('2023-07-01 00:00:00', api().services)).discarded).toBe(0)
      await pass('2023-06-30 23:59:59')
      expect(await rowOf(api(), id)).toMatchObject({ state: '2', discardTime: null })
      expect((await verify(api(), token, id)).code).toBe('1')
    })

    it('loses its files and nothing else, and verifying says so', async () => {
      const id = await kept()
      const before = await rowOf(api(), id)
      const files = await fileOf(id)
      await pass('2023-07-01 00:00:00')
      expect(await rowOf(api(), id)).toMatchObject({
        state: '6',
        delFlag: 0,
        discardTime: '2023-07-01 00:00:00',
        files: null,
        fileList: before['fileList'],
        fileHash: before['fileHash'],
      })
      expect(await Promise.all(files.map(sizeOf))).toEqual([undefined, undefined])
      const audits = await api()
        .db.selectFrom('sys_audit')
        .select(['action', 'username'])
        .where('objectId', '=', id)
        .where('action', 'in', ['evidence.discard', 'evidence.clear'])
        .orderBy('action')
        .execute()
      expect(audits).toEqual([
        { action: 'evidence.clear', username: null },
        { action: 'evidence.discard', username: 'system' },
      ])
      const verdict = await verify(api(), token, id)
      expect(verdict.code).toBe('1')
      expect(verdict.msg).toMatch(
        /保管期限 2023-06-30 已满，文件已于 2023-07-01 00:00:00 清除；清单、清除记录、第 1 至 \d+ 份的证据链一致/,
      )
      expect(await rowOf(api(), id)).toMatchObject({ verifyState: '1', state: '6' })
      const loaded = await api().ask('GET', `/api-im/evidence/download?id=${id}`, token)
      expect([loaded.status, loaded.body.resultMsg]).toEqual([403, expect.stringContaining('保管期满后已经清除')])
      expect((await verify(api(), token, await kept({}, { expireDate: '2099-01-01' }))).code).toBe('1')
      expect([(await pass('2023-07-01 01:00:00')).discarded, faults]).toEqual([0, []])
    })

    it('that a record only says is discarded is found out, and so is a changed time', async () => {
      const id = await kept({}, { expireDate: '2099-01-01' })
      const [file = ''] = await fileOf(id)
      await api()
        .db.updateTable('evidence')
        .set({ state: '6', discardTime: '2023-07-01 00:00:00', files: null })
        .where('id', '=', id)
        .execute()
      expect(await verify(api(), token, id)).toMatchObject({
        code: '0',
        msg: expect.stringContaining('证据链上却没有清除记录') as string,
      })
      const other = await kept()
      await pass('2023-07-01 00:00:00')
      expect(await sizeOf(file)).toBeDefined()
      await api()
        .db.updateTable('evidence')
        .set({ discardTime: '2024-07-01 00:00:00' })
        .where('id', '=', other)
        .execute()
      expect((await verify(api(), token, other)).msg).toContain('记录里的文件清除时间与清除记录不符')
      await api()
        .db.updateTable('evidence')
        .set({ discardTime: '2023-07-01 00:00:00' })
        .where('id', '=', other)
        .execute()
      const said = await api()
        .db.selectFrom('sys_evidence_chain')
        .selectAll()
        .where('evidenceId', '=', `discard:${other}`)
        .executeTakeFirstOrThrow()
      await tamper(api(), db =>
        db
          .updateTable('sys_evidence_chain')
          .set({ manifest: String(said['manifest']).replace('2023-06-30', '2020-06-30') })
          .where('evidenceId', '=', said['evidenceId'] as string)
          .execute(),
      )
      expect((await verify(api(), token, other)).msg).toContain('清除记录与它在链上的位置不符')
      await tamper(api(), db =>
        db
          .updateTable('sys_evidence_chain')
          .set({ manifest: String(said['manifest']) })
          .where('evidenceId', '=', said['evidenceId'] as string)
          .execute(),
      )
    })

    it('is kept while its clue or a case is open or within its own years, or a code of it still opens it', async () => {
      const clue = (state: string, more: object = {}) => clueIn(api(), state, { areaCode: '340402', ...OLD, ...more })
      const done = { finishState: 1 }
      const [openClue, closedClue, filedClue] = [await clue('30'), await clue('80', done), await clue('80', done)]
      const caseOf = async (resultId: string | null, values: object) => {
        const id = `case-${crypto.randomUUID()}`
        await api()
          .db.insertInto('case')
          .values({
            id,
            caseNo: id,
            caseName: '一案',
            resultId,
            areaCode: '340402',
            provinceCode: '34',
            customerId: '87190',
            createTime: OLD.createTime,
            updateTime: OLD.createTime,
            delFlag: 0,
            ...values,
          })
          .execute()
        return id
      }
      await caseOf(filedClue, { caseStatus: '16', finishState: 1, stateTime: '2019-03-01 09:00:00' })
      const [openCase, oldCase] = [
        await caseOf(null, { caseStatus: '07', finishState: 0, stateTime: OLD.stateTime }),
        await caseOf(null, { caseStatus: '16', finishState: 1, stateTime: '1993-01-01 09:00:00' }),
      ]
      const stays = [
        await kept({ resultId: openClue }),
        await kept({ resultId: filedClue }),
        await kept({ caseId: openCase }),
        await kept(),
      ]
      expect((await api().ask('POST', '/api-im/evidence/share', token, { id: stays[3] })).status).toBe(200)
      const goes = [await kept({ resultId: closedClue }), await kept({ caseId: oldCase })]
      const [picture = ''] = await fileOf(goes[0] ?? '')
      expect((await pass('2023-07-01 00:00:00')).discarded).toBe(2)
      expect(await Promise.all([...stays, ...goes].map(async id => (await rowOf(api(), id))['state']))).toEqual([
        '4',
        '4',
        '4',
        '3',
        '6',
        '6',
      ])
      // what the clue itself shows is the clue's
      expect(await sizeOf(picture)).toBeDefined()
      expect(faults).toEqual([])
    })

    it('is counted in whole years, of a leap day too', () => {
      expect([
        yearsAfter('2024-02-29 10:00:00', 3),
        yearsAfter('2026-05-06', 30),
        yearsAfter('2024-12-31', -3),
      ]).toEqual(['2027-03-01', '2056-05-06', '2021-12-31'])
    })
  })
}
