import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../../../../../src/core/workflow/machine.ts'
import { whyNot } from '../../../../../src/core/workflow/decide.ts'
import { scopeOf } from '../../../../../src/core/model/scope.ts'
import { sharesOf } from '../../../../../src/server/access/shares.ts'
import type { SignedIn } from '../../../../../src/server/access/signed-in.ts'
import type { TableRow } from '../../../../../src/server/db/database.ts'
import type { Entity } from '../../../../../src/server/db/tables/models.ts'
import { actorFor, machineFor } from '../../../../../src/server/machines/machines.ts'
import { livePeople } from '../../../../../src/server/session/user.ts'
import type { Api } from '../../../../server/support/api.ts'

const ENTITIES = ['illegalResult', 'case', 'taskSpecial', 'taskRandom', 'assign', 'returnRecord', 'clueTransfer']

const WATCHING = new Set(['urge', 'dcwj'])
/** Its holder waits: for the unit that gave it to decide, or for its case to be filed. */
const WAITING = new Set(['35', '55'])

/** A clue that follows its case, in which somebody has to act. */
const FOLLOWS = '55'

/** The demonstration: nothing that is open may stand where nobody can do anything with it. */
export function demoWayContract(api: () => Api): void {
  describe('what is open in the demonstration', () => {
    const open = async ({ name, key }: Entity, { status, states }: Machine): Promise<TableRow[]> => {
      const { rows } = await sql<TableRow>`select * from ${sql.table(name)}
        where "delFlag" = 0 and ${sql.ref(key)} like 'demo-%'`.execute(api().db)
      return rows.filter(row => states.get(String(row[status]))?.closed !== true)
    }
    /** What a person may do with it, beside watching over it. */
    const buttons = (person: SignedIn, entity: Entity, row: TableRow): string[] => {
      const scoped = api().services.configuration().scope(scopeOf(person))
      const machine = machineFor(scoped, entity)
      const share = sharesOf(scoped, person)?.get(entity.name)
      const value = share && row[share.field]
      if (!machine || (share && value && !share.values.includes(String(value)))) return []
      const customer = String(row['customerId'] ?? '')
      if (person.customerId !== '' && customer !== '' && customer !== person.customerId) return []
      const actor = actorFor(scoped, person, machine)
      return [...machine.transitions].flatMap(([code, { via }]) =>
        via === undefined && !WATCHING.has(code) && !whyNot(machine, code, row, actor) ? [code] : [],
      )
    }

    it.each(ENTITIES)('has somebody with a button for each %s', async name => {
      const entity = api().services.entities().get(name) as Entity
      const machine = machineFor(api().services.configuration().scope({}), entity) as Machine
      const people = (await livePeople(api().db, 'all')).filter(({ username }) => username !== 'admin')
      const rows = await open(entity, machine)
      const acted = rows.filter(row => name !== 'illegalResult' || row['resultStatus'] !== FOLLOWS)
      const stuck = acted.filter(row => !people.some(person => buttons(person, entity, row).length > 0))
      expect(rows.length).toBeGreaterThan(0)
      expect([
        ...new Set(stuck.map(row => `${String(row[machine.status])} ${String(row[machine.doc.record?.org ?? ''])}`)),
      ]).toEqual([])
    })

    it('has a button for every account among the clues that its unit holds', async () => {
      const entity = api().services.entities().get('illegalResult') as Entity
      const machine = machineFor(api().services.configuration().scope({}), entity) as Machine
      const rows = await open(entity, machine)
      for (const person of await livePeople(api().db, 'all')) {
        const held = rows.filter(row => row['curOrg'] === person.orgId && !WAITING.has(String(row['resultStatus'])))
        if (held.length === 0) continue
        expect([person.username, held.some(row => buttons(person, entity, row).length > 0)]).toEqual([
          person.username,
          true,
        ])
      }
    })
  })
}
