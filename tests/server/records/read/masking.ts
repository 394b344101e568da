import { beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../../src/core/contract/api.ts'
import type { FieldModel } from '../../../../src/server/db/tables/models.ts'
import { Guesses } from '../../../../src/server/access/guesses.ts'
import type { Api } from '../../support/api.ts'
import { withField } from '../../support/with-field.ts'

const SITES = '/api-im/website/websiteList'
const KEY = 'mask-natural'
const PERSON = { subjectName: '赵虚构', legalPerson: '赵虚构', contactPhone: '13800001234' }

/** Numbers and names of persons, and fields that are for some roles only. */
export function maskingContract(api: () => Api): void {
  const ask = async <T = Row>(
    user: string,
    path: string,
    body: object,
  ): Promise<{ status: number; data: T; body: Row }> => {
    const answer = await api().ask<T>('POST', path, await api().token(user), body)
    return { status: answer.status, data: (answer.body.data ?? {}) as T, body: answer.body as Row }
  }
  const one = (user: string): Promise<{ data: Row }> => ask(user, '/api-im/website/queryOne', { uniqueId: KEY })
  const found = async (user: string, filter: object): Promise<string[]> =>
    (await api().list(SITES, await api().token(user), { pageRowNo: 1000, ...filter })).list.map(row =>
      String(row['uniqueId']),
    )
  const reveal = (user: string, more: object = {}): ReturnType<typeof ask> =>
    ask(user, '/api-console/reveal', { entity: 'website', key: KEY, field: 'contactPhone', ...more })
  const revealed = async (): Promise<Row[]> =>
    api()
      .db.selectFrom('sys_audit')
      .selectAll()
      .where('action', '=', 'record.reveal')
      .where('objectId', '=', KEY)
      .execute()

  describe('what a mask hides', () => {
    beforeAll(async () => {
      const base = { areaCode: '340422', provinceCode: '34', customerId: '87190', delFlag: 0, siteName: '脱敏样例' }
      await api()
        .db.insertInto('website')
        .values([
          { ...base, uniqueId: KEY, domain: 'natural.mask.example', subjectType: '4', ...PERSON },
          {
            ...base,
            uniqueId: 'mask-company',
            domain: 'company.mask.example',
            subjectType: '1',
            subjectName: '寿县虚构贸易有限公司',
            legalPerson: '钱虚构',
            contactPhone: '0554-1234567',
          },
        ])
        .execute()
    })

    it('is hidden in lists and records: phones of any form, persons’ names, and a subject’s name where it is a person', async () => {
      const { list } = await api().list(SITES, await api().token('huainan_shouxian'), {
        domain: '.mask.example',
        orderBy: 'uniqueId',
      })
      const shown = [
        { subjectName: '寿县虚构贸易有限公司', legalPerson: '钱某某', contactPhone: '055****4567' },
        { subjectName: '赵某某', legalPerson: '赵某某', contactPhone: '138****1234' },
      ]
      expect(list).toMatchObject(shown)
      expect((await one('huainan_shouxian')).data).toMatchObject(shown[1] ?? {})
      expect((await one('huainan_shouxian')).data).not.toHaveProperty('$revealable')
      expect((await one('huainan_admin')).data).toMatchObject({
        ...shown[1],
        $revealable: ['subjectName', 'legalPerson', 'contactPhone'],
      })
    })

    it('is hidden in a conflict and in the history, and stays when the mask comes back', async () => {
      const token = await api().token('huainan_shouxian')
      const { updateTime: _, ...read } = (await one('huainan_shouxian')).data
      expect(
        (
          await ask('huainan_shouxian', '/api-im/website/save', {
            uniqueId: KEY,
            subjectName: read['subjectName'],
            contactPhone: read['contactPhone'],
            remark: '改',
          })
        ).status,
      ).toBe(200)
      expect(
        await api()
          .db.selectFrom('website')
          .select(['subjectName', 'contactPhone'])
          .where('uniqueId', '=', KEY)
          .executeTakeFirst(),
      ).toEqual({ subjectName: PERSON.subjectName, contactPhone: PERSON.contactPhone })
      expect(
        (await ask('huainan_shouxian', '/api-im/website/save', { uniqueId: KEY, contactPhone: '13800005678' })).status,
      ).toBe(200)
      const conflict = await api().ask('POST', '/api-im/website/save', token, {
        uniqueId: KEY,
        updateTime: '2000-01-01 00:00:00',
        remark: '晚',
      })
      const history = await api().ask<{ changes: Row[] }[]>(
        'GET',
        `/api-console/history?entity=website&key=${KEY}`,
        token,
      )
      expect(conflict.status).toBe(409)
      expect(history.body.data?.[0]?.changes).toContainEqual({
        label: '联系电话',
        before: '138****1234',
        after: '138****5678',
      })
      for (const answer of [conflict, history]) expect(JSON.stringify(answer.body)).not.toMatch(/赵虚构|1380000/)
      await api()
        .db.updateTable('website')
        .set({ contactPhone: PERSON.contactPhone })
        .where('uniqueId', '=', KEY)
        .execute()
    })

    it('is found by the whole value alone, and gives no order', async () => {
      const [plain, permitted] = ['huainan_shouxian', 'huainan_admin']
      expect(await found(plain, { subjectName: '赵虚' })).toEqual([])
      expect(await found(plain, { subjectName: PERSON.subjectName })).toEqual([KEY])
      expect(await found(plain, { subjectName: '寿县虚构' })).toEqual(['mask-company'])
      expect(await found(plain, { contactPhone: '1380000123' })).toEqual([])
      expect(await found(plain, { legalPerson: '赵虚' })).toEqual([])
      expect(await found(permitted, { legalPerson: '赵虚', domain: '.mask.example' })).toEqual([KEY])
      // a list of guesses finds none of it
      const guesses = [PERSON.subjectName, '寿县虚构贸易有限公司']
      expect(await found(plain, { subjectName: guesses, domain: '.mask.example' })).toEqual(['mask-company'])
      expect((await found(permitted, { subjectName: guesses, domain: '.mask.example' })).length).toBe(2)
      expect((await ask(plain, SITES, { contactPhone: [PERSON.contactPhone, '13800000000'] })).status).toBe(400)
      const ordered = await found(plain, { domain: '.mask.example', orderBy: 'contactPhone desc' })
      expect(ordered).toEqual(await found(plain, { domain: '.mask.example', orderBy: 'contactPhone' }))
      expect(await found(permitted, { domain: '.mask.example', orderBy: 'contactPhone desc' })).toEqual([
        KEY,
        'mask-company',
      ])
    })

    it('is found by few whole values an hour: who tries all that a mask leaves open is stopped', async () => {
      const user = 'huainan_tianjiaan'
      const guess = (n: number): ReturnType<typeof ask> =>
        ask(user, SITES, { contactPhone: `1380000${String(n).padStart(4, '0')}` })
      // tabs ask many at once
      const tabs = Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`t${n}`, { contactPhone: `139${String(n).padStart(8, '0')}` }]),
      )
      expect((await ask(user, '/api-console/tabs', { call: 'website.list', tabs })).status).toBe(200)
      for (let n = 0; n < 40; n++) expect((await guess(n)).status).toBe(200)
      const refused = await guess(40)
      expect([refused.status, refused.body['resultMsg']]).toEqual([
        429,
        expect.stringMatching(/^参数 contactPhone：一小时内最多按 60 个不同的脱敏值查找，请\d+分钟后再试$/),
      ])
      // what was asked before may be asked again, and others have an hour of their own
      expect((await guess(39)).status).toBe(200)
      expect((await ask('huainan_shouxian', SITES, { contactPhone: '13800000040' })).status).toBe(200)
    })

    it('is found by as few where several instances are asked at the same time', async () => {
      const instances = [new Guesses(), new Guesses()]
      const asked = async (n: number): Promise<boolean> => {
        const guessed = new Map([[`1370000${String(n).padStart(4, '0')}`, 'contactPhone']])
        const instance = instances[n % 2]!
        try {
          await instance.count(api().db, 'user-of-two', guessed)
          return true
        } catch (error) {
          expect(error).toMatchObject({ status: 429 })
          return false
        }
      }
      const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => asked(n)))
      expect(answers.filter(Boolean).length).toBe(60)
      expect(await asked(answers.indexOf(true))).toBe(true)
      // neither instance begins anything more with another value
      expect([await asked(100), await asked(101)]).toEqual([false, false])
      const stored = await api().db.selectFrom('sys_guess').selectAll().where('userId', '=', 'user-of-two').execute()
      expect(JSON.stringify(stored)).not.toContain('1370000')
    })

    it('is not told by the order of choices, nor found by typing', async () => {
      const { platformName } = await api()
        .db.selectFrom('platform')
        .select('platformName')
        .where('areaCode', 'like', '340422%')
        .where('delFlag', '=', 0)
        .executeTakeFirstOrThrow()
      const name = String(platformName)
      const found = async (text: string): Promise<number> => {
        const asked = { ref: 'platform', text }
        return (await ask<{ list: unknown[] }>('huainan_shouxian', '/api-console/choices', asked)).data.list.length
      }
      expect(await found(name)).toBeGreaterThan(0)
      await withField(api().services, ['platform', 'platformName'], { mask: 'name' }, async () => {
        expect(await found(name)).toBe(0)
        expect(await found(name.slice(0, 2))).toBe(0)
        expect(await found('')).toBeGreaterThan(0)
      })
    })

    it('is hidden within what people wrote, is not lost when they go on writing, and is not found by parts', async () => {
      const wrote = '店主 13800001234，证件 340422199001011234，又一电话 13911111234'
      const hidden = '店主 138****1234，证件 340****1234，又一电话 139****1234'
      await api().db.updateTable('website').set({ remark: wrote }).where('uniqueId', '=', KEY).execute()
      const kept = async (): Promise<unknown> =>
        (await api().db.selectFrom('website').select('remark').where('uniqueId', '=', KEY).executeTakeFirst())?.remark
      const plain = 'huainan_shouxian'
      expect((await one(plain)).data['remark']).toBe(hidden)
      expect((await ask<ListAnswer>(plain, SITES, { domain: 'natural.mask' })).data.list[0]?.['remark']).toBe(hidden)
      expect((await one('huainan_admin')).data['remark']).toBe(wrote)
      expect(await found(plain, { remark: '13800001234', domain: '.mask.example' })).toEqual([])
      expect(await found(plain, { remark: '19900101', domain: '.mask.example' })).toEqual([])
      expect(await found(plain, { remark: '138****1234', domain: '.mask.example' })).toEqual([KEY])
      expect(await found('huainan_admin', { remark: '13800001234', domain: '.mask.example' })).toEqual([KEY])
      // nor by a list of guesses, by words, or by the place in an order
      expect(await found(plain, { remark: [wrote], domain: '.mask.example' })).toEqual([])
      expect(await found(plain, { remark: [hidden], domain: '.mask.example' })).toEqual([KEY])
      expect(await found('huainan_admin', { remark: [wrote], domain: '.mask.example' })).toEqual([KEY])
      expect((await ask(plain, SITES, { remark: ['$not', wrote] })).status).toBe(400)
      // it is greater where nobody sees it: what looks alike stands in the order of its key
      const greater = wrote.replace('13800001234', '13800011234')
      await api().db.updateTable('website').set({ remark: greater }).where('uniqueId', '=', 'mask-company').execute()
      const inOrder = { domain: '.mask.example', remark: '店主', orderBy: 'remark' }
      expect(await found(plain, inOrder)).toEqual(['mask-company', KEY])
      expect(await found('huainan_admin', inOrder)).toEqual([KEY, 'mask-company'])
      await api().db.updateTable('website').set({ remark: null }).where('uniqueId', '=', 'mask-company').execute()
      const save = (remark: string): ReturnType<typeof ask> =>
        ask(plain, '/api-im/website/save', { uniqueId: KEY, remark })
      expect((await save(hidden)).status).toBe(200)
      expect(await kept()).toBe(wrote)
      expect((await save(`${hidden}；新电话 13700009999`)).status).toBe(200)
      expect(await kept()).toBe(`${wrote}；新电话 13700009999`)
      const history = await api().ask('GET', `/api-console/history?entity=website&key=${KEY}`, await api().token(plain))
      expect(JSON.stringify(history.body)).not.toMatch(/13800001234|13700009999/)
    })

    it('is hidden wherever else a natural person’s name or a unit’s phone stands: clues, the register, look-ups, what people wrote', async () => {
      const base = {
        areaCode: '340422',
        provinceCode: '34',
        customerId: '87190',
        delFlag: 0,
        uscc_dim: '91340422MA2XXXXX00',
      }
      await api()
        .db.insertInto('illegalResult')
        .values({
          ...base,
          resultId: KEY,
          clueNo: KEY,
          objectName: '脱敏样例',
          objectUrl: 'https://natural.mask.example/',
          subjectName: PERSON.subjectName,
          subjectType: '4',
          resultStatus: '30',
        })
        .execute()
      await api()
        .db.insertInto('clueRoute')
        .values({
          auditId: KEY,
          resultId: KEY,
          areaCode: '340422',
          provinceCode: '34',
          action: 'sl',
          opinion: '已电话联系13800001234，身份证340422199001011234',
          actTime: '2026-01-05 09:00:00',
        })
        .execute()
      await api()
        .db.insertInto('register')
        .values({ ...base, entName: PERSON.subjectName, subjectType: '4' })
        .execute()
      const plain = 'huainan_shouxian'
      const route = async (user: string): Promise<string> =>
        JSON.stringify(
          (await api().ask('GET', `/api-im/ivIdIllegalResult/illegalRoute?resultId=${KEY}`, await api().token(user)))
            .body,
        )
      const clues = await api().list('/api-im/ivIdIllegalResult/queryListNew', await api().token(plain), {
        clueNo: KEY,
      })
      const subjects = await api().list('/api-im/register/registerList', await api().token(plain), {
        uscc_dim: base.uscc_dim,
      })
      const linked = await api().list('/api-im/dataCenter/linkShopList', await api().token(plain), {
        objectName: '脱敏样例',
        subjectName: PERSON.subjectName,
      })
      expect([clues.list[0]?.['subjectName'], subjects.list[0]?.['entName'], linked.list[0]?.['subjectName']]).toEqual([
        '赵某某',
        '赵某某',
        '赵某某',
      ])
      expect(await route(plain)).toContain('已电话联系138****1234，身份证340****1234')
      expect(await route('huainan_admin')).toContain('13800001234')
      await api().db.updateTable('org').set({ phone: '05541234567' }).where('orgId', '=', 'org-340422').execute()
      const unit = await api().ask<Row>('GET', '/api-user/sysorg/org-340422', await api().token('huainan_admin'))
      expect(unit.body.data).toMatchObject({ phone: '055****4567', $revealable: ['phone'] })
    })

    it('is hidden where it is what the record is called, and in all that is written of it: an operator within a platform', async () => {
      const name = '孙虚构'
      const url = 'https://operator.mask.example/'
      const base = {
        areaCode: '340422',
        provinceCode: '34',
        customerId: '87190',
        delFlag: 0,
        subjectName: name,
        subjectType: '4',
      }
      await api()
        .db.insertInto('inPlatform')
        .values({ ...base, uniqueId: 'mask-operator', operatorName: name, operatorKind: '4', shopUrl: url })
        .execute()
      const token = await api().token('huainan_shouxian')
      const reported = await api().ask<Row>('POST', '/api-im/ivIdIllegalResult/reportAdd', token, {
        objectKind: '4',
        objectId: 'mask-operator',
        illegalCategory: '01',
        illegalDesc: '未公示',
      })
      const resultId = String(reported.body.data?.['resultId'])
      expect(
        await api()
          .db.selectFrom('illegalResult')
          .select('objectName')
          .where('resultId', '=', resultId)
          .executeTakeFirst(),
      ).toEqual({ objectName: name })
      await api()
        .db.insertInto('evidence')
        .values({ ...base, id: 'mask-evidence', title: '脱敏样例', targetUrl: url, resultId, state: '2' })
        .execute()
      const answers = await Promise.all([
        api().list('/api-im/inPlatform/inPlatformList', token, { uniqueId: 'mask-operator' }),
        api().list('/api-im/dataCenter/linkShopList', token, { uniqueId: '4-mask-operator' }),
        api().list('/api-im/ivIdIllegalResult/queryListNew', token, { resultId }),
        api().list('/api/evidence/list', token, { id: 'mask-evidence' }),
        api().ask('GET', `/api-console/carrier/byUrl?url=${encodeURIComponent(url)}`, token),
        api().ask('GET', '/api-im/ivIdIllegalResult/countSent', token),
      ])
      for (const answer of answers) expect(JSON.stringify(answer)).toContain('孙某某')
      expect(JSON.stringify(answers)).not.toContain(name)
      const parts = [
        ['inPlatform/inPlatformList', 'operatorName'],
        ['dataCenter/linkShopList', 'objectName'],
        ['ivIdIllegalResult/queryListNew', 'objectName'],
      ] as const
      for (const [path, field] of parts) {
        expect((await api().list(`/api-im/${path}`, token, { [field]: '孙虚' })).totalRecord, path).toBe(0)
        expect((await api().list(`/api-im/${path}`, token, { [field]: name })).totalRecord, path).toBe(1)
      }
    })

    it('is hidden of an operator wherever it stands, whichever of the two fields says that it is a person', async () => {
      const [token, name] = [await api().token('huainan_shouxian'), '周虚构']
      const { uniqueId: platformId } = await api()
        .db.selectFrom('platform')
        .select('uniqueId')
        .where('areaCode', 'like', '340422%')
        .orderBy('uniqueId')
        .executeTakeFirstOrThrow()
      const facts = {
        operatorName: name,
        subjectName: name,
        uscc_dim: '91340422MA2XXXXX00',
        areaCode: '340422',
        platformId,
      }
      for (const kind of [{ operatorKind: '4' }, { subjectType: '4' }]) {
        const made = await ask<string>('huainan_shouxian', '/api-im/inPlatform/save', { ...facts, ...kind })
        expect(made.body, JSON.stringify(kind)).toMatchObject({ resultCode: '0' })
        const lists = await Promise.all([
          api().list('/api-im/inPlatform/inPlatformList', token, { uniqueId: made.data }),
          api().list('/api-im/dataCenter/linkShopList', token, { uniqueId: `4-${String(made.data)}` }),
        ])
        expect(lists.map(({ totalRecord }) => totalRecord)).toEqual([1, 1])
        expect(JSON.stringify(lists), JSON.stringify(kind)).not.toContain(name)
      }
    })

    it('is shown to whoever may, of what they may read, each time on record', async () => {
      expect((await reveal('huainan_shouxian')).status).toBe(403)
      expect((await reveal('fj_province')).status).toBe(404)
      expect((await reveal('huainan_admin', { field: 'siteName' })).status).toBe(404)
      expect((await reveal('huainan_admin', { entity: 'sys_credential' })).status).toBe(404)
      expect(await revealed()).toEqual([])
      expect((await reveal('huainan_admin')).data).toEqual({ value: PERSON.contactPhone })
      const told = await api().ask<{ changes: Row[] }[]>(
        'GET',
        `/api-console/history?entity=website&key=${KEY}`,
        await api().token('huainan_shouxian'),
      )
      expect(told.body.data?.[0]?.changes).toEqual([{ label: '显示的字段', before: '', after: '联系电话' }])
      expect(await revealed()).toMatchObject([
        { username: 'huainan_admin', entity: 'website', after: { field: 'contactPhone' }, ip: '127.0.0.1' },
      ])
    })
  })

  describe('a field that is for some roles', () => {
    /** The demonstration limits no such field; one is limited for as long as the test lasts. */
    const limited = (facts: Partial<FieldModel>, test: () => Promise<void>): Promise<void> =>
      withField(api().services, ['website', 'regAddress'], facts, test)

    it('is in nobody else’s list, record, filter, order, history or save', () =>
      limited({ roles: ['2'] }, async () => {
        await api().db.updateTable('website').set({ regAddress: '备案样例' }).where('uniqueId', '=', KEY).execute()
        expect((await one('huainan_admin')).data['regAddress']).toBe('备案样例')
        const county = 'huainan_shouxian'
        expect((await one(county)).data).not.toHaveProperty('regAddress')
        expect((await ask<ListAnswer>(county, SITES, { domain: 'natural.mask' })).data.list[0]).not.toHaveProperty(
          'regAddress',
        )
        expect((await ask(county, SITES, { regAddress: '备案' })).status).toBe(400)
        expect((await ask(county, SITES, { orderBy: 'regAddress' })).status).toBe(400)
        expect((await ask(county, '/api-im/website/save', { uniqueId: KEY, regAddress: '偷改' })).status).toBe(400)
        expect((await one('huainan_admin')).data['regAddress']).toBe('备案样例')
        expect(
          (await ask('huainan_admin', '/api-im/website/save', { uniqueId: KEY, regAddress: '新备案' })).status,
        ).toBe(200)
        const history = await api().ask(
          'GET',
          `/api-console/history?entity=website&key=${KEY}`,
          await api().token(county),
        )
        expect(JSON.stringify(history.body)).not.toMatch(/住所|新备案/)
      }))

    it('is read by all and changed by those roles', () =>
      limited({ editRoles: ['2'] }, async () => {
        expect(
          (await ask('huainan_shouxian', '/api-im/website/save', { uniqueId: KEY, regAddress: '偷改' })).status,
        ).toBe(400)
        expect((await one('huainan_shouxian')).data['regAddress']).toBe('新备案')
        expect(
          (await ask('huainan_admin', '/api-im/website/save', { uniqueId: KEY, regAddress: '正当修改' })).status,
        ).toBe(200)
        expect((await one('huainan_shouxian')).data['regAddress']).toBe('正当修改')
      }))

    it('is changed by nobody where the server writes it', () =>
      limited({ readOnly: true, editRoles: ['2'] }, async () => {
        for (const user of ['huainan_admin', 'huainan_shouxian'])
          expect((await ask(user, '/api-im/website/save', { uniqueId: KEY, regAddress: '偷改' })).status).toBe(400)
        expect((await one('huainan_admin')).data['regAddress']).toBe('正当修改')
      }))
  })
}
