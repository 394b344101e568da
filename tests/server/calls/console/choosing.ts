import { describe, expect, it } from 'vitest'
import type { ChoiceAnswer } from '../../../../src/core/contract/api.ts'
import { MOST } from '../../../../src/server/calls/console/choices.ts'
import type { Api } from '../../support/api.ts'

const CHOICES = '/api-console/choices'
const NAME = '大通区某某监管站'

export function choosingContract(api: () => Api): void {
  const ask = async (user: string, args: object) =>
    api().ask<ChoiceAnswer>('POST', CHOICES, await api().token(user), args)
  const read = async (user: string, args: object): Promise<ChoiceAnswer> => {
    const { status, body } = await ask(user, args)
    if (status !== 200 || !body.data) throw new Error(`${status} ${body.resultMsg}`)
    return body.data
  }
  /** More units below one than are told at once. */
  async function withStations(work: () => Promise<void>): Promise<void> {
    const stations = Array.from({ length: MOST + 5 }, (_, i) => ({
      orgId: `station-${i}`,
      orgName: `${NAME}${i}号`,
      parentId: 'org-340402',
      orgType: '6',
      areaCode: '340402',
      customerId: '87190',
      sort: 500 + i,
      delFlag: 0,
    }))
    await api().db.insertInto('org').values(stations).execute()
    try {
      await work()
    } finally {
      await api().db.deleteFrom('org').where('orgId', 'like', 'station-%').execute()
    }
  }

  describe('what a reference may name', () => {
    it('is a part of a large set, of which a text finds each, told apart by what it belongs to', () =>
      withStations(async () => {
        const first = await read('huainan_admin', { ref: 'org' })
        expect([first.list.length, first.more]).toEqual([MOST, true])
        expect(first.list.some(({ key }) => key === `station-${MOST + 4}`)).toBe(false)
        const found = await read('huainan_admin', { ref: 'org', text: `${NAME}${MOST + 4}` })
        expect(found).toEqual({
          list: [{ key: `station-${MOST + 4}`, label: `${NAME}${MOST + 4}号`, note: '大通区市场监管局' }],
          more: false,
        })
        expect((await read('huainan_admin', { ref: 'org', text: NAME })).more).toBe(true)
      }))
    it('stands below what it belongs to', async () => {
      const { list } = await read('huainan_admin', { ref: 'org' })
      const at = (name: string) => list.findIndex(({ label }) => label === name)
      expect(list[0]).toMatchObject({ label: '淮南市市场监管局' })
      expect(list[at('大通区市场监管局')]?.depth).toBe(1)
      expect(at('大通区市场监管局')).toBeGreaterThan(0)
      expect((await read('huainan_datong', { ref: 'org' })).list[0]).toMatchObject({
        key: 'org-340402',
        label: '大通区市场监管局',
      })
    })
    it('is only what lies in the own area, also by its key and by a text that means anything', async () => {
      expect(
        (await read('huainan_datong', { ref: 'org', keys: ['org-340402', 'org-340403', 'org-350000'] })).list.map(
          ({ key }) => key,
        ),
      ).toEqual(['org-340402'])
      const found = await read('huainan_datong', { ref: 'org', text: '%' })
      expect(found.list).toEqual([])
      expect((await read('huainan_datong', { ref: 'org', text: '田家庵' })).list).toEqual([])
      const people = (await read('huainan_datong', { ref: 'user' })).list.map(({ key }) => key)
      expect(people).toContain('user-huainan_datong')
      expect(people).not.toContain('user-huainan_tianjiaan')
    })
    it('of one name is told apart: a person by the unit, a case by its number, which a text finds too', async () => {
      const { list } = await read('huainan_datong', { ref: 'user' })
      expect(list.find(({ key }) => key === 'user-huainan_datong')).toMatchObject({ note: '大通区市场监管局' })
      const [one] = (await read('huainan_admin', { ref: 'case' })).list
      expect(one?.note).toMatch(/^AJ\d+$/)
      expect((await read('huainan_admin', { ref: 'case', text: one?.note })).list).toEqual([one])
    })
    it('keeps the order in which its keys were asked for', async () => {
      const keys = ['org-340403', 'org-340402']
      expect((await read('huainan_admin', { ref: 'org', keys })).list.map(({ key }) => key)).toEqual(keys)
    })
    it('is only what a form filters it by, with and without a text', async () => {
      const { db } = api().services
      const kinds = await db.selectFrom('org').select(['orgId', 'orgType']).execute()
      const filters = { orgType: [String(kinds.find(({ orgId }) => orgId === 'org-340402')?.['orgType'])] }
      const of = new Set(
        kinds.filter(({ orgType }) => filters.orgType.includes(String(orgType))).map(one => one['orgId']),
      )
      for (const text of ['', '大通']) {
        const all = await read('huainan_admin', { ref: 'org', text })
        const some = await read('huainan_admin', { ref: 'org', text, filters })
        expect(some.list.map(({ key }) => key).sort()).toEqual(
          all.list.flatMap(({ key }) => (of.has(key) ? key : [])).sort(),
        )
        expect(some.list.length).toBeGreaterThan(0)
      }
    })
    it('tells nothing by filters that no page of the person has: neither login names nor when somebody signed in', async () => {
      const by = async (user: string, ref: string, filters: object) => (await ask(user, { ref, filters })).status
      const guesses = [{ username: 'fj' }, { lastLoginStart: '2020-01-01' }, { roleIds: '1' }, { enabled: '1' }]
      for (const guess of guesses) expect(await by('fj_gudong', 'user', guess), JSON.stringify(guess)).toBe(400)
      // what a page of theirs filters by, and what one of theirs lists
      expect(await by('fj_gudong', 'label', { objectKinds: ['1', '$empty'] })).toBe(200)
      expect(await by('huainan_admin', 'user', { username: 'huainan' })).toBe(200)
    })
    it('is nothing that no page of the person lets them choose', async () => {
      expect((await ask('huainan_admin', { ref: 'sys_session' })).status).toBe(403)
      expect((await ask('huainan_admin', { ref: 'loginLog' })).status).toBe(403)
      expect((await ask('huainan_datong', {})).status).toBe(400)
    })
  })
}
