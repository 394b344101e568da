import { sql } from 'kysely'
import { isUscc } from '../../../core/model/uscc.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { badRequest, notFound } from '../../http/refusal.ts'
import { requiredArg, type CallContext, type Handler } from '../context.ts'
import { masked } from '../generic/mask.ts'

/** What anybody may read of a subject on its licence: nothing else leaves the rows that it is read from. */
const PUBLIC = ['uscc_dim', 'subjectName', 'subjectType', 'legalPerson', 'regAddress', 'regOrg', 'companyStatus'] as const

const knowsSubjects = (entity: Entity): boolean => entity.byName.has('updateTime') && PUBLIC.every(name => entity.byName.has(name))

/** The newest row of one entity that knows the subject. */
async function latest(call: CallContext, entity: Entity, code: string): Promise<TableRow | undefined> {
  const live = entity.byName.has('delFlag') ? sql`"delFlag" = 0` : sql`true`
  const { rows } = await sql<TableRow>`select ${sql.join([...PUBLIC, 'updateTime'].map(name => sql.ref(name)))} from ${sql.table(entity.name)}
    where uscc_dim = ${code} and "subjectName" is not null and ${live} order by "updateTime" desc nulls last limit 1`.execute(call.db)
  return rows[0] && masked(entity, rows)[0]
}

/** The register of known subjects: every entity that holds subjects, whatever the area, the freshest word of all. */
const byUscc: Handler = async (call) => {
  const code = requiredArg(call, 'code').toUpperCase()
  if (!isUscc(code)) throw badRequest('统一社会信用代码格式不正确')
  const holders = [...call.entities().values()].filter(knowsSubjects)
  const found = (await Promise.all(holders.map(entity => latest(call, entity, code)))).filter(row => row !== undefined)
  found.sort((a, b) => String(b['updateTime'] ?? '').localeCompare(String(a['updateTime'] ?? '')))
  if (!found[0]) throw notFound(`没有查到统一社会信用代码 ${code} 对应的主体`)
  const { updateTime: _, ...facts } = found[0]
  return { ...facts, name: facts['subjectName'], companyStatusName: call.scoped.dictionary('companyStatus')?.find(([key]) => key === facts['companyStatus'])?.[1] ?? '' }
}

export const business: Record<string, Handler> = { 'business.byUscc': byUscc }
