import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_GRANTED, DUTIES } from '../../../../src/core/model/roles.ts'
import { areaPrefix } from '../../../../src/core/model/scope.ts'
import { demoPeople } from '../../../../src/supervision/server/demo/accounts.ts'
import { reachOf } from '../../../../src/server/access/reach.ts'
import { excessRights } from '../../../../src/server/calls/accounts/beyond.ts'
import { scopeOf } from '../../../../src/core/model/scope.ts'
import { readDemo } from '../../../../src/supervision/server/demo/demo-files.ts'
import type { SignedIn } from '../../../../src/server/access/signed-in.ts'
import { ROOT } from '../../../folders.ts'
import type { Api } from '../../support/api.ts'
import { isWhole, share } from '../../../whole.ts'

const read = await readDemo(ROOT)
/** Everybody administers here, so that sections and teams try it, too. */
const demo = {
  ...read,
  roles: Object.fromEntries(
    Object.entries(read.roles).map(([code, role]) => [
      code,
      { ...role, buttons: [...(role.buttons ?? []).filter(one => !isDuty(one)), ...DUTIES] },
    ]),
  ),
}
const people = demoPeople(demo)
function isDuty(button: string): boolean {
  return DUTIES.some(duty => duty === button)
}
/** Whose work is one section's: customers/87190/workflows/clue.yaml. */
const SECTIONS = ['yaopinkeguanliyuanji', 'yiliaoqixieke', 'huazhuangpinke']

/** What somebody has by the words of demo/accounts.yaml, without asking the product. */
interface Had {
  area: string
  rows: number
  unit: string
  buttons: readonly string[]
  section: string | undefined
}
const rolesOf = (codes: readonly string[]) => codes.map(code => demo.roles[code]!)
const hadBy = (codes: readonly string[], area: string, unit: string): Had => ({
  area: areaPrefix(area),
  unit,
  rows: Math.max(...rolesOf(codes).map(role => Number(role.dataScope))),
  buttons: rolesOf(codes).flatMap(role => role.buttons.filter(button => !isDuty(button))),
  section: codes.find(code => SECTIONS.includes(code)),
})
const had = ({ roles, areaCode, orgId }: SignedIn): Had => hadBy(roles, areaCode, orgId)

/** Parts in cases, with buttons of their own that nobody else has: only the platform gives them to others. */
const CASE_PARTS = new Set(['caseHead', 'caseReviewer', 'legalReviewer', 'caseLeader'])

/** Roles that name no buttons leave them to the level, which lies below: those count as none. */
const hasMore = (own: Had, other: Had): boolean =>
  !other.area.startsWith(own.area)
  || other.rows > own.rows
  || (own.rows < 3 && other.unit !== own.unit)
  || (own.buttons.length > 0 || other.buttons.includes('unmask')
    ? other.buttons.some(button => !own.buttons.includes(button))
    : false)
  || (own.section !== undefined && own.section !== other.section)

type Act = [what: string, method: 'POST' | 'DELETE', path: string, body?: object]
const actsOn = ({ id, areaCode, orgId, roles }: SignedIn): Act[] => [
  ['renames', 'POST', '/api-user/users/saveOrUpdate', { id, nickName: '改名' }],
  ['gives a role', 'POST', '/api-user/users/saveOrUpdate', { id, roleIds: roles.map(code => `role-${code}`).join() }],
  ['moves', 'POST', '/api-user/users/saveOrUpdate', { id, areaCode, orgId }],
  ['disables', 'POST', '/api-user/users/saveOrUpdate', { id, enabled: 0 }],
  ['enables', 'POST', '/api-user/users/saveOrUpdate', { id, enabled: 1 }],
  ['resets', 'POST', '/api-user/users/resetPassword', { id }],
  ['deletes', 'DELETE', `/api-user/users/delete/${id}`],
]

/** So many of what one can do to somebody are tried between any two; all of them between some. */
const ACTS = 2

export function managingContract(api: () => Api): void {
  const tokens = new Map<string, Promise<string>>()
  const by = (username: string): Promise<string> =>
    tokens.get(username) ?? tokens.set(username, api().token(username)).get(username)!
  const mayManage = (person: SignedIn): boolean =>
    reachOf(api().services.configuration().scope(scopeOf(person)), person).calls.has('user.save')
  /** Whoever manages users, with each of those they find in the list. */
  const pairs = (): [own: SignedIn, other: SignedIn][] =>
    people
      .filter(person => person.customerId !== '' && mayManage(person))
      .flatMap(own =>
        people
          .filter(
            other =>
              other !== own
              && other.customerId === own.customerId
              && other.areaCode.startsWith(areaPrefix(own.areaCode))
              && (had(own).rows > 2 || other.orgId === own.orgId),
          )
          .map((other): [SignedIn, SignedIn] => [own, other]),
      )
  const distinct = (all: readonly [SignedIn, SignedIn][]): [SignedIn, SignedIn][] => [
    ...new Map(
      all.map(pair => [pair.map(({ areaLevel, roles }) => `${areaLevel} ${roles.join()}`).join(' over '), pair]),
    ).values(),
  ]
  /** As they were, and signed out. */
  async function kept({ id, username }: SignedIn): Promise<{ again(): Promise<void> }> {
    const row = await api().db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const credential = await api()
      .db.selectFrom('sys_credential')
      .selectAll()
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    return {
      again: async () => {
        await api().db.updateTable('user').set(row).where('id', '=', id).execute()
        await api().db.updateTable('sys_credential').set(credential).where('userId', '=', id).execute()
        tokens.delete(username)
      },
    }
  }

  const grants = async (roles: Record<string, { buttons?: readonly string[] }>): Promise<void> => {
    for (const [code, { buttons = [] }] of Object.entries(roles))
      await api()
        .db.updateTable('role')
        .set({ buttons: JSON.stringify([ALL_GRANTED, ...buttons]) })
        .where('id', '=', `role-${code}`)
        .execute()
  }
  beforeAll(() => grants(demo.roles))
  afterAll(() => grants(read.roles))

  describe('whoever has something that the actor lacks', () => {
    it('is not renamed, moved, disabled, enabled, reset, deleted or given a role; whoever has not is', async () => {
      const wrong: string[] = []
      const counted = { refused: 0, done: 0 }
      for (const [own, other] of isWhole ? pairs() : distinct(pairs())) {
        const refused = hasMore(had(own), had(other))
        if (excessRights(api().services, own, other).length > 0 !== refused)
          wrong.push(`${own.username} over ${other.username}`)
      }
      for (const [place, [own, other]] of distinct(pairs()).entries()) {
        const refused = hasMore(had(own), had(other))
        const before = await kept(other)
        for (const [what, method, path, body] of share(actsOn(other), place, ACTS)) {
          const answer = await api().ask(method, path, await by(own.username), body)
          if ((answer.status === 403) !== refused || (!refused && answer.status !== 200))
            wrong.push(`${own.username} ${what} ${other.username}: ${answer.status} ${answer.body.resultMsg}`)
          counted[refused ? 'refused' : 'done']++
        }
        if (!refused) await before.again()
      }
      expect(wrong).toEqual([])
      expect(counted.refused).toBeGreaterThan(50)
      expect(counted.done).toBeGreaterThan(50)
    })

    it('is not made: nobody gives somebody below them a role with more than they have', async () => {
      const wrong: string[] = []
      for (const own of distinct(pairs()).flatMap(([one], i, all) =>
        one.customerId === '87190' && all.findIndex(([first]) => first === one) === i ? [one] : [],
      )) {
        const below = people.find(
          other =>
            other !== own
            && other.customerId === own.customerId
            && other.areaCode.startsWith(areaPrefix(own.areaCode))
            && !hasMore(had(own), had(other)),
        )
        if (!below) continue
        const before = await kept(below)
        for (const [code, { level, customer = '' }] of Object.entries(demo.roles)) {
          // another customer's is not there to be given
          if (!['', own.customerId].includes(customer)) continue
          const more =
            !own.roles.includes(code)
            && (CASE_PARTS.has(code)
              || Number(level) < own.areaLevel
              || hasMore(had(own), hadBy([code], below.areaCode, below.orgId)))
          const { status, body } = await api().ask('POST', '/api-user/users/saveOrUpdate', await by(own.username), {
            id: below.id,
            roleIds: `role-${code}`,
          })
          if ((status === 400) !== more || (more && !body.errors?.['roleIds']?.startsWith('不能给出您自己没有的：')))
            wrong.push(`${own.username} gives ${below.username} ${code}: ${status} ${body.resultMsg}`)
          if (status === 200) await before.again()
        }
      }
      expect(wrong).toEqual([])
    })

    it('is no role that one makes, changes, grants menus of or deletes', async () => {
      const wrong: string[] = []
      const now = {
        customerId: '87190',
        delFlag: 0,
        createTime: '2026-01-01 00:00:00',
        updateTime: '2026-01-01 00:00:00',
        menuIds: null,
      }
      const copies = Object.entries(demo.roles).map(([code, { name, level, dataScope, buttons = [] }]) => ({
        ...now,
        id: `role-own-${code}`,
        code: `own_${code}`,
        name: `本地${name}`,
        level,
        dataScope,
        buttons: JSON.stringify(['*', ...buttons]),
      }))
      const different = [
        ...new Map(Object.entries(demo.roles).map(role => [JSON.stringify({ ...role[1], name: '' }), role])).values(),
      ]
      await api().db.insertInto('role').values(copies).execute()
      for (const own of people.filter(({ username }) =>
        ['huainan_admin', 'huainan_yaopin', 'huainan_zhidui'].includes(username),
      )) {
        for (const [code, { level, dataScope, buttons = [] }] of different) {
          const { section: _, ...rights } = hadBy([code], own.areaCode, own.orgId)
          const more = Number(level) < own.areaLevel || hasMore(had(own), { ...rights, section: undefined })
          const id = `role-own-${code}`
          const acts: Act[] = [
            ['changes', 'POST', '/api-user/roles/saveOrUpdate', { id, remark: '改动' }],
            ['grants', 'POST', '/api-user/menus/granted', { roleId: id, menuIds: ['dataCenter.website'] }],
            ['deletes', 'DELETE', `/api-user/hn/roles/${id}`],
            [
              'makes',
              'POST',
              '/api-user/roles/saveOrUpdate',
              {
                code: `new_${own.username}_${code}`,
                name: '新角色',
                level,
                dataScope,
                menuIds: ['*'],
                buttons: ['*', ...buttons.filter(button => button !== 'unmask' || had(own).buttons.includes(button))],
              },
            ],
          ]
          for (const [what, method, path, body] of acts) {
            // a button that one does not know is refused as such, before it comes to rights
            const beyond =
              what === 'makes'
                ? Number(level) < own.areaLevel
                  || hasMore(had(own), {
                    ...rights,
                    section: undefined,
                    buttons: buttons.filter(button => button !== 'unmask' && !isDuty(button)),
                  })
                : more
            const { status, body: answered } = await api().ask(method, path, await by(own.username), body)
            if ((status !== 200) !== beyond || (beyond && ![400, 403].includes(status)))
              wrong.push(`${own.username} ${what} ${code}: ${status} ${answered.resultMsg}`)
          }
          await api().db.deleteFrom('role').where('id', '=', id).execute()
          await api()
            .db.insertInto('role')
            .values(copies.find(role => role.id === id)!)
            .execute()
        }
      }
      await api().db.deleteFrom('role').where('id', 'like', 'role-own-%').execute()
      expect(wrong).toEqual([])
    })
  })

  describe('the code of a role', () => {
    it('R6.01 is none that lists of roles use for levels, areas or roles, but to those who have the role, and to the platform', async () => {
      const save = async (username: string, role: object) =>
        api().ask<string>('POST', '/api-user/roles/saveOrUpdate', await by(username), {
          name: '新角色',
          level: '3',
          dataScope: '3',
          ...role,
        })
      for (const code of ['0', '3', '34', '3404', '340402', '340402100']) {
        for (const user of ['huainan_admin', 'admin'])
          expect((await save(user, { code })).body.errors, code).toEqual({
            code: `角色代码不能与层级或地区编码相同：“${code}”`,
          })
      }
      const words = (
        api().services.configuration().scope({ customer: '87190', area: '340400' }).dictionary('role') ?? []
      )
        .map(([code]) => code)
        .filter(code => code !== 'huainan_admin')
      expect(words).toEqual(expect.arrayContaining(['special', '999', 'FJ_customer', 'quxianjuji']))
      for (const code of words)
        expect((await save('huainan_admin', { code })).body.errors, code).toEqual({
          code: `角色代码“${code}”在配置里另有含义，只能由平台运维或持有该角色的人使用`,
        })
      const { data: id } = (await save('huainan_admin', { code: 'plain_one' })).body
      expect((await save('huainan_admin', { id, code: 'special' })).body.errors).toHaveProperty('code')
      expect((await save('huainan_admin', { id, remark: '代码不变' })).status).toBe(200)
    })

    it('R6.01 opens nothing for what it looks like: a role that was called 3 before is no county', async () => {
      await api()
        .db.insertInto('role')
        .values({ id: 'role-3', code: '3', name: '三', customerId: '87190', buttons: '["*"]', delFlag: 0 })
        .execute()
      await api()
        .db.insertInto('user')
        .values({
          id: 'user-three',
          username: 'three',
          nickName: '三',
          areaCode: '340400',
          customerId: '87190',
          orgId: '',
          roleIds: 'role-3',
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      expect((await api().ask('POST', '/api-console/returns', await api().token('three'), {})).status).toBe(403)
      expect((await api().ask('POST', '/api-console/returns', await api().token('huainan_datong'), {})).status).toBe(
        200,
      )
      expect((await api().ask('POST', '/api-im/website/websiteList', await api().token('three'), {})).status).toBe(200)
    })
  })
}
