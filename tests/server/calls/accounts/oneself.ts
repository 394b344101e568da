import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { paramsOf } from '../../../../src/core/compile/models.ts'
import { sealWith } from '../../../../src/server/session/secrets/seal.ts'
import { newSecret } from '../../../../src/server/session/secrets/totp.ts'
import type { EndpointModel } from '../../../../src/server/db/tables/models.ts'
import { accounts } from '../../attack/plant.ts'
import { Asker } from '../../openapi/asker.ts'
import type { Api } from '../../support/api.ts'
import { ended } from '../../support/wait.ts'

const NAME = 'huainan_admin'
const OWN = `user-${NAME}`
/** They end the session that asks, which is one's own to end. */
const ENDS_ITSELF = new Set(['auth.logout', 'session.endOthers'])
/** An argument that may name a person: any that names a thing. */
const NAMES = /(id|ids|key|keys|user)$/i

/** What a session alone must not change of the account that it belongs to. */
export function oneselfContract(api: () => Api): void {
  const standing = async (): Promise<string> => {
    const { rows } = await sql`select u."roleIds", u.enabled, u."delFlag", u."orgId", u."areaCode", u."userLevel",
        c.hash, c."mustChange", t.secret, (select count(*) from sys_session where "userId" = u.id) as sessions,
        (select jsonb_agg(to_jsonb(r) - 'updateTime' order by r.id) from role r
          where r.id = any(string_to_array(u."roleIds", ','))) as roles
      from "user" u join sys_credential c on c."userId" = u.id left join sys_totp t on t."userId" = u.id
      where u.id = ${OWN}`.execute(api().db)
    return JSON.stringify(rows)
  }
  const asker = async (): Promise<Asker> =>
    new Asker(
      api(),
      (await accounts()).find(({ username }) => username === NAME)!,
    )

  /** Everything that could name a person names oneself. */
  function aimed(endpoint: EndpointModel): Row {
    const entity = api()
      .services.entities()
      .get(endpoint.entity ?? '')
    const declared = endpoint.params ? paramsOf(endpoint).map(({ name }) => name) : (endpoint.names ?? [])
    const named = [...declared.filter(name => NAMES.test(name)), ...(entity ? [entity.key] : [])]
    return { ...Object.fromEntries(named.map(name => [name, OWN])), del_content: '不再使用' }
  }

  describe('one’s own account', () => {
    beforeAll(async () => {
      const row = { secret: sealWith(undefined).seal(newSecret(), OWN), enabledAt: Date.now(), lastStep: null }
      await api()
        .db.insertInto('sys_totp')
        .values({ userId: OWN, ...row })
        .execute()
    })
    afterAll(() => api().db.deleteFrom('sys_totp').where('userId', '=', OWN).execute())

    it('keeps its password, second factor, roles, place and sessions, whatever call is aimed at it', async () => {
      const one = await asker()
      await one.send(
        api()
          .services.configuration()
          .endpoints()
          .find(({ name }) => name === 'user.list')!,
        {},
      )
      const before = await standing()
      for (const endpoint of api().services.configuration().endpoints()) {
        if (!endpoint.handler || ENDS_ITSELF.has(endpoint.name) || endpoint.in === 'multipart') continue
        await one.send(endpoint, aimed(endpoint))
        expect(await standing(), endpoint.name).toBe(before)
      }
    })

    it.each([
      ['user.resetPassword', {}],
      ['user.resetFactor', {}],
      ['user.delete', {}],
      ['user.save', { enabled: 0 }],
      ['user.save', { roleIds: '' }],
      ['user.save', { orgId: 'org-340402' }],
      ['user.save', { areaCode: '340402' }],
    ])('is refused in words to %s %j, alone and in a batch', async (name, more) => {
      const [one, token] = [await asker(), await api().token(NAME)]
      const calls = api().services.configuration().endpoints()
      await one.send(
        calls.find(call => call.name === 'user.list')!,
        {},
      )
      const before = await standing()
      const { statusCode, body } = await one.send(
        calls.find(call => call.name === name)!,
        { id: OWN, ...more },
      )
      expect([statusCode, body]).toEqual([expect.any(Number), expect.stringMatching(/[一-龥]/)])
      expect([400, 403]).toContain(statusCode)
      const begun = await one.send(
        calls.find(call => call.name === 'batch.run')!,
        {
          call: name,
          args: more,
          keys: [OWN],
        },
      )
      const { id } = (begun.json() as { data: { id: string } }).data
      expect(await ended(api(), token, '/api-console/batches', id)).toMatchObject({ ok: 0, done: 1 })
      expect(await standing()).toBe(before)
    })
  })
}
