import { sql } from 'kysely'
import { cleaned } from '../../../../core/model/field/clean.ts'
import { isUscc } from '../../../../core/model/field/uscc.ts'
import { entityFor } from '../../../../server/access/field-rights.ts'
import { inRegister } from '../../../../server/access/row-scope.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { badRequest, notFound } from '../../../../server/answer/refusal.ts'
import { requiredArg, type CallContext, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { masked } from '../../../../server/records/read/mask.ts'

/** Fields of a subject that are public on its licence; no others are answered. */
const PUBLIC = [
  'uscc_dim',
  'subjectName',
  'subjectType',
  'legalPerson',
  'regAddress',
  'regOrg',
  'companyStatus',
] as const

const knowsSubjects = (entity: Entity): boolean =>
  entity.byName.has('updateTime') && PUBLIC.every(name => entity.byName.has(name))

/** The latest row of an entity about the subject. */
async function latest(call: CallContext, entity: Entity, code: string): Promise<TableRow | undefined> {
  const live = entity.byName.has('delFlag') ? [sql<boolean>`"delFlag" = 0`] : []
  const where = every([
    sql<boolean>`uscc_dim = ${code}`,
    sql<boolean>`"subjectName" is not null`,
    ...live,
    ...inRegister(entity, call.rows),
  ])
  const { rows } = await sql<TableRow>`select ${sql.join([...PUBLIC, 'updateTime'].map(name => sql.ref(name)))}
      from ${sql.table(entity.name)}
    where ${where} order by "updateTime" desc nulls last limit 1`.execute(call.db)
  return rows[0] && masked(entityFor(entity, call.user), rows)[0]
}

/** Public fields → their names in the register. */
const REGISTERED = {
  uscc_dim: 'uscc_dim',
  subjectName: 'entName',
  legalPerson: 'legalPerson',
  regAddress: 'address',
  regOrg: 'regOrg',
  companyStatus: 'regState',
  subjectType: 'subjectType',
} as const

/** The register's row: it also knows subjects without any carrier. */
async function registered(call: CallContext, code: string): Promise<TableRow | undefined> {
  const entity = call.entities().get('register')
  if (!entity || !Object.values(REGISTERED).every(name => entity.byName.has(name))) return undefined
  const list = sql.join(Object.values(REGISTERED).map(name => sql.ref(name)))
  const { rows } = await sql<TableRow>`select ${list} from ${sql.table(entity.name)}
      where ${every([sql<boolean>`uscc_dim = ${code} and "delFlag" = 0`, ...inRegister(entity, call.rows)])}
      limit 1`.execute(call.db)
  const row = rows[0] && masked(entityFor(entity, call.user), rows)[0]
  return row && Object.fromEntries(Object.entries(REGISTERED).map(([name, column]) => [name, row[column]]))
}

/**
 * Public facts about a subject from the register and from all entities with subjects, in any area; the latest row
 * counts. Rows of other customers are excluded.
 */
const byUscc: Handler = async call => {
  const code = cleaned({ kind: 'uscc' }, requiredArg(call, 'code'))
  if (!isUscc(code)) throw badRequest('统一社会信用代码格式不正确')
  const holders = [...call.entities().values()].filter(knowsSubjects)
  const found = (await Promise.all(holders.map(entity => latest(call, entity, code)))).filter(row => row !== undefined)
  found.sort((a, b) => String(b['updateTime'] ?? '').localeCompare(String(a['updateTime'] ?? '')))
  const known = await registered(call, code)
  if (!found[0] && !known) throw notFound(`没有查到统一社会信用代码 ${code} 对应的主体`)
  const { updateTime: _, ...facts }: TableRow = { ...found[0], ...known }
  return {
    ...facts,
    name: facts['subjectName'],
    companyStatusName:
      call.scoped.dictionary('companyStatus')?.find(([key]) => key === facts['companyStatus'])?.[1] ?? '',
  }
}

export const business: Handlers = { 'business.byUscc': byUscc }
