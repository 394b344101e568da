import { expect, it } from 'vitest'
import type { ChoiceAnswer, Row } from '../../../../../src/core/contract/api.ts'
import { isUscc } from '../../../../../src/core/model/field/uscc.ts'
import { demoAccounts } from '../../../../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../../../../src/supervision/server/demo/demo-files.ts'
import { ROOT } from '../../../../folders.ts'
import type { Api } from '../../../../server/support/api.ts'
import { CARRIERS, fieldsFor } from './kinds.ts'

const USCC = '91340400MA00000X11'
const LISTS = [
  '/api-im/register/registerList',
  '/api-im/deadku/deadkuList',
  '/api-im/dataCenter/linkShopList',
  ...CARRIERS.map(({ list }) => list),
]

export function carrierContract(api: () => Api): void {
  const county = (): Promise<string> => api().token('huainan_datong')
  const read = async (path: string, token: string, uniqueId: unknown): Promise<Row | undefined> =>
    (await api().ask<Row>('POST', path, token, { uniqueId })).body.data

  it.each(CARRIERS)('R7.01 $entity: the list and the record, within the own area', async ({ list, one, title }) => {
    const token = await county()
    const answer = await api().list(list, token, { pageRowNo: 50 })
    expect(answer.totalRecord).toBeGreaterThan(1)
    for (const row of answer.list) {
      expect(row[title]).toBeTruthy()
      // a natural person has no code, and a name that is masked
      if (row['subjectType'] === '4')
        expect([row['uscc_dim'], row[title]]).toEqual([undefined, expect.stringMatching(/^.某+$/)])
      else expect(isUscc(String(row['uscc_dim']))).toBe(true)
      expect(String(row['areaCode'])).toMatch(/^340402/)
    }
    const [first] = answer.list
    expect((await read(one, token, first?.['uniqueId']))?.[title]).toBe(first?.[title])
    const stranger = await api().token('huainan_xiejiaji')
    expect((await api().ask('POST', one, stranger, { uniqueId: first?.['uniqueId'] })).status).toBe(404)
  })

  it.each(CARRIERS)('$entity: is added, changed, verified, labelled and deleted with a reason', async carrier => {
    const token = await county()
    const ask = async (path: string, body: object): Promise<{ status: number; data: unknown }> => {
      const {
        status,
        body: { data },
      } = await api().ask('POST', path, token, body)
      return { status, data }
    }
    const record = {
      ...(await fieldsFor(api(), token, carrier)),
      [carrier.title]: '新载体',
      subjectName: '样例主体',
      subjectType: '1',
      uscc_dim: USCC,
      areaCode: '340402',
    }
    expect((await ask(carrier.save, { ...record, [carrier.title]: '' })).status).toBe(400)
    expect((await ask(carrier.save, { ...record, areaCode: '340404' })).status).toBe(400)
    const { data: uniqueId } = await ask(carrier.save, record)
    expect((await ask(carrier.save, { uniqueId, [carrier.title]: '改名载体' })).status).toBe(200)
    expect(await read(carrier.one, token, uniqueId)).toMatchObject({
      [carrier.title]: '改名载体',
      auditStatus: '9',
      areaCode: '340402',
    })

    expect((await ask(carrier.verify, { uniqueId })).status).toBe(400)
    expect((await ask(carrier.verify, { uniqueId, auditStatus: '7' })).status).toBe(400)
    expect(
      (await ask(carrier.verify, { uniqueId, auditStatus: '0', isMatching: 1, opinion: '0', remark: '属实' })).status,
    ).toBe(200)
    expect(await read(carrier.one, token, uniqueId)).toMatchObject({
      auditStatus: '0',
      isMatching: 1,
      remark: '属实',
      uscc_dim: USCC,
      auditBy: 'user-huainan_datong',
    })

    expect((await ask(carrier.label, { uniqueId, labelIds: 'no-such-label' })).status).toBe(400)
    // 无实体店 is for takeaways alone: it is offered where the server takes it
    const fits = { filters: { objectKinds: [carrier.kind, '$empty'] }, ref: 'label', usable: 1 }
    const { list: offered } = (await api().ask<ChoiceAnswer>('POST', '/api-console/choices', token, fits)).body.data!
    const isOffered = offered.some(({ key }) => key === 'demo-label-3')
    if (!isOffered) expect((await ask(carrier.label, { uniqueId, labelIds: 'demo-label-3' })).status).toBe(400)
    expect(isOffered).toBe(carrier.kind === '5')
    expect(offered.map(({ key }) => key)).toContain('demo-label-1')
    expect((await ask(carrier.label, { uniqueId, labelIds: 'demo-label-1,demo-label-2' })).status).toBe(200)
    expect((await ask(carrier.label, { uniqueId, labelIds: 'demo-label-1' })).status).toBe(200)
    expect(
      String((await read(carrier.one, token, uniqueId))?.['labelNames'])
        .split(',')
        .sort(),
    ).toEqual(['新开业', '重点关注'].sort())
    expect((await api().list('/api-im/wjLabelRelation/list', token, { objectId: uniqueId })).totalRecord).toBe(2)

    const shelf = await api().first('/api-im/subLibrary/list', token)
    const subLibraryId = String(shelf['subLibraryId'])
    const held = async (): Promise<unknown> =>
      (await api().list('/api-im/subLibrary/list', token, { subLibraryId })).list[0]?.['objectCount']
    const before = Number(await held())
    expect((await ask(carrier.shelve, { uniqueId, subLibraryId: 'demo-library-350100-1' })).status).toBe(404)
    const shelved = await Promise.all([
      ask(carrier.shelve, { uniqueId, subLibraryId }),
      ask(carrier.shelve, { uniqueId, subLibraryId }),
    ])
    expect(shelved.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await held()).toBe(before + 1)
    const [member] = (await api().list('/api-im/subLibrary/members', token, { subLibraryId, uniqueId })).list
    expect(member).toMatchObject({
      objectKind: carrier.kind,
      objectName: '改名载体',
      joinMode: '1',
      joinBy: 'user-huainan_datong',
    })
    expect((await api().ask('POST', '/api-im/subLibrary/leave', token, { id: member?.['id'] })).status).toBe(200)
    expect(await held()).toBe(before)

    const reported = await ask('/api-im/ivIdIllegalResult/reportAdd', {
      objectKind: carrier.kind,
      objectId: uniqueId,
      illegalCategory: '01',
      illegalDesc: '夸大宣传',
      ...(carrier.entity === 'miniProgram' ? { objectUrl: 'https://new.example/' } : {}),
    })
    const clue = await api()
      .db.selectFrom('illegalResult')
      .selectAll()
      .where('resultId', '=', String((reported.data as Row)['resultId']))
      .executeTakeFirstOrThrow()
    expect(clue).toMatchObject({
      objectId: uniqueId,
      objectName: '改名载体',
      subjectName: '样例主体',
      uscc_dim: USCC,
      areaCode: '340402',
    })

    const drop = (reason: string) => api().ask('POST', carrier.delete, token, { uniqueId, del_content: reason })
    expect((await drop('x')).status).toBe(400)
    expect((await drop('重复登记')).status).toBe(200)
    expect((await ask(carrier.one, { uniqueId })).status).toBe(404)
  })

  it.each(LISTS)('%s: every demonstration account sees some', async list => {
    // towns of the first demonstration may have neither shop nor site of their own
    const least = /eshopList|websiteList/.test(list) ? 0 : 1
    for (const { username } of demoAccounts(await readDemo(ROOT))) {
      const { totalRecord } = await api().list(list, await api().token(username))
      expect(totalRecord, username).toBeGreaterThanOrEqual(least)
    }
  })

  it('R6.04 the register knows the subject of every carrier, and how many carriers it has', async () => {
    const token = await county()
    const { list } = await api().list('/api-im/register/registerList', token, { pageRowNo: 100, netCountStart: 3 })
    expect(list.length).toBeGreaterThan(0)
    const [subject] = list
    const uscc = String(subject?.['uscc_dim'])
    const { body } = await api().ask<Row>('POST', `/api-luoyang/business/queryOne?uscc_dim=${uscc}`, token)
    expect(body.data).toMatchObject({ uscc_dim: uscc, entName: subject?.['entName'] })
    expect(Array.isArray(body.data?.['permits'])).toBe(true)
    const linked = await api().list('/api-im/dataCenter/linkShopList', await api().token('admin'), {
      uscc_dim: uscc,
      pageRowNo: 100,
    })
    expect(linked.totalRecord).toBe(subject?.['netCount'])
    expect([...new Set(linked.list.map(row => row['objectKind']))].sort()).toEqual(
      String(subject?.['netKinds']).split(',').sort(),
    )
    const found = await api().ask<Row>('GET', `/api-common/apis/v1/business/query-uscc/${uscc}`, token)
    expect(found.body.data?.['subjectName']).toBe(subject?.['entName'])
    expect(
      (
        await api().ask(
          'POST',
          `/api-luoyang/business/queryOne?uscc_dim=${uscc}`,
          await api().token('huainan_xiejiaji'),
        )
      ).status,
    ).toBe(404)
  })

  it('R7.01 names the platforms and the categories of goods', async () => {
    const token = await county()
    const named = async (path: string) =>
      (await api().ask<{ key: string; value: string }[]>('GET', path, token)).body.data
    expect(await named('/api/eshop/selectPlatformName')).toContainEqual({ key: '1', value: '淘宝' })
    expect(await named('/api-huainan/eshop/selectGoodsCategory')).toContainEqual({ key: '3', value: '药品' })
  })
}
