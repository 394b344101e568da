import { columnType } from '../../../server/db/tables/column-types.ts'
import type { Database } from '../../../server/db/database.ts'
import type { Entity, FieldModel } from '../../../server/db/tables/models.ts'
import { carrierKind, urlFieldOf } from '../carriers/carriers.ts'
import { keepView, quote, text } from './keep-view.ts'

/** Keys of two kinds may be equal, so the view's key contains the kind. */
export const viewKey = (kind: string, key: string): string => `${kind}-${key}`
export function fromViewKey(key: string): { kind: string; key: string } {
  const at = key.indexOf('-')
  return { kind: key.slice(0, Math.max(at, 0)), key: key.slice(at + 1) }
}

type Column = (entity: Entity, kind: string) => string
const named = (entity: Entity, name: string | undefined): string =>
  name !== undefined && entity.byName.has(name) ? quote(name) : 'null::text'

/** Columns that carriers name differently. */
const COMMON: Record<string, Column> = {
  uniqueId: (entity, kind) => `${text(`${kind}-`)} || ${quote(entity.key)}`,
  objectKind: (_entity, kind) => text(kind),
  objectName: entity => named(entity, entity.title),
  url: entity => named(entity, urlFieldOf(entity)),
  // for a platform it is the platform's own name, which is no code
  platformName: entity =>
    named(entity, entity.byName.get('platformName')?.kind === 'dict' ? 'platformName' : undefined),
}

/** dictionaries/auditOpinion → dictionaries/deadReason, for carriers not moved by a person */
const REASONS =
  `case when "isDead" = 1 then '1' else case opinion `
  + `when '1' then '2' when '2' then '6' when '3' then '1' when '4' then '4' else '8' end end`
const DEAD: Record<string, Column> = {
  ...COMMON,
  deadReason: entity =>
    entity.byName.has('opinion') ? `coalesce("deadReason", ${REASONS})` : `coalesce("deadReason", '1')`,
  inTime: () => 'coalesce("deadTime", "updateTime")',
  operator: () => '"deadBy"',
}
/** A carrier is in the dead library if its link is dead or a check found it invalid (dictionaries/auditStatus). */
const isDead = (entity: Entity): string =>
  entity.byName.has('auditStatus') ? `("isDead" = 1 or "auditStatus" = '1')` : '"isDead" = 1'

const VIEWS: Record<string, { columns: Record<string, Column>; where?: (entity: Entity) => string }> = {
  carrier: { columns: COMMON },
  deadku: { columns: DEAD, where: isDead },
}

function columnOf(entity: Entity, kind: string, field: FieldModel, columns: Record<string, Column>): string {
  const own = entity.byName.has(field.name) ? quote(field.name) : 'null'
  return `(${columns[field.name]?.(entity, kind) ?? own})::${columnType(field)} as ${quote(field.name)}`
}

function definition(view: Entity, carriers: readonly Entity[]): string {
  const { columns, where } = VIEWS[view.name] ?? { columns: COMMON }
  return carriers
    .map(entity => {
      const kind = carrierKind(entity) ?? ''
      const list = view.fields.map(field => columnOf(entity, kind, field, columns)).join(', ')
      return `select ${list} from ${quote(entity.name)}${where ? ` where ${where(entity)}` : ''}`
    })
    .join(' union all ')
}

const needed = ['isDead', 'deadReason', 'deadTime', 'deadBy', 'updateTime']

/** The views over all carriers. */
export async function makeCarrierViews(tx: Database, entities: readonly Entity[]): Promise<void> {
  const carriers = entities.filter(
    entity => carrierKind(entity) !== undefined && needed.every(name => entity.byName.has(name)),
  )
  for (const view of entities.filter(entity => entity.name in VIEWS)) {
    if (carriers.length > 0) await keepView(tx, view.name, definition(view, carriers))
  }
}
