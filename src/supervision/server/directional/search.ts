import { addAll } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { entityFor } from '../../../server/access/field-rights.ts'
import { sql } from 'kysely'
import { anyOf, inScope } from '../../../server/access/row-scope.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { inAreas } from '../../../server/records/read/area-filter.ts'
import { containing } from '../../../server/records/read/filters.ts'
import { masked } from '../../../server/records/read/mask.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { newKey } from '../../../server/records/write/save.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { fromViewKey, viewKey } from '../tables/carrier-views.ts'
import { carriersIn, words, type PoolCriteria, type PoolGround, type PoolRow } from '../carriers/pool.ts'

/** Most carriers, goods and hits of one run; what is left out is said in the task's note. */
const MOST = 2000
const MOST_TEXT = 500
/** dictionaries/objectKind */
const SHOP = '1'
const ROOM = '9'

export interface SearchGround extends PoolGround {
  /** of the run, in Beijing */
  now: string
}
/** One word found in one text of one carrier. */
interface Found {
  carrier: PoolRow
  word: string
  text: string
}
interface Goods {
  goodsName: string
  /** name of the shop, or key of the live room */
  at: string
  uscc: string | null
}

const holds = (text: unknown, word: string): boolean =>
  String(text ?? '')
    .toLowerCase()
    .includes(word.toLowerCase())

const criteriaOf = (task: TableRow): PoolCriteria => ({
  kinds: task['objectKinds'],
  areas: task['areaCode'],
  platforms: task['platforms'],
  library: task['subLibraryId'],
})

/** Carriers that have a word in their names or addresses, as these are shown: what is masked holds none. */
async function inNames(ground: SearchGround, task: TableRow, all: readonly string[]): Promise<Found[]> {
  const carriers = await carriersIn(ground, { ...criteriaOf(task), keywords: task['keywords'] }, MOST)
  const shown = masked(entityFor(entityNamed(ground.call.entities(), 'carrier'), ground.call.user), carriers)
  return carriers.flatMap((carrier, i) =>
    all.flatMap(word => {
      const text = ['objectName', 'subjectName', 'url'].map(name => shown[i]?.[name]).find(one => holds(one, word))
      return text === undefined ? [] : [{ carrier, word, text: String(text) }]
    }),
  )
}

/** What is on sale and has one of the words in its name. */
async function goodsNamed(
  { call, tx }: SearchGround,
  task: TableRow,
  all: readonly string[],
  [name, at, uscc]: [entity: string, at: string, uscc: string],
): Promise<Goods[]> {
  const where = every([
    ...inScope(entityNamed(call.entities(), name), call.rows),
    inAreas('areaCode', [areaPrefix(String(task['areaCode'] ?? ''))]),
    anyOf(all.map(word => containing('goodsName', word))),
    sql<boolean>`"delFlag" = 0`,
  ])
  const { rows } = await sql<Goods>`select "goodsName", ${sql.ref(at)} as at, ${sql.ref(uscc)} as uscc
    from ${sql.table(name)} where ${where} order by "goodsId" limit ${MOST}`.execute(tx)
  return rows
}

const soldBy = (carriers: readonly PoolRow[], goods: readonly Goods[], all: readonly string[]) => {
  const found = new Map<string, Goods[]>()
  for (const one of goods) found.set(one.at, [...(found.get(one.at) ?? []), one])
  return (at: (carrier: PoolRow) => string, owns: (carrier: PoolRow, one: Goods) => boolean): Found[] =>
    carriers.flatMap(carrier =>
      all.flatMap(word => {
        const one = found.get(at(carrier))?.find(thing => owns(carrier, thing) && holds(thing.goodsName, word))
        return one ? [{ carrier, word, text: one.goodsName }] : []
      }),
    )
}

/** Shops that sell it. */
async function inShops(ground: SearchGround, task: TableRow, all: readonly string[]): Promise<Found[]> {
  const goods = await goodsNamed(ground, task, all, ['registerGoods', 'shopName', 'uscc_dim'])
  const subjects = [...new Set(goods.flatMap(({ uscc }) => uscc ?? []))]
  if (subjects.length === 0) return []
  const carriers = await carriersIn(ground, { ...criteriaOf(task), subjects }, MOST)
  const shops = carriers.filter(({ objectKind }) => objectKind === SHOP)
  return soldBy(
    shops,
    goods,
    all,
  )(
    shop => shop.objectName,
    (shop, { uscc }) => uscc === shop['uscc_dim'],
  )
}

/** Live rooms that sell it. */
async function inRooms(ground: SearchGround, task: TableRow, all: readonly string[]): Promise<Found[]> {
  const goods = await goodsNamed(ground, task, all, ['broadcastGoods', 'roomId', 'shopUscc'])
  const keys = [...new Set(goods.map(({ at }) => viewKey(ROOM, at)))]
  if (keys.length === 0) return []
  const rooms = await carriersIn(ground, { ...criteriaOf(task), keys }, MOST)
  return soldBy(rooms, goods, all)(ownKey, () => true)
}

const ownKey = ({ uniqueId }: PoolRow): string => fromViewKey(uniqueId).key
const sameHit = ({ carrier, word }: Found): string => `${carrier.objectKind} ${ownKey(carrier)} ${word}`

/** Hits that the task has not had before: one for each word in each carrier. */
async function fresh({ tx }: SearchGround, task: TableRow, found: readonly Found[]): Promise<Found[]> {
  const known = await tx
    .selectFrom('directionalHit')
    .select(['objectKind', 'objectId', 'hitWords'])
    .where('taskId', '=', String(task['taskId']))
    .execute()
  const had = new Set(
    known.map(row => `${String(row['objectKind'])} ${String(row['objectId'])} ${String(row['hitWords'])}`),
  )
  return found.filter(one => {
    const is = sameHit(one)
    return !had.has(is) && Boolean(had.add(is))
  })
}

const rowOf = (task: TableRow, { carrier, word, text }: Found, now: string): TableRow => ({
  hitId: newKey(),
  taskId: task['taskId'],
  specialTaskId: task['specialTaskId'] ?? null,
  customerId: task['customerId'] ?? null,
  areaCode: carrier.areaCode,
  objectKind: carrier.objectKind,
  objectId: ownKey(carrier),
  objectName: carrier.objectName,
  objectUrl: carrier['url'] ?? null,
  platformName: carrier['platformName'] ?? null,
  subjectName: carrier['subjectName'] ?? null,
  subjectType: carrier['subjectType'] ?? null,
  uscc_dim: carrier['uscc_dim'] ?? null,
  org: carrier['jurisdictionOrg'] ?? null,
  illegalId: task['illegalId'] ?? null,
  hitWords: word,
  hitText: text.slice(0, MOST_TEXT),
  hitTime: now,
  judge: 'wait',
  createBy: task['createBy'] ?? null,
})

/**
 * Looks for a task's words in the names of carriers and in what they sell, in the server's own library, and enters
 * what is new. The caller holds the task's lock. Returns the number of new hits, and what to say of the run.
 */
export async function searchTask(ground: SearchGround, task: TableRow): Promise<{ hits: number; note: string }> {
  const entity = entityNamed(ground.call.entities(), 'directionalHit')
  const all = words(task['keywords'])
  if (all.length === 0) return { hits: 0, note: '没有关键词' }
  const found = [
    ...(await inNames(ground, task, all)),
    ...(await inShops(ground, task, all)),
    ...(await inRooms(ground, task, all)),
  ]
  const made = await fresh(ground, task, found)
  const kept = made.slice(0, MOST)
  await addAll(
    ground,
    entity,
    kept.map(one => rowOf(task, one, ground.now)),
    'within',
  )
  const more = made.length > kept.length ? `，超过 ${MOST} 条的下次再列入` : ''
  return { hits: kept.length, note: `新增命中 ${kept.length} 条${more}` }
}
