import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { areaPrefix } from '../../../../src/core/model/scope.ts'
import { hasUsccCheckDigit } from '../../../../src/core/model/field/uscc.ts'
import { rolesIn } from '../../../../src/core/workflow/decide.ts'
import { machineOf, targetsOf } from '../../../../src/core/workflow/machine.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { demoAccounts } from '../../../../src/supervision/server/demo/accounts.ts'
import { verified } from '../../../../src/supervision/server/evidence/verify.ts'
import { seedDemo } from '../../../../src/supervision/server/demo/seed.ts'
import { isStrong } from '../../../../src/server/session/secrets/passwords.ts'
import { readDemo } from '../../../../src/supervision/server/demo/demo-files.ts'
import { SPECIAL } from '../../../../src/supervision/server/demo/task-words.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../../server/support/api.ts'
import { onEitherDatabase } from '../../../server/support/both.ts'
import { pagesContract } from './pages.ts'

function demoContract(api: () => Api): void {
  describe('the demonstration', () => {
    it('loads at least 2,400 shops and 600 websites', async () => {
      const count = async (table: string): Promise<number> =>
        (await api().db.selectFrom(table).select('uniqueId').execute()).length
      expect(await count('eshop')).toBeGreaterThanOrEqual(2400)
      expect(await count('website')).toBeGreaterThanOrEqual(600)
    })

    it('has clues, watched goods of both kinds and findings for whoever leads a city or a province', async () => {
      const leaders = (await api().db.selectFrom('user').selectAll().execute()).filter(
        ({ areaCode, customerId }) => customerId && /^\d{4}00$/.test(String(areaCode)),
      )
      expect(leaders.length).toBeGreaterThan(12)
      const seen = async (table: string, { areaCode, customerId }: Row, column: string): Promise<unknown[]> => {
        const rows = await api()
          .db.selectFrom(table)
          .select(column)
          .where('areaCode', 'like', `${areaPrefix(String(areaCode))}%`)
          .where('customerId', '=', String(customerId))
          .execute()
        return [...new Set(rows.map(row => row[column]))].sort()
      }
      for (const leader of leaders) {
        expect(await seen('priceItem', leader, 'monitorKind'), String(leader['username'])).toEqual(['1', '2'])
        expect(await seen('priceAbnormal', leader, 'rule'), String(leader['username'])).not.toEqual([])
        expect(await seen('illegalResult', leader, 'finishState'), String(leader['username'])).toEqual([0, 1])
      }
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

    it('has labels with a maker and a unit, staff have ones of their own, and carriers have the names of theirs', async () => {
      const { db } = api().services
      const labels = await db.selectFrom('label').selectAll().execute()
      expect(labels.filter(row => !row['createBy'] || !row['owner'])).toEqual([])
      const named = new Map(labels.map(row => [row['id'], String(row['labelName'])]))
      const own = await api().list('/api/wjLabelManage/list', await api().token('huainan_datong'), {
        createBy: 'user-huainan_datong',
      })
      expect(own.list.length).toBeGreaterThan(0)
      const given = await db.selectFrom('labelRelation').selectAll().where('objectKind', '=', '1').execute()
      const of = new Map<unknown, string[]>()
      for (const row of given)
        of.set(row['objectId'], [...(of.get(row['objectId']) ?? []), named.get(row['labelId']) ?? ''])
      const shops = await db.selectFrom('eshop').select(['uniqueId', 'labelNames']).execute()
      const said = shops.filter(row => row['labelNames'])
      expect(said.map(row => String(row['labelNames']).split(',').sort())).toEqual(
        said.map(row => (of.get(row['uniqueId']) ?? []).sort()),
      )
      expect(said.length).toBe(of.size)
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
      expect(fixed.filter(row => !String(row['record']).includes('演示样例'))).toEqual([])
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

    it('R4.05 has clues of every kind of carrier, each come to where it is by steps of its workflow, taken by their staff', async () => {
      const { db, services } = api()
      const scoped = services.configuration().scope({ customer: '87190', area: '340400' })
      const clues = await db.selectFrom('illegalResult').selectAll().where('resultId', 'like', 'demo-%').execute()
      const routes = await db.selectFrom('clueRoute').selectAll().where('resultId', 'like', 'demo-%').execute()
      const users = new Map((await db.selectFrom('user').selectAll().execute()).map(row => [row['id'], row]))
      const machine = machineOf(scoped.workflow('clue') ?? ({} as never), 'resultStatus')
      const kinds = new Set(clues.map(row => row['objectKind']))
      expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter(kind => !kinds.has(kind))).toEqual([])
      const own = clues.filter(row => row['customerId'] === '87190')
      expect(own.length).toBeGreaterThan(250)
      for (const clue of own) {
        const steps = routes
          .filter(row => row['resultId'] === clue['resultId'])
          .sort((a, b) => (String(a['auditId']) < String(b['auditId']) ? -1 : 1))
        let at = steps[0]?.['fromStatus'] ?? clue['resultStatus']
        let time = String(clue['foundTime'])
        for (const step of steps) {
          const doc = machine.transitions.get(String(step['action']))
          expect(step['fromStatus'], String(clue['resultId'])).toBe(at)
          expect(doc?.from.map(String)).toContain(at)
          expect(targetsOf(doc ?? ({} as never), String(at))).toContain(step['toStatus'])
          if (step['fromUser'] !== 'system') {
            const user = users.get(step['fromUser'] ?? '')
            expect(user).toMatchObject({ orgId: step['fromOrg'], customerId: '87190' })
            const roles = String(user?.['roleIds'])
              .split(',')
              .map(role => role.replace('role-', ''))
            const wanted = rolesIn(doc ?? ({} as never), String(at))
            expect(
              !wanted || wanted.some(role => [...roles, user?.['userLevel']].includes(role)),
              step['action'] as string,
            ).toBe(true)
          }
          expect(String(step['actTime']) >= time).toBe(true)
          at = step['toStatus'] ?? ''
          time = String(step['actTime'])
        }
        expect(at).toBe(clue['resultStatus'])
        expect(time <= chinaTime()).toBe(true)
      }
    })

    it('is mostly as it should be: subjects in business, pages that answer, shops that sell what they are called after', async () => {
      const shops = await api().db.selectFrom('eshop').selectAll().where('uniqueId', 'like', 'demo-%').execute()
      const share = (holds: (row: (typeof shops)[number]) => boolean): number =>
        shops.filter(holds).length / shops.length
      expect(share(row => row['companyStatus'] === '1')).toBeGreaterThan(0.9)
      expect(share(row => row['isDead'] !== 1)).toBeGreaterThan(0.9)
      expect(share(row => Number(row['illegalCount']) > 0)).toBeLessThan(0.2)
      const pharmacies = shops.filter(row => String(row['shopName']).includes('大药房'))
      expect(pharmacies.length).toBeGreaterThan(100)
      expect(pharmacies.filter(row => /积木|奶瓶|童鞋|耳机/.test(JSON.stringify(row['goodsList'])))).toEqual([])
    })

    it('has clues in special tasks of their own topic alone, and all topics are what dictionaries say', async () => {
      const { db, services } = api()
      const labels = (name: string): Map<string, string> =>
        new Map(
          services
            .configuration()
            .scope({})
            .dictionary(name)
            ?.map(([key, label]) => [key, label]),
        )
      const [categories, products] = [labels('illegalCategory'), labels('yxzField')]
      for (const { categories: named, product } of SPECIAL)
        expect(
          [...named, ...(product ? [product] : [])].filter(
            label => ![...categories.values(), ...products.values()].includes(label),
          ),
        ).toEqual([])
      const tasks = await db.selectFrom('taskSpecial').select(['taskId', 'taskName', 'clueTotal']).execute()
      const clues = await db
        .selectFrom('illegalResult')
        .select(['taskId', 'illegalCategory', 'productField'])
        .where('taskId', 'is not', null)
        .execute()
      expect(clues.length).toBeGreaterThan(60)
      for (const { taskId, illegalCategory, productField } of clues) {
        const name = String(tasks.find(task => task['taskId'] === taskId)?.['taskName'])
        const topic = SPECIAL.find(one => name.includes(one.name))
        expect(topic?.categories, name).toContain(categories.get(String(illegalCategory)))
        if (topic?.product) expect(products.get(String(productField)), name).toBe(topic.product)
      }
      const names = tasks.map(task => String(task['taskName']))
      expect(names.filter(name => /（第.轮）/.test(name) && !names.includes(name.replace(/（.*/, '')))).toEqual([])
    })

    it('R4.02 has an operation log and sign-ins with a past, by people with names', async () => {
      const { db, services } = api()
      const log = await db.selectFrom('sys_audit').selectAll().where('objectId', 'like', 'demo-%').execute()
      const days = new Set(log.map(row => String(row['time']).slice(0, 10)))
      expect(days.size).toBeGreaterThan(40)
      expect(log.filter(row => !row['nickName'])).toEqual([])
      const actions = new Set(
        services
          .configuration()
          .scope({})
          .dictionary('calls')
          ?.map(([name]) => name),
      )
      expect(log.filter(row => !actions.has(String(row['action'])))).toEqual([])
      expect(log.filter(row => row['action'] === 'system').length).toBeGreaterThan(10)
      const logins = await db.selectFrom('loginLog').selectAll().where('result', '=', '1').execute()
      expect(new Set(logins.map(row => row['userId'])).size).toBeGreaterThan(100)
    })

    it('has what was done with the unit of whoever did it, and struck-out prices above those that are asked', async () => {
      const { db } = api()
      const people = await db.selectFrom('user').select(['id', 'orgId']).execute()
      const unitOf = new Map(people.map(({ id, orgId }) => [id, orgId]))
      for (const kind of ['1', '3', '4']) {
        const done = await db.selectFrom('enforcement').selectAll().where('actionKind', '=', kind).execute()
        expect(done.length, kind).toBeGreaterThan(0)
        if (kind !== '1')
          expect(
            done.filter(({ actionOrg, createBy }) => actionOrg !== unitOf.get(createBy)),
            kind,
          ).toEqual([])
        expect(done.filter(({ actionOrg }) => !actionOrg).map(({ actionId }) => actionId)).toEqual([])
      }
      const struck = await db.selectFrom('priceRecord').selectAll().where('linePrice', 'is not', null).execute()
      expect(struck.length).toBeGreaterThan(0)
      expect(struck.filter(row => Number(row['linePrice']) <= Number(row['salePrice']))).toEqual([])
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

onEitherDatabase(api => {
  demoContract(api)
  pagesContract(api)
})
