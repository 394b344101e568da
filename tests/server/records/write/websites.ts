import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../support/api.ts'
import { SUBJECT } from '../../support/site.ts'
import { withEntry } from '../../support/with-entry.ts'

const SITE = {
  siteName: '新增样例网站',
  domain: 'new-one.example',
  siteUrl: 'https://new-one.example/',
  siteType: '1',
  ...SUBJECT,
}

export function websiteContract(api: () => Api): void {
  const token = (): Promise<string> => api().token('huainan_datong')
  const save = async (
    body: object,
  ): Promise<{ status: number; id: string; errors: Record<string, string> | undefined }> => {
    const answer = await api().ask<string>('POST', '/api-im/website/save', await token(), body)
    return { status: answer.status, id: answer.body.data ?? '', errors: answer.body.errors }
  }
  const one = async (uniqueId: string): Promise<Row | undefined> =>
    (await api().ask<Row>('POST', '/api-im/website/queryOne', await token(), { uniqueId })).body.data
  const list = async (args: object): Promise<Row[]> => {
    const body = { pageNo: 1, pageRowNo: 20, pageFlag: 1, ...args }
    return (
      (await api().ask<{ list: Row[] }>('POST', '/api-im/website/websiteList', await token(), body)).body.data?.list
      ?? []
    )
  }
  const remove = async (uniqueId: string, reason: string): Promise<number> =>
    (await api().ask('POST', '/api-im/website/delete', await token(), { uniqueId, del_content: reason })).status

  describe('a website', () => {
    it('is added, changed and deleted with a reason', async () => {
      const { status, id } = await save(SITE)
      expect(status).toBe(200)
      expect(await one(id)).toMatchObject({
        ...SITE,
        areaCode: '340402',
        areaName: '大通区',
        auditStatus: '9',
        customerId: '87190',
        createByName: '大通区局演示',
      })
      expect((await save({ uniqueId: id, siteName: '改过的网站' })).id).toBe(id)
      expect(await one(id)).toMatchObject({ siteName: '改过的网站', domain: SITE.domain })
      expect([await remove(id, ''), await remove(id, '短'), await remove(id, '长'.repeat(201))]).toEqual([
        400, 400, 400,
      ])
      expect(await remove(id, '网站已关闭')).toBe(200)
      expect(await one(id)).toBeUndefined()
      const kept = await api()
        .db.selectFrom('website')
        .select(['delFlag', 'del_content'])
        .where('uniqueId', '=', id)
        .executeTakeFirst()
      expect(kept).toEqual({ delFlag: 1, del_content: '网站已关闭' })
    })

    it('goes back to be verified when it is changed', async () => {
      const verified = await api().first('/api-im/website/websiteList', await token(), { auditStatus: '0' })
      await save({ uniqueId: verified['uniqueId'], regAddress: '甲路1号' })
      expect(await one(String(verified['uniqueId']))).toMatchObject({ auditStatus: '9', regAddress: '甲路1号' })
    })

    it('R8.03 is refused with one message a field', async () => {
      const wrong = {
        siteUrl: 'ftp://x.example',
        domain: 'no domain',
        siteType: '77',
        uscc_dim: '123',
        contactPhone: 'call me',
        icpNo: 'x',
        icpTime: '2025-13-01',
        siteName: '名'.repeat(101),
        livenessScore: 101,
        signsLicenses: 'maybe',
      }
      const { status, errors } = await save(wrong)
      expect(status).toBe(400)
      expect(Object.keys(errors ?? {}).sort()).toEqual([...Object.keys(wrong), 'icpHolder', 'subjectName'].sort())
      expect(errors).toMatchObject({
        siteUrl: '首页网址应以 http:// 或 https:// 开头',
        siteName: '网站名称不能超过100个字',
        uscc_dim: '统一社会信用代码格式不正确',
      })
      expect((await save({})).errors).toMatchObject({
        siteName: '网站名称不能为空',
        domain: '域名不能为空',
        siteUrl: '首页网址不能为空',
      })
    })

    it('may have a credit code whose check digit is wrong: a few real ones have', async () => {
      const { status, id } = await save({ ...SITE, domain: 'check-digit.example', uscc_dim: '91340400MA00000X12' })
      expect(status).toBe(200)
      await remove(id, '试验完毕')
    })

    it('keeps a choice that has been retired since, and nobody chooses that anew', async () => {
      const { id } = await save({ ...SITE, domain: 'retired.example', siteType: '2' })
      await withEntry(api().services, 'siteType', ['2', '旧类型', 'default', null, true], async () => {
        const kept = await save({
          ...SITE,
          domain: 'retired.example',
          siteType: '2',
          uniqueId: id,
          siteName: '照样可改',
        })
        expect(kept.errors).toBeUndefined()
        expect((await save({ ...SITE, domain: 'retired-2.example', siteType: '2' })).errors).toEqual({
          siteType: '网站类型“旧类型”已停用，请另选',
        })
      })
      expect(await one(id)).toMatchObject({ siteName: '照样可改', siteType: '2' })
      await remove(id, '试验完毕')
    })

    it('may be saved with what is not to be chosen any more, as long as that is not changed', async () => {
      const { id } = await save({ ...SITE, domain: 'as-before.example' })
      const old = { siteType: 'gone', domain: 'as before', siteUrl: 'x'.repeat(600), uscc_dim: '123' }
      await api().db.updateTable('website').set(old).where('uniqueId', '=', id).execute()
      expect((await save({ ...SITE, ...old, uniqueId: id, siteName: '旧选项' })).errors).toBeUndefined()
      expect(await one(id)).toMatchObject({ ...old, siteName: '旧选项' })
      const anew = { siteType: 'gone too', domain: 'as now', siteUrl: 'y'.repeat(600), uscc_dim: '124' }
      const { errors } = await save({ uniqueId: id, ...anew })
      expect(Object.keys(errors ?? {}).sort()).toEqual(Object.keys(anew).sort())
      // nor is what was left out chosen for a new one
      expect((await save({ ...SITE, domain: 'anew.example', siteType: 'gone' })).status).toBe(400)
      await remove(id, '试验完毕')
    })

    it('has a domain that is unique within its customer', async () => {
      const { id } = await save({ ...SITE, domain: 'unique.example' })
      expect((await save({ ...SITE, domain: 'unique.example' })).errors).toEqual({
        domain: '域名“unique.example”已存在',
      })
      expect((await save({ uniqueId: id, domain: 'unique.example', siteName: '自己' })).status).toBe(200)
      const elsewhere = await api().ask('POST', '/api-im/website/save', await api().token('wuhu_jinghu'), {
        ...SITE,
        domain: 'unique.example',
      })
      expect(elsewhere.status).toBe(200)
      await remove(id, '试验完毕')
      expect((await save({ ...SITE, domain: 'unique.example' })).status).toBe(200)
    })

    it('is stored and found however it is written, and is one however it is written', async () => {
      const typed = {
        ...SITE,
        siteName: '\u202a双写（样例）\u200b网站 ',
        domain: ' ＷＷＷ.Two-Ways。Example',
        siteUrl: 'HTTPS://WWW.Two-Ways.Example/Path',
        uscc_dim: ' 91340400ma0 0000ｘ11\u200b',
        contactPhone: '\u202d１３８　０００１-２２２２\u202c',
      }
      const { status, id, errors } = await save(typed)
      expect([status, errors]).toEqual([200, undefined])
      const { rows } = await sql`select "siteName", domain, "siteUrl", uscc_dim, "contactPhone"
        from website where "uniqueId" = ${id}`.execute(api().db)
      expect(rows).toEqual([
        {
          siteName: '双写（样例）网站',
          domain: 'www.two-ways.example',
          siteUrl: 'https://www.two-ways.example/Path',
          uscc_dim: '91340400MA00000X11',
          contactPhone: '1380001-2222',
        },
      ])
      for (const args of [
        { siteName: '双写(样例)网 站' },
        { siteName: '网站 双写' },
        { siteName: ['双写(样例)网站'] },
        { domain: 'ＴＷＯ-ways' },
        { uscc_dim: '91340400ma0 0000x', siteName: '双写' },
      ])
        expect(
          (await list(args)).map(row => row['uniqueId']),
          JSON.stringify(args),
        ).toEqual([id])
      // what was stored before it was cleaned is found, and is the same domain
      await sql`update website set domain = 'WWW.Two-Ways.EXAMPLE', "siteName" = ${'双\u200b写【样例】网站'}
        where "uniqueId" = ${id}`.execute(api().db)
      expect(await list({ siteName: '双写[样例' })).toHaveLength(1)
      expect((await save({ ...typed, domain: 'www.TWO-ways.example' })).errors).toEqual({
        domain: '域名“www.two-ways.example”已存在',
      })
      await remove(id, '试验完毕')
    })

    it('is added once when two people add it at the same time', async () => {
      const both = await Promise.all([
        save({ ...SITE, domain: 'race.example' }),
        save({ ...SITE, domain: 'race.example' }),
      ])
      expect(both.map(answer => answer.status).sort()).toEqual([200, 400])
    })

    it('keeps what the server alone writes, and what a mask hides', async () => {
      const site = await api().first('/api-im/website/websiteList', await token())
      const before = await one(String(site['uniqueId']))
      const kept = { contactPhone: site['contactPhone'], legalPerson: site['legalPerson'] }
      const { status, errors } = await save({
        uniqueId: site['uniqueId'],
        ...kept,
        customerId: 'other',
        createTime: '2000-01-01',
        delFlag: 1,
      })
      expect([status, errors]).toEqual([
        400,
        { customerId: '客户不能由此修改', createTime: '创建时间不能由此修改', delFlag: '删除标志不能由此修改' },
      ])
      expect((await save({ uniqueId: site['uniqueId'], ...kept })).status).toBe(200)
      const { updateTime: _u, auditStatus: _a, ...expected } = before ?? {}
      expect(await one(String(site['uniqueId']))).toMatchObject(expected)
    })

    it('leaves a trail: who, what, before, after, from where', async () => {
      const { id } = await save({ ...SITE, domain: 'audited.example' })
      await save({ uniqueId: id, siteName: '第二个名字' })
      await remove(id, '试验完毕')
      const trail = await api()
        .db.selectFrom('sys_audit')
        .selectAll()
        .where('objectId', '=', id)
        .orderBy('id')
        .execute()
      expect(trail.map(entry => entry['action'])).toEqual(['website.save', 'website.save', 'website.delete'])
      expect(trail[0]).toMatchObject({ username: 'huainan_datong', entity: 'website', before: null, ip: '127.0.0.1' })
      expect(trail[1]?.['before']).toMatchObject({ siteName: SITE.siteName })
      expect(trail[1]?.['after']).toMatchObject({ siteName: '第二个名字' })
      expect(trail[2]?.['after']).toMatchObject({ delFlag: 1 })
    })

    it('says which argument is missing', async () => {
      const { status, body } = await api().ask('POST', '/api-im/website/queryOne', await token(), {})
      expect([status, body.resultMsg]).toEqual([400, '缺少参数：uniqueId'])
    })
  })
}
