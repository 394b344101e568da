import { applyChange } from '../../../server/records/write/change.ts'
import { sql } from 'kysely'
import { amongThese } from '../../../server/db/arrays.ts'
import { choices } from '../../../server/call/values.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
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
  const { form } = request
  const units = (
    await sql<Unit>`select "orgId", "areaCode" from org where ${amongThese('orgId', choices(form['toOrgs']))}`.execute(
      tx,
    )
  ).rows
  for (const { orgId, areaCode } of units) {
    const values: TableRow = {
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
    }
    await applyChange({ call, tx }, { entity, values })
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
