import { sql } from 'kysely'
import { amongThese } from '../../../server/db/arrays.ts'
import { audit } from '../../../server/call/audit.ts'
import { choices } from '../../../server/call/values.ts'
import { newKey } from '../../../server/records/write/save.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import { nextNumber } from './numbers.ts'
import { customerOf } from '../carriers/pool.ts'

interface Unit extends TableRow {
  orgId: string
  areaCode: string | null
}

/** Creates an assignment for each unit below, in the unit's area, so that its row scope includes it. */
export async function splitTask(done: CompletedTransition): Promise<TableRow> {
  const {
    saving: { call, tx },
    after,
    key,
    request,
  } = done
  const entity = call.entities().get('assign')
  const user = signedInUser(call)
  if (!entity) return {}
  const { form, now } = request
  const units = (
    await sql<Unit>`select "orgId", "areaCode" from org where ${amongThese('orgId', choices(form['toOrgs']))}`.execute(
      tx,
    )
  ).rows
  for (const { orgId, areaCode } of units) {
    const row: TableRow = {
      assignId: newKey(),
      assignNo: await nextNumber(tx, entity, 'assignNo', `RW${now.slice(0, 10).replaceAll('-', '')}`),
      taskKind: String(after['taskKind'] ?? '1'),
      taskId: key,
      title: String(after['taskName'] ?? ''),
      fromOrg: user.orgId,
      fromUser: user.id,
      toOrg: orgId,
      limitDate: String(form['limitDate'] ?? after['endDate'] ?? '') || null,
      priority: String(form['priority'] ?? '3'),
      requirement: (form['requirement'] ?? after['background'] ?? null) as string | null,
      state: '0',
      objectCount: await objectsIn(done, String(areaCode ?? '')),
      customerId: customerOf(after, done) as string,
      areaCode: areaCode ?? user.areaCode,
      createBy: user.id,
      createTime: now,
      updateTime: now,
      delFlag: 0,
    }
    await writeRow(tx, entity, undefined, row)
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: entity.name,
      objectId: String(row['assignId']),
      after: row,
    })
  }
  return {}
}

async function objectsIn({ saving: { tx }, key }: CompletedTransition, areaCode: string): Promise<number> {
  const prefix = areaCode.length > 6 ? areaCode : areaCode.replace(/(00)+$/, '')
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from "specialRecord" where "taskId" = ${key} and "delFlag" = 0
    and "areaCode" like ${`${prefix}%`}`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}
