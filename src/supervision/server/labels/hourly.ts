import { sql } from 'kysely'
import { entityFor } from '../../../server/access/field-rights.ts'
import { entitiesIn } from '../../../server/access/scoped-entities.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import { audit } from '../../../server/call/audit.ts'
import type { CallContext, HourlyWork, Services } from '../../../server/call/context.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { makerOf } from '../../../server/call/maker.ts'
import { carrierOfKind } from '../carriers/carriers.ts'
import { conditionOf, differing, followRule, hasRule } from './by-rule.ts'

const LABEL = 'label'
/** The call that does the same for a person: the trail names what was done by it. */
const APPLY = 'label.apply'

/** What a run has changed stands with the label in the audit trail, with how many carriers have it before and after. */
async function tell(call: CallContext, before: TableRow): Promise<void> {
  await call.db.transaction().execute(async tx => {
    const objectId = String(before['id'])
    const after = await tx.selectFrom(LABEL).selectAll().where('id', '=', objectId).executeTakeFirstOrThrow()
    await audit(tx, call, { action: APPLY, entity: LABEL, objectId, before, after })
  })
}

/** Makes one label say what its rule says, as far as its maker sees carriers now; returns how many have changed. */
async function repeat(services: Services, label: TableRow, fault: (error: unknown) => void): Promise<number> {
  const maker = await makerOf(services, services.db, label)
  if (!maker) return 0
  const entities = entitiesIn(services, maker.scoped)
  const known = carrierOfKind(entities, String(label['ruleKind'] ?? ''))
  const endpoint = maker.scoped.calls().get(APPLY)
  if (!known || !endpoint) return 0
  const system = systemCallFor(services, label, fault)
  const call = { ...system, endpoint, rows: maker.rows }
  const reader = { ...call, user: maker.person, scoped: maker.scoped, entities: () => entities }
  const entity = entityFor(known, maker.person)
  const condition = conditionOf(reader, label, entity)
  const keys = await differing(reader, label, entity)
  let changed = 0
  for (const key of keys) {
    try {
      await followRule(call, { entity: known, key }, label, condition)
      changed++
    } catch (error) {
      // somebody may have deleted it meanwhile
      if (!(error instanceof Refusal)) throw error
    }
  }
  if (changed > 0) await tell(call, label)
  return changed
}

/** Repeats the rules of labels; one that can no longer be asked is told of, and keeps no other from its turn. */
export const repeatRules: HourlyWork = async (services, _now, fault) => {
  if (!services.entities().has(LABEL)) return 0
  const { rows } = await sql<TableRow>`select * from ${sql.table(LABEL)} where "delFlag" = 0
    and coalesce("ruleJson", '') <> '' order by id`.execute(services.db)
  let changed = 0
  for (const label of rows.filter(hasRule)) changed += await repeat(services, label, fault).catch(lost(label, fault))
  return changed
}

const lost =
  (label: TableRow, fault: (error: unknown) => void) =>
  (error: unknown): number => {
    fault(new Error(`The rule of label ${String(label['id'])} was not repeated`, { cause: error }))
    return 0
  }
