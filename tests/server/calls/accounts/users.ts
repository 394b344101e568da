import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Boot } from '../../../../src/core/contract/configuration.ts'
import type { Api } from '../../support/api.ts'

export function usersContract(api: () => Api): void {
  const admin = (): Promise<string> => api().token('huainan_admin')
  const add = async (
    user: object,
  ): Promise<{
    status: number
    data: { id: string; password: string } | undefined
    errors: Record<string, string> | undefined
  }> => {
    const { status, body } = await api().ask<{ id: string; password: string }>(
      'POST',
      '/api-user/users/saveOrUpdate',
      await admin(),
      user,
    )
    return { status, data: body.data, errors: body.errors }
  }
  const NEW = { nickName: '新用户', orgId: 'org-340402', areaCode: '340402', roleIds: 'role-quxianjuji' }

  describe('users', () => {
    it('are added with a one-time password that signs in', async () => {
      const { status, data } = await add({ ...NEW, username: 'new_one' })
      expect(status).toBe(200)
      const token = await api().token('new_one', data?.password)
      const { body } = await api().ask<Row>('GET', '/api-auth/oauth/userinfo', token)
      expect(body.data).toMatchObject({ customerId: '87190', userLevel: 3, mustChangePassword: true })
    })

    it('have names of their own in all customers, and no role above the one who gives it', async () => {
      expect((await add({ ...NEW, username: 'FJ_province' })).errors).toEqual({ username: '登录名“FJ_province”已存在' })
      expect((await add({ ...NEW, username: 'climber', roleIds: 'role-999' })).errors).toEqual({
        roleIds:
          '不能给出您自己没有的：角色高于本级：“平台运维”；可打开页面“客户管理”；可用按钮“案件办理代任何单位办理”、“线索移送代任何单位办理”',
      })
      const own = async (roleIds: string): Promise<unknown> =>
        (await api().ask('POST', '/api-user/users/saveOrUpdate', await admin(), { id: 'user-huainan_admin', roleIds }))
          .body.errors
      expect(await own('role-huainan_admin,role-city_admin')).toEqual({ roleIds: '不能修改自己的角色' })
      expect(await own('role-huainan_admin')).toBeUndefined()
      expect((await add({ ...NEW, username: 'nowhere', areaCode: '350102' })).errors).toHaveProperty('areaCode')
    })

    it('are listed with whether one may manage them: exactly where the server would not refuse it', async () => {
      const seen: string[] = []
      // a section, which has nobody's work but its own
      await api()
        .db.updateTable('role')
        .set({ buttons: sql`buttons || '["accounts"]'` })
        .where('id', '=', 'role-yaopinkeguanliyuanji')
        .execute()
      for (const name of ['huainan_datong', 'huainan_yaopin', 'huainan_admin']) {
        const token = await api().token(name)
        const list = await api().ask<{ list: Row[] }>('GET', '/api-user/users?pageNo=1&pageRowNo=100', token)
        expect(list).toMatchObject({ status: 200 })
        for (const { id, manageable } of list.body.data?.list ?? []) {
          // nobody has a second factor yet, so that nothing is changed
          const { status } = await api().ask('POST', '/api-user/users/resetFactor', token, { id })
          expect([name, id, status]).toEqual([name, id, manageable === 1 && id !== `user-${name}` ? 400 : 403])
          seen.push(String(manageable))
        }
      }
      expect(new Set(seen)).toEqual(new Set(['0', '1']))
    })

    it('get another password by a reset, which ends their sessions', async () => {
      const before = await api().token('huainan_bagongshan')
      const { body } = await api().ask<{ password: string }>('POST', '/api-user/users/resetPassword', await admin(), {
        id: 'user-huainan_bagongshan',
      })
      expect(body.data).toMatchObject({ username: 'huainan_bagongshan' })
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', before)).status).toBe(401)
      expect((await api().signIn('huainan_bagongshan')).status).toBe(400)
      expect((await api().signIn('huainan_bagongshan', body.data?.password)).status).toBe(200)
    })

    it('tells the person of a reset, by whom, in a message and at each sign-in', async () => {
      const { data } = await add({ ...NEW, username: 'told_of_it' })
      const reset = await api().ask<{ password: string }>('POST', '/api-user/users/resetPassword', await admin(), {
        id: data?.id,
      })
      const words = expect.stringMatching(/^您的密码于 \d{4}-.* 由“.+”重置/)
      for (const _ of ['the first time', 'the next time']) {
        const signedIn = await api().signIn('told_of_it', reset.body.data?.password)
        expect(signedIn.body.data).toMatchObject({ notices: [words] })
      }
      const messages = await api().db.selectFrom('message').selectAll().where('toUser', '=', data?.id).execute()
      expect(messages.map(({ title, content }) => [title, content])).toEqual([['您的密码已被重置', words]])
      const own = await api().signIn('huainan_admin')
      expect(own.body.data).not.toHaveProperty('notices')
    })

    it('whose menus go beyond one’s own get no other password from one, and nobody such a role', async () => {
      const menuIds = ['caseClues.user', 'caseClues.xsPaiFa']
      const roles = await Promise.all(
        [menuIds, ['caseClues.xsPaiFa']].map(
          async (ids, i) =>
            (
              await api().ask<string>('POST', '/api-user/roles/saveOrUpdate', await admin(), {
                code: `limited_${i}`,
                name: `有限${i}`,
                level: '2',
                dataScope: '3',
                menuIds: ids,
                buttons: i === 0 ? ['accounts'] : [],
              })
            ).body.data,
        ),
      )
      const made = await Promise.all(
        roles.map((roleIds, i) =>
          add({ ...NEW, username: `limited_${i}`, areaCode: '340400', orgId: 'org-340400', roleIds }),
        ),
      )
      await api()
        .db.updateTable('sys_credential')
        .set({ mustChange: 0 })
        .where('userId', '=', String(made[0]?.data?.id))
        .execute()
      const limited = await api().token('limited_0', made[0]?.data?.password)
      const reset = async (id: unknown) =>
        (await api().ask('POST', '/api-user/users/resetPassword', limited, { id })).status
      expect([await reset('user-huainan_admin'), await reset(made[1]?.data?.id)]).toEqual([403, 200])
      const accomplice = await api().ask('POST', '/api-user/users/saveOrUpdate', limited, {
        ...NEW,
        username: 'accomplice',
        roleIds: 'role-city_admin',
      })
      expect(accomplice.body.errors).toMatchObject({
        roleIds: expect.stringMatching(/^不能给出您自己没有的：可打开页面“/) as string,
      })
    })

    it('who look behind masks get no other password from one who does not, and nobody such a role', async () => {
      const ask = async (path: string, body: object) =>
        await api().ask('POST', `/api-user/users/${path}`, await api().token('wuhu_city'), body)
      // the platform's, which every customer may give
      const looker = { id: 'role-looker', code: 'looker', name: '看原文', level: '2', dataScope: '3', delFlag: 0 }
      await api()
        .db.insertInto('role')
        .values({ ...looker, customerId: '', buttons: JSON.stringify(['*', 'unmask']) })
        .execute()
      const climber = {
        nickName: '新用户',
        orgId: 'org-340202',
        areaCode: '340202',
        username: 'looker',
        roleIds: looker.id,
      }
      expect((await ask('saveOrUpdate', climber)).body.errors).toMatchObject({
        roleIds: expect.stringContaining('可显示敏感信息') as string,
      })
      const has = (roleIds: string) =>
        api().db.updateTable('user').set({ roleIds }).where('id', '=', 'user-wuhu_fangcun').execute()
      await has(`role-town_staff,${looker.id}`)
      expect((await ask('resetPassword', { id: 'user-wuhu_fangcun' })).status).toBe(403)
      expect((await api().signIn('wuhu_fangcun')).status).toBe(200)
      await has('role-town_staff')
      await api().db.deleteFrom('role').where('id', '=', looker.id).execute()
    })

    it('are deleted, out at once, and cannot delete themselves', async () => {
      const { data } = await add({ ...NEW, username: 'short_lived' })
      const token = await api().token('short_lived', data?.password)
      expect((await api().ask('DELETE', `/api-user/users/delete/${data?.id}`, await admin())).status).toBe(200)
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).status).toBe(401)
      expect((await api().signIn('short_lived', data?.password)).status).toBe(400)
      expect((await api().ask('DELETE', '/api-user/users/delete/user-huainan_admin', await admin())).status).toBe(403)
    })

    it('R8.03 are disabled, out at once, and told so by the catalogue’s words when they sign in', async () => {
      const { data } = await add({ ...NEW, username: 'switched_off' })
      const token = await api().token('switched_off', data?.password)
      const save = async (enabled: 0 | 1, id = data?.id): ReturnType<Api['ask']> =>
        api().ask('POST', '/api-user/users/saveOrUpdate', await admin(), { id, enabled })
      expect((await save(0)).status).toBe(200)
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).status).toBe(401)
      const refused = await api().signIn('switched_off', data?.password)
      expect([refused.status, refused.body.resultMsg]).toEqual([406, '该账户没有登录该平台的权限'])
      expect((await api().signIn('switched_off', 'Wrong2025')).status).toBe(400)
      expect((await save(1)).status).toBe(200)
      expect((await api().signIn('switched_off', data?.password)).status).toBe(200)
      expect((await save(0, 'user-huainan_admin')).body.errors).toEqual({ enabled: '不能停用自己' })
    })

    it('change a one-time password before they do anything else', async () => {
      const { data } = await add({ ...NEW, username: 'first_time' })
      const token = await api().token('first_time', data?.password)
      for (const [method, path] of [
        ['GET', '/api-user/menus/current'],
        ['GET', '/api-user/users'],
        ['POST', '/api-im/website/websiteList'],
        ['GET', '/api-console/preferences?key=x'],
      ] as const) {
        const { status, body } = await api().ask(method, path, token, method === 'POST' ? {} : undefined)
        expect([status, body.resultMsg, body.data], path).toEqual([
          403,
          '请先修改一次性密码',
          { reason: 'must-change-password' },
        ])
      }
      const boot = async (given: string): Promise<Boot> =>
        (
          await api().app.inject({
            url: '/config/boot?route=dataCenter/website',
            headers: { cookie: `Token=${given}` },
          })
        ).json<Boot>()
      const closed = await boot(token)
      expect([
        closed.menu,
        closed.page,
        closed.user.mustChangePassword,
        'caseClues/xsPaiFa' in closed.manifest.pages,
      ]).toEqual([[], undefined, true, true])
      expect(
        (
          await api().ask('PUT', '/api-user/users/password', token, {
            id: data?.id,
            oldPassword: data?.password,
            newPassword: 'Better2025',
          })
        ).body.code,
      ).toBe(1)
      const open = await boot(await api().token('first_time', 'Better2025'))
      expect(open.menu.length).toBeGreaterThan(0)
      expect(open.page?.route).toBe('dataCenter/website')
      expect(open.manifest.version).not.toBe(closed.manifest.version)
    })

    it('never show how they sign in', async () => {
      const { body } = await api().ask('GET', '/api-user/users', await admin())
      expect(JSON.stringify(body)).not.toMatch(/scrypt|hash|password/i)
    })
  })

  describe('changing the own password', () => {
    const change = async (
      token: string,
      oldPassword: string,
      newPassword: string,
      id = 'user-huainan_shouxian',
    ): Promise<{ status: number; code: number | undefined; msg: string | undefined }> => {
      const { status, body } = await api().ask('PUT', '/api-user/users/password', token, {
        id,
        oldPassword,
        newPassword,
      })
      return { status, code: body.code, msg: body.msg }
    }

    it('R5.02 R7.04 answers code 1 only where old and new are as they should be', async () => {
      const token = await api().token('huainan_shouxian')
      const rule = '密码必须为6-18位且必须包含大小写字母加数字。'
      expect(await change(token, '', 'Better2025')).toMatchObject({ code: 0, msg: '请输入旧密码' })
      expect(await change(token, 'Wangjian2025', '')).toMatchObject({ code: 0, msg: '请输入密码' })
      for (const weak of ['Ab1', 'alllower1', 'ALLUPPER1', 'NoDigits', 'TooLong1'.repeat(3)])
        expect((await change(token, 'Wangjian2025', weak)).msg).toBe(rule)
      expect(await change(token, 'Wrong2025', 'Better2025')).toMatchObject({ status: 200, code: 0, msg: '旧密码错误' })
      expect(await change(token, 'Wangjian2025', 'Better2025')).toMatchObject({ status: 200, code: 1 })
    })

    it('R4.03 ends the session', async () => {
      const token = await api().token('huainan_shouxian', 'Better2025')
      expect((await change(token, 'Better2025', 'Further2025')).code).toBe(1)
      expect((await api().ask('GET', '/api-auth/oauth/userinfo', token)).status).toBe(401)
      expect((await api().signIn('huainan_shouxian')).status).toBe(400)
      expect((await api().signIn('huainan_shouxian', 'Further2025')).status).toBe(200)
    })

    it('takes none that is soon guessed, and says why', async () => {
      const token = await api().token('huainan_shouxian')
      const refused = async (newPassword: string): Promise<string | undefined> =>
        (await change(token, 'Further2025', newPassword)).msg
      expect(await refused('Aa123456')).toContain('常见的密码')
      expect(await refused('Huainan2025')).toContain('单位的名字')
      expect(await refused('Xhuainan_shouXian1')).toContain('登录名')
    })

    it("is not for another's password", async () => {
      expect(
        (await change(await api().token('huainan_shouxian'), 'Wangjian2025', 'Better2025', 'user-admin')).status,
      ).toBe(403)
    })
  })
}
