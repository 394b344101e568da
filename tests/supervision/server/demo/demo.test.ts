import { describe, expect, it } from 'vitest'
import { hasUsccCheckDigit } from '../../../../src/core/model/field/uscc.ts'
import { demoAccounts } from '../../../../src/supervision/server/demo/accounts.ts'
import { verified } from '../../../../src/supervision/server/evidence/verify.ts'
import { seedDemo } from '../../../../src/supervision/server/demo/seed.ts'
import { isStrong } from '../../../../src/server/session/secrets/passwords.ts'
import { readDemo } from '../../../../src/supervision/server/demo/demo-files.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../../server/support/api.ts'
import { onBothDatabases } from '../../../server/support/both.ts'

function demoContract(api: () => Api): void {
  describe('the demonstration', () => {
    it('loads at least 2,400 shops and 600 websites', async () => {
      const count = async (table: string): Promise<number> =>
        (await api().db.selectFrom(table).select('uniqueId').execute()).length
      expect(await count('eshop')).toBeGreaterThanOrEqual(2400)
      expect(await count('website')).toBeGreaterThanOrEqual(600)
    })

    it('has valid codes, areas that exist, keys that its dictionaries know, and names that say what they are', async () => {
      const { regions } = api().services
      const base = api().services.configuration().scope({})
      for (const table of ['eshop', 'website']) {
        const entity = api().services.entities().get(table)
        const rows = await api().db.selectFrom(table).selectAll().execute()
        expect(rows.filter(row => !hasUsccCheckDigit(String(row['uscc_dim'])))).toEqual([])
        expect(rows.filter(row => !regions.has(String(row['areaCode'])))).toEqual([])
        expect(rows.filter(row => !/样例|演示/.test(String(row['subjectName'])))).toEqual([])
        for (const field of entity?.fields.filter(one => one.kind === 'dict') ?? []) {
          const known = new Set(base.dictionary(field.dict ?? '')?.map(([key]) => key))
          expect(
            rows.filter(row => row[field.name] !== null && !known.has(String(row[field.name]))),
            field.name,
          ).toEqual([])
        }
      }
    })

    it('has evidence of several customers, whose files, manifests and chains are what they say', async () => {
      const rows = await api().db.selectFrom('evidence').selectAll().where('id', 'like', 'demo-evidence-%').execute()
      const fixed = rows.filter(row => row['fileHash'])
      for (const row of fixed)
        expect(await verified(api().services, { time: undefined }, row), String(row['id'])).toMatchObject({
          state: '1',
          changed: false,
        })
      expect(fixed.length).toBeGreaterThan(20)
      expect(new Set(fixed.map(row => row['customerId'])).size).toBeGreaterThan(5)
      expect(new Set(rows.map(row => row['state']))).toEqual(new Set(['0', '2', '3', '4']))
      const shown = await api().list('/api-im/evidence/list', await api().token('huainan_admin'))
      expect(shown.list.every(row => String(row['title']).endsWith('（样例）'))).toBe(true)
      const used = fixed.find(row => row['resultId'] && row['customerId'] === '87190')
      const { body } = await api().ask<{ url: string; sha256: string }[]>(
        'GET',
        `/api-im/ivIdIllegalResult/evidenceDetail?resultId=${String(used?.['resultId'])}`,
        await api().token('huainan_admin'),
      )
      expect(body.data).toEqual([
        expect.objectContaining({
          name: 'page.png',
          sha256: (used?.['fileList'] as { sha256: string }[] | undefined)?.[0]?.sha256,
        }),
      ])
    })

    it('is loaded once', async () => {
      const { db, regions, configuration, entities } = api().services
      expect(
        await seedDemo({
          db,
          regions,
          configuration: configuration(),
          entities: entities(),
          demo: await readDemo(ROOT),
        }),
      ).toBe(false)
    })

    it('has accounts of every level whose areas, customers and roles exist, and whose password is strong', async () => {
      const demo = await readDemo(ROOT)
      const accounts = demoAccounts(demo)
      const customers = new Set(
        api()
          .services.configuration()
          .customers()
          .map(one => one.customer),
      )
      expect(new Set(accounts.map(account => account.areaLevel))).toEqual(new Set([0, 1, 2, 3, 4]))
      for (const account of accounts) {
        expect(api().services.regions.has(account.areaCode), account.username).toBe(true)
        expect(account.customerId === '' || customers.has(account.customerId), account.username).toBe(true)
        expect(
          account.roles.every(role => role in demo.roles),
          account.username,
        ).toBe(true)
        expect(isStrong(account.password)).toBe(true)
      }
    })

    it('gives every customer an account', async () => {
      const owned = new Set(demoAccounts(await readDemo(ROOT)).map(account => account.customerId))
      expect(
        api()
          .services.configuration()
          .customers()
          .filter(one => !owned.has(one.customer)),
      ).toEqual([])
    })
  })
}

onBothDatabases(demoContract)
