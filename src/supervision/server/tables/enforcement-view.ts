import type { Database } from '../../../server/db/database.ts'
import { columnType } from '../../../server/db/tables/column-types.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { keepView, quote, text } from './keep-view.ts'

const VIEW = 'enforcement'

/** Rows of one table that are one kind of action, as dictionaries/enforceAction numbers them. */
interface Source {
  kind: string
  entity: string
  where: string
  /** fields of the view: how this table says them */
  columns: Readonly<Record<string, string>>
}

/**
 * Whoever reads only what is their unit's sees the actions of the unit's people: these tables name no unit. `r` is the
 * row of the table: users have a "createBy" of their own.
 */
const unitOf = (person: string): string => `(select u."orgId" from "user" u where u.id = ${person})`

const INSPECTION = {
  entity: 'inspectionRecord',
  columns: {
    actionName: '"objectName"',
    actionTime: '"inspectTime"',
    actionOrg: unitOf('r.inspector'),
    inspectionId: 'id',
  },
}
const FEEDBACK = {
  entity: 'processRecord',
  columns: {
    actionName: 'measures',
    actionTime: '"checkDate"',
    actionOrg: unitOf('r."createBy"'),
    quantity: '"deletedInfo"',
    resultId: '"resultId"',
  },
}
const CASE = {
  entity: 'case',
  columns: { actionName: '"caseName"', actionOrg: '"handleOrg"', caseId: 'id' },
}

const SOURCES: readonly Source[] = [
  { ...INSPECTION, kind: '1', where: `"inspectMode" in ('1', '3')` },
  { ...INSPECTION, kind: '2', where: `"inspectMode" in ('2', '3')` },
  { ...FEEDBACK, kind: '3', where: '"deletedInfo" > 0' },
  { ...FEEDBACK, kind: '4', where: `"processMode" = '1'` },
  { ...FEEDBACK, kind: '5', where: `"processMode" = '8'` },
  { ...FEEDBACK, kind: '6', where: `"processMode" = '9'` },
  { ...FEEDBACK, kind: '9', where: `"processMode" = '7'` },
  { ...CASE, kind: '7', where: '"fileDate" is not null', columns: { ...CASE.columns, actionTime: '"fileDate"' } },
  {
    ...CASE,
    kind: '8',
    where: '"decideDate" is not null and "totalAmount" > 0',
    columns: { ...CASE.columns, actionTime: '"decideDate"', amount: '"totalAmount"' },
  },
  // a case that was handed to the police: before there was a day of it, stateTime is when
  {
    ...CASE,
    kind: '9',
    where: `"caseStatus" in ('23', '29')`,
    columns: { ...CASE.columns, actionTime: 'coalesce("policeDate", "stateTime")' },
  },
  {
    ...CASE,
    kind: '10',
    where: `procedure = '2' and "decideDate" is not null`,
    columns: { ...CASE.columns, actionTime: '"decideDate"' },
  },
  { ...CASE, kind: '11', where: '"closeDate" is not null', columns: { ...CASE.columns, actionTime: '"closeDate"' } },
]

function selectOf(view: Entity, { kind, entity, where, columns }: Source, source: Entity): string {
  const of: Readonly<Record<string, string>> = {
    ...columns,
    actionId: `${text(`${entity}-${kind}-`)} || ${quote(source.key)}`,
    actionKind: text(kind),
  }
  const list = view.fields.map(field => {
    const own = source.byName.has(field.name) && field.name in BASE ? quote(field.name) : 'null'
    return `(${of[field.name] ?? own})::${columnType(field)} as ${quote(field.name)}`
  })
  return `select ${list.join(', ')} from ${quote(entity)} r where ${where}`
}
/** What every record has, and the view passes on. */
const BASE: Readonly<Record<string, true>> = {
  customerId: true,
  areaCode: true,
  createBy: true,
  createTime: true,
  updateTime: true,
  delFlag: true,
}

/** One row for each thing that was done, as the reports of campaigns count them. */
export async function makeEnforcementView(tx: Database, entities: readonly Entity[]): Promise<void> {
  const byName = new Map(entities.map(entity => [entity.name, entity]))
  const view = byName.get(VIEW)
  const parts = SOURCES.flatMap(source => {
    const entity = byName.get(source.entity)
    return view && entity ? [selectOf(view, source, entity)] : []
  })
  if (parts.length > 0) await keepView(tx, VIEW, parts.join(' union all '))
}
