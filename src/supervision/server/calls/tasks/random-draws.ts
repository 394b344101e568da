import { viewKey } from '../../tables/carrier-views.ts'
import { drawn, listHash } from '../../tasks/sample.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import { entityOfCall, requiredArg, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'

/** Repeats the draw from the stored seed and list, and compares the results. */
const verify: Handler = async call => {
  const entity = entityOfCall(call)
  const row = await recordInScope(call.db, call, entity, requiredArg(call, entity.key))
  const keys = Array.isArray(row['poolKeys']) ? row['poolKeys'].map(String) : []
  const seed = String(row['seed'] ?? '')
  if (keys.length === 0 || seed === '') throw badRequest('该任务还没有抽取')
  const samples = await call.db
    .selectFrom('randomSample')
    .select(['objectKind', 'objectId', 'place'])
    .where('taskId', '=', String(row[entity.key]))
    .orderBy('place')
    .execute()
  const again = drawn(seed, keys, Number(row['sampleCount'] ?? 0))
  const list = samples.map(one => viewKey(String(one['objectKind']), String(one['objectId'])))
  return {
    seed,
    poolSize: keys.length,
    poolHash: listHash(keys),
    samePool: listHash(keys) === row['poolHash'],
    sampleCount: list.length,
    same: list.join() === again.join(),
  }
}

export const randomDraws: Handlers = { 'random.verify': verify }
