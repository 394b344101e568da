import { sql } from 'kysely'
import type { Services } from '../../src/server/call/context.ts'
import { dropIndexes } from './shops.ts'

const DICTIONARIES = ['illegalSource', 'illegalCategory', 'riskLevel'] as const
const STATES = ['00', '10', '20', '30', '35', '40', '50', '60', '65', '70', '80']

/** So many more than a table takes with its indexes in place. */
const MANY = 200_000

/**
 * Creates clues about generated shops in all counties and states, found within two years. `reindex` makes the indexes
 * anew, which are not kept meanwhile where there are many.
 */
export async function fillClues(
  { db, configuration }: Services,
  count: number,
  reindex: () => Promise<void>,
): Promise<void> {
  if (count > MANY) await dropIndexes(db, 'illegalResult')
  const base = configuration().scope({})
  const lists = {
    states: STATES,
    ...Object.fromEntries(DICTIONARIES.map(name => [name, (base.dictionary(name) ?? []).map(([key]) => key)])),
  }
  const arrays = sql.join(
    Object.entries(lists).map(
      ([name, values]) =>
        sql`${sql.val(`{${values.map(value => JSON.stringify(value)).join(',')}}`)}::text[] as ${sql.ref(name)}`,
    ),
  )
  const any = (name: string) => sql`(d.${sql.ref(name)})[1 + floor(random() * cardinality(d.${sql.ref(name)}))::int]`
  await sql`with d as (select ${arrays}), s as (select *, row_number() over () as i, random() as r
    from (select * from eshop where "uniqueId" like 'bench-%' order by md5("uniqueId")
    limit ${count}) as shops)
   
    insert into "illegalResult" ("resultId", "clueNo", "illegalSource", "objectKind", "objectId", "objectName", "objectUrl", "platformName", "subjectName", "subjectType", uscc_dim, "illegalCategory", "illegalDesc",
      "riskLevel", "amountInvolved", "foundTime", "resultStatus", "finishState", "curOrg", "limitTime", overdue, supervise, "areaCode", "provinceCode", "delFlag", "createTime", "updateTime")
   
    select 'bench-clue-' || i, 'XS' || "areaCode" || lpad(i::text, 8, '0'), ${any('illegalSource')}, '1', "uniqueId", "shopName", "shopUrl", "platformName", "subjectName", "subjectType", uscc_dim, ${any('illegalCategory')}, '宣称疗效',
      ${any('riskLevel')}, (r * 100000)::numeric(18,2), found, ${any('states')}, (r < 0.3)::int, 'org-' || left("areaCode", 6), found + interval '21 days', (r > 0.9)::int, (r > 0.5
    and r < 0.55)::int, "areaCode", "provinceCode", 0, found, found
   
    from (select *, (now() at time zone 'Asia/Shanghai' - random() * interval '700 days')::timestamp(0) as found
    from s) as s, d`.execute(db)
  if (count > MANY) await reindex()
  await sql`vacuum analyze "illegalResult"`.execute(db)
}

/** Assigns clues to a county's unit for a batch to accept. */
export async function handOut({ db }: Services, org: string, from: number, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, i) => `bench-batch-${from + i}`)
  for (const key of keys) {
    await db
      .insertInto('illegalResult')
      .values({
        resultId: key,
        clueNo: key,
        objectName: '样例',
        objectUrl: 'https://a.example.cn/',
        illegalCategory: '1',
        illegalDesc: '样例',
        resultStatus: '20',
        curOrg: org,
        sendOrg: `${org.slice(0, -2)}00`,
        areaCode: org.slice(4),
        provinceCode: org.slice(4, 6),
        delFlag: 0,
        finishState: 0,
        overdue: 0,
      })
      .execute()
  }
  return keys
}
