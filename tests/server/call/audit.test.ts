import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rewritePath } from '../../../src/core/contract/api.ts'
import { audit } from '../../../src/server/call/audit.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { withProvince } from '../../../src/server/db/tables/province.ts'
import { CLIENT, type Api } from '../support/api.ts'
import { onOneDatabase } from '../support/both.ts'

/** What a call asks for beside the record; those without a word here take a new title. */
const MORE: Record<string, object> = {
  'menu.grant': { menuIds: [], buttons: [] },
  'user.resetPassword': {},
  'user.resetFactor': {},
  'carrier.verify': { auditStatus: '0', opinion: '0' },
  'carrier.markDead': { deadReason: '1' },
  'platformDuty.save': { item: '27', result: '1' },
}
/** They are followed to their entries by tests of their own; a message is no record, and nobody changes one. */
const OWN_ROWS =
  /^(carrier\.(label|unlabel|labelCodes|unlabelCodes|labelByRule)|library\.join|clue\.handle|special\.check|inspection\.toClue|price\.(record|withdraw|judge|judgeAll)|label\.apply|suspects\.saveBatch|(workflow|evidence|message)\..*)$/
/** Nobody keeps what a password was, or a second factor. */
const SECRET = new Set(['user.resetPassword', 'user.resetFactor'])

function auditContract(api: () => Api): void {
  /** Calls that some page makes, or that belong to the shell: nobody may send another. */
  const made = (): Set<string> => {
    const { pages } = api().services.configuration().scope({}).manifest
    return new Set(['menu.grant', ...Object.values(pages).flatMap(page => page.calls)])
  }
  const changing = (): EndpointModel[] =>
    api()
      .services.configuration()
      .endpoints()
      .filter(one => one.handler && one.entity && one.changes?.includes(one.entity) && made().has(one.name))

  const inStates = ({ entity }: EndpointModel): boolean =>
    api()
      .services.entities()
      .get(entity ?? '')
      ?.fields.some(field => field.kind === 'status') ?? false

  /** A row of the kind that a call changes, of the nation's own. */
  async function planted({ name }: EndpointModel, entity: Entity): Promise<string> {
    const key = `audit-${name}`
    const row = {
      [entity.key]: key,
      [entity.title]: '原名',
      ...(entity.areaField ? { [entity.areaField]: '110000' } : {}),
      ...(entity.byName.has('delFlag') ? { delFlag: 0 } : {}),
      // some may be changed by their maker alone
      ...Object.fromEntries(
        ['by', 'createBy', 'checkBy'].flatMap(one =>
          entity.byName.get(one)?.ref === 'user' ? [[one, 'user-admin']] : [],
        ),
      ),
      ...(name === 'complaint.save' ? { state: '0' } : {}),
      ...(entity.byName.has('useCount') ? { useCount: 0 } : {}),
      ...(entity.byName.has('code') ? { code: `c${name.replace('.', '_')}` } : {}),
    }
    await api().db.insertInto(entity.name).values(withProvince(entity, row)).execute()
    if (name === 'user.resetFactor')
      await api().db.insertInto('sys_totp').values({ userId: key, secret: '', enabledAt: 1 }).execute()
    return key
  }

  async function send(endpoint: EndpointModel, entity: Entity, key: string): Promise<number> {
    const args = {
      [endpoint.names?.find(one => one !== 'del_content') ?? entity.key]: key,
      ...(MORE[endpoint.name]
        ?? MORE[endpoint.handler ?? '']
        ?? (endpoint.name.endsWith('.save')
          ? { [entity.title]: '新名' }
          : { [entity.title]: '新名', del_content: '试验审计' })),
    }
    const path = rewritePath(endpoint.path)
      .replace('{tenant}', '/api')
      .replace(/\{\w+\}/g, key)
    const query =
      endpoint.in === 'query'
        ? `?${new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)])).toString()}`
        : ''
    return (
      await api().ask(
        endpoint.method,
        path + query,
        await api().token('admin'),
        endpoint.in === 'body' ? args : undefined,
        CLIENT,
      )
    ).status
  }

  describe('the audit trail', () => {
    it('has every call that changes a record, with how it was and how it is', async () => {
      const untold: string[] = []
      // what changes the carriers behind a view, names another thing, or is in some state of a workflow needs rows of
      // its own:
      // those are looked at where every call is sent what it takes (openapi.test.ts)
      const { rows: tables } = await sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_type = 'BASE TABLE'`.execute(api().db)
      for (const endpoint of changing().filter(
        one => tables.some(({ name }) => name === one.entity) && !OWN_ROWS.test(one.handler ?? '') && !inStates(one),
      )) {
        const entity = api()
          .services.entities()
          .get(endpoint.entity ?? '')!
        const key = await planted(endpoint, entity)
        const status = await send(endpoint, entity, key)
        const trail = await api().db.selectFrom('sys_audit').selectAll().where('objectId', '=', key).execute()
        const [entry] = trail
        const told =
          entry?.['action'] === endpoint.name
          && entry['username'] === 'admin'
          && entry['ip'] === '127.0.0.1'
          && (SECRET.has(endpoint.name) || (entry['before'] !== null && entry['after'] !== null))
        if (status !== 200 || trail.length !== 1 || !told)
          untold.push(`${endpoint.name}: ${status}, ${trail.length} entries`)
      }
      expect(changing().length).toBeGreaterThan(6)
      expect(untold).toEqual([])
    })

    it('keeps nothing of a change that was taken back', async () => {
      const by = { user: undefined, ip: 'rolled-back' }
      await expect(
        api()
          .db.transaction()
          .execute(async tx => {
            await audit(tx, by, { action: 'x', entity: 'website', objectId: 'rolled-back' })
            throw new Error('taken back')
          }),
      ).rejects.toThrow('taken back')
      const refused = await api().ask('POST', '/api-im/website/save', await api().token('huainan_datong'), {
        siteName: '没有域名',
      })
      expect(refused.status).toBe(400)
      expect(
        await api().db.selectFrom('sys_audit').selectAll().where('objectId', '=', 'rolled-back').execute(),
      ).toEqual([])
    })

    it('refuses to be changed or emptied, whoever asks', async () => {
      const {
        rows: [before],
      } = await sql<{ n: number }>`select count(*) as n from sys_audit`.execute(api().db)
      await expect(sql`update sys_audit set username = 'nobody'`.execute(api().db)).rejects.toThrow(
        'the audit trail is not changed',
      )
      await expect(sql`delete from sys_audit`.execute(api().db)).rejects.toThrow('the audit trail is not changed')
      const {
        rows: [after],
      } = await sql<{ n: number }>`select count(*) as n from sys_audit`.execute(api().db)
      expect(after).toEqual(before)
    })

    it('is offered to be read alone', () => {
      const calls = api()
        .services.configuration()
        .endpoints()
        .filter(one => one.entity === 'operLog' || one.changes?.includes('operLog'))
      expect(calls.map(one => [one.name, one.changes])).toEqual(expect.arrayContaining([['operlog.list', undefined]]))
      expect(calls.filter(one => one.changes || one.handler === 'save' || one.handler === 'delete')).toEqual([])
    })
  })
}

onOneDatabase(auditContract)
