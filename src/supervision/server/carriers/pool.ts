import { sql, type RawBuilder } from 'kysely'
import { amongThese } from '../../../server/db/arrays.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { entityFor } from '../../../server/access/field-rights.ts'
import { anyOf, inScope } from '../../../server/access/row-scope.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { containing } from '../../../server/records/read/filters.ts'
import { inAreas } from '../../../server/records/read/area-filter.ts'
import { choices } from '../../../server/call/values.ts'
import { shownOnly } from '../../../server/records/read/mask.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import type { CallContext, CompletedTransition } from '../../../server/call/context.ts'

/** Criteria for a task's carriers. */
export interface PoolCriteria {
  kinds: unknown
  areas: unknown
  platforms?: unknown
  keywords?: unknown
  /** key of a sub-library: only its members */
  library?: unknown
  /** only carriers of these subjects */
  subjects?: readonly string[]
  /** only these keys of the view */
  keys?: readonly string[]
}
/** Where carriers are looked up, and with whose rights. */
export interface PoolGround {
  call: CallContext
  tx: Database
}
export interface PoolRow extends TableRow {
  uniqueId: string
  objectKind: string
  objectName: string
  areaCode: string
}

const COLUMNS = [
  'uniqueId',
  'objectKind',
  'objectName',
  'url',
  'platformName',
  'subjectName',
  'subjectType',
  'uscc_dim',
  'areaCode',
  'jurisdictionOrg',
]

const among = (column: string, value: unknown): RawBuilder<boolean>[] => {
  const list = choices(value)
  return list.length === 0 ? [] : [amongThese(column, list)]
}

export const words = (value: unknown): string[] =>
  String(value ?? '')
    .split(/[,，、\s]+/)
    .filter(word => word !== '')
/** Masked names never match: a task may have any number of words, and would tell which of them are names. */
const contains = (carrier: Entity, word: string): RawBuilder<boolean> => {
  const named = ['objectName', 'subjectName'].map(name => shownOnly(carrier, name, containing(name, word)))
  return anyOf([...named, shownOnly(carrier, 'url', containing('url', word))])
}

const members = (library: unknown): RawBuilder<boolean>[] =>
  String(library ?? '') === ''
    ? []
    : [
        sql<boolean>`"uniqueId" in (select m."objectKind" || '-' || m."uniqueId" from "subLibraryMember" m
          where m."subLibraryId" = ${String(library)} and m."delFlag" = 0)`,
      ]

/** Carriers within somebody's rights, without dead ones, ordered by key. */
export async function carriersIn({ call, tx }: PoolGround, wanted: PoolCriteria, most: number): Promise<PoolRow[]> {
  const known = call.entities().get('carrier')
  const areas = [...new Set(choices(wanted.areas).map(areaPrefix))]
  if (!known || areas.length === 0) return []
  const carrier = entityFor(known, call.user)
  const found = words(wanted.keywords).map(word => contains(carrier, word))
  const where = every([
    ...inScope(carrier, call.rows),
    inAreas('areaCode', areas),
    ...among('objectKind', wanted.kinds),
    ...among('platformName', wanted.platforms),
    ...members(wanted.library),
    ...(wanted.subjects ? [amongThese('uscc_dim', [...wanted.subjects])] : []),
    ...(wanted.keys ? [amongThese('uniqueId', [...wanted.keys])] : []),
    ...(found.length === 0 ? [] : [anyOf(found)]),
    sql<boolean>`coalesce("isDead", 0) = 0`,
  ])
  const { rows } = await sql<PoolRow>`select ${sql.join(COLUMNS.map(name => sql.ref(name)))} from carrier where ${where}
      order by "uniqueId" collate "C" limit ${most}`.execute(tx)
  return rows
}

/** Carriers that the user may see. */
export const poolOf = (
  { saving: { call, tx } }: CompletedTransition,
  wanted: PoolCriteria,
  most: number,
): Promise<PoolRow[]> => carriersIn({ call, tx }, wanted, most)

export const customerOf = (row: TableRow, done: CompletedTransition): unknown =>
  row['customerId'] ?? done.saving.call.user?.customerId ?? ''
