import { insertMany } from '../../../server/db/bulk.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { takeTime } from '../../../server/db/limits.ts'
import { fillCounts } from '../../../server/records/write/fill-counts.ts'
import { withProvince } from '../../../server/db/tables/province.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { hashPassword } from '../../../server/session/secrets/passwords.ts'
import { roleRows } from './accounts.ts'
import { evidenceRows } from './evidence.ts'
import { keepMarkPictures } from './licences.ts'
import { noticeRows } from './messages.ts'
import { Pictures } from './pictures.ts'
import { madeRows, people, type MadePeople } from './rows.ts'
import type { SeedInput } from './seed-input.ts'
import { nowMs } from '../../../server/time/clock.ts'

const MARK = 'demo'
const CLUE = 'illegalResult'
const MOST_CLUES = 800
const YEAR_MS = 365 * 86_400_000

/** Only columns that the configuration has: it may leave any of them out. */
async function insertKnown({ entities }: SeedInput, tx: Database, name: string, rows: TableRow[]): Promise<void> {
  const entity = entities.get(name)
  if (!entity) return
  const known = rows.map(row => {
    const kept: TableRow = {}
    // there are many rows: a plain loop takes a third of the time of lists of pairs
    for (const field in row) if (entity.byName.has(field)) kept[field] = row[field] === '' ? null : (row[field] ?? null)
    return withProvince(entity, kept)
  })
  await insertMany(tx, name, known)
}

/** Roles, units and accounts: all with one password. */
async function insertPeople(input: SeedInput, tx: Database, made: MadePeople, now: number): Promise<void> {
  const hash = await hashPassword(input.demo.password)
  const begun = chinaTime(now - YEAR_MS)
  await insertKnown(input, tx, 'role', roleRows(input.demo, begun))
  await insertKnown(
    input,
    tx,
    'org',
    made.orgs.map(row => ({ ...row, createTime: begun, updateTime: begun })),
  )
  await insertKnown(input, tx, 'user', [...made.users])
  const credentials = made.users.map(user => ({ userId: user['id'] ?? null, hash, mustChange: 0 }))
  await insertMany(tx, 'sys_credential', credentials)
}

/** Whether this instance is the first to load it. */
async function isOurs(tx: Database, now: number): Promise<boolean> {
  const mark = await tx
    .insertInto('sys_meta')
    .values({ name: MARK, value: chinaTime(now) })
    .onConflict(on => on.doNothing())
    .returning('name')
    .execute()
  const known = await tx.selectFrom('user').select('id').limit(1).execute()
  return mark.length > 0 && known.length === 0
}

/** Loads the demonstration into an empty database; answers whether it did. All of it, or nothing. */
export async function seedDemo(input: SeedInput): Promise<boolean> {
  const { db, captured } = input
  const now = nowMs()
  return db.transaction().execute(async tx => {
    // other instances wait for the one that loads it
    await takeTime(tx)
    if (!(await isOurs(tx, now))) return false
    const base = input.configuration.scope({}).app.api.fileBase
    const pictures = await Pictures.stored(captured, MOST_CLUES, base)
    const staff = people(input, now)
    const made = madeRows(input, staff, pictures, now)
    await insertPeople(input, tx, made, now)
    const clues = made.rows.get(CLUE) ?? []
    // tasks have marked their clues by now, and evidence does so here
    const ground = captured && { ...captured, g: made.g, base, users: made.users, clues }
    const evidence = ground ? await evidenceRows(ground, tx) : []
    const showing = [
      { entity: CLUE, key: 'resultId', field: 'evidenceIds', rows: clues },
      { entity: 'directionalHit', key: 'hitId', field: 'hitShot', rows: made.rows.get('directionalHit') ?? [] },
      { entity: 'case', key: 'id', field: 'files', rows: made.rows.get('case') ?? [] },
    ]
    await pictures.enter(tx, showing, now)
    if (captured) await keepMarkPictures(tx, captured.files, base, made.rows.get('licenseApply') ?? [])
    for (const [entity, rows] of [...made.rows, ['evidence', evidence] as const])
      await insertKnown(input, tx, entity, rows)
    const { notices, read } = noticeRows({ now, ...made, told: made.rows.get('message') ?? [] })
    await insertKnown(input, tx, 'message', notices)
    await insertMany(tx, 'sys_message_read', read)
    await insertMany(tx, 'loginLog', made.logins)
    await insertMany(tx, 'sys_audit', made.audits)
    await fillCounts(tx, input.entities.values())
    return true
  })
}
