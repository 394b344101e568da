import { entityNamed } from '../../../server/db/tables/models.ts'
import { addAll } from '../../../server/records/write/change.ts'
import { randomBytes } from 'node:crypto'
import { amongThese } from '../../../server/db/arrays.ts'
import { sql } from 'kysely'
import { choices } from '../../../server/call/values.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'
import { customerOf, poolOf, type PoolRow } from '../carriers/pool.ts'
import { fromViewKey, viewKey } from '../tables/carrier-views.ts'
import { drawn, listHash, sampleSize } from './sample.ts'

const MOST_POOL = 20_000
const MOST_SAMPLES = 500
const SEED_BYTES = 16

/**
 * Draws objects. Seed, list and result are stored, so that the draw cannot be influenced and everyone can repeat it.
 */
export async function drawObjects(done: CompletedTransition): Promise<TableRow> {
  const { after, saving, request } = done
  const pool = await poolOf(done, { kinds: after['pool'], areas: after['areaScope'] }, MOST_POOL + 1)
  if (pool.length === 0) throw badRequest('抽查库里没有对象，请换一个抽查库或实施地区')
  if (pool.length > MOST_POOL) throw badRequest(`抽查库超过 ${MOST_POOL} 个对象，请缩小实施地区`)
  const sampleCount = sampleSize(pool.length, Number(after['ratio']))
  if (sampleCount > MOST_SAMPLES) throw badRequest(`抽取数 ${sampleCount} 超过 ${MOST_SAMPLES} 个，请降低抽取比例`)
  const seed = String(after['seed'] ?? '') || randomBytes(SEED_BYTES).toString('hex')
  const keys = pool.map(({ uniqueId }) => uniqueId)
  const byKey = new Map(pool.map(one => [one.uniqueId, one]))
  const samples = drawn(seed, keys, sampleCount).flatMap((key, i) =>
    byKey.get(key) ? [sampleRow(done, byKey.get(key)!, i + 1)] : [],
  )
  await addAll(saving, entityNamed(saving.call.entities(), 'randomSample'), samples, 'within')
  return {
    seed,
    poolSize: pool.length,
    poolKeys: JSON.stringify(keys),
    poolHash: listHash(keys),
    drawTime: request.now,
    drawBy: request.actor.user.id,
  }
}

function sampleRow(done: CompletedTransition, one: PoolRow, place: number): TableRow {
  const { after, key } = done
  return {
    customerId: customerOf(after, done) as string,
    areaCode: one.areaCode,
    taskId: key,
    taskOrg: after['publishOrg'],
    place,
    objectKind: one.objectKind,
    objectId: fromViewKey(one.uniqueId).key,
    objectName: one.objectName,
    objectUrl: one['url'],
    subjectName: one['subjectName'],
    subjectType: one['subjectType'],
    uscc_dim: one['uscc_dim'],
    recordState: '0',
  }
}

interface Person {
  id: string
  orgId: string
}

/** Assigns inspectors to each object by lots from the same seed. */
export async function drawInspectors(done: CompletedTransition): Promise<TableRow> {
  const {
    after,
    key,
    saving: { tx },
  } = done
  const orgs = choices(after['inspectorPool'])
  const per = Number(after['inspectorsPer'] ?? 2)
  const people =
    orgs.length === 0
      ? []
      : (
          await sql<Person>`select id, "orgId" from "user" where enabled = 1 and "delFlag" = 0
            and ${amongThese('orgId', orgs)} order by id collate "C"`.execute(tx)
        ).rows
  if (people.length < per) throw badRequest(`检查人员库只有 ${people.length} 人，每组需要 ${per} 人`)
  const orgOf = new Map(people.map(({ id, orgId }) => [id, orgId]))
  const { rows } = await sql<{
    id: string
    objectKind: string
    objectId: string
  }>`select id, "objectKind", "objectId" from "randomSample" where "taskId" = ${key}`.execute(tx)
  for (const { id, objectKind, objectId } of rows) {
    const inspectors = drawn(
      `${String(after['seed'])}:${viewKey(objectKind, objectId)}`,
      people.map(one => one.id),
      per,
    )
    const inspectorOrgs = [...new Set(inspectors.map(one => orgOf.get(one)))].join()
    await sql`update "randomSample"
      set inspectors = ${inspectors.join()}, "inspectorOrgs" = ${inspectorOrgs} where id = ${id}`.execute(tx)
  }
  return {}
}
