import type { Regions } from '../../../server/access/regions.ts'
import type { Configuration } from '../../../core/index.ts'
import { insertMany } from '../../../server/db/bulk.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { takeTime } from '../../../server/db/limits.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { withProvince } from '../../../server/db/tables/province.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { hashPassword } from '../../../server/session/secrets/passwords.ts'
import { organisations, roleRows, userRows } from './accounts.ts'
import { annualReportRows } from './annual-reports.ts'
import type { Generating } from './carriers.ts'
import { caseRows, processRows, routeRows, transferRows } from './clue-records.ts'
import { madeClues } from './clues.ts'
import type { DemoDocument, DemoEvidence } from './documents.ts'
import { evidenceRows } from './evidence.ts'
import { otherCarriers } from './everything.ts'
import { featureRows, itemRows } from './illegal-items.ts'
import { labelRows } from './labels.ts'
import { libraryRows } from './libraries.ts'
import { livenessRows } from './liveness.ts'
import { placesIn } from './places.ts'
import { messageRows } from './messages.ts'
import { Random } from './random.ts'
import { registerRows, shownOf } from './register.ts'
import { eshopRow, websiteRow } from './records.ts'
import { taskRows } from './task-rows.ts'

export interface SeedInput {
  db: Database
  demo: DemoDocument
  regions: Regions
  configuration: Configuration
  entities: ReadonlyMap<string, Entity>
  /** without it nothing has been captured */
  captured?: { evidence: DemoEvidence; files: FileStore }
}

const SEED = 20250101
const MARK = 'demo'

const GENERATORS = { eshop: eshopRow, website: websiteRow }

/** The customer that covers an area, by the longest prefix. */
function customerFinder(configuration: Configuration): (area: string) => string {
  const covered = configuration
    .customers()
    .flatMap(({ customer, areas }) => areas.map(prefix => ({ customer, prefix })))
  covered.sort((a, b) => b.prefix.length - a.prefix.length)
  return area => covered.find(({ prefix }) => area.startsWith(prefix))?.customer ?? ''
}

function madeUpRecords(
  { demo, regions }: SeedInput,
  generating: Generating,
  entity: keyof typeof GENERATORS,
): TableRow[] {
  let serial = 0
  return demo.records.flatMap(line => {
    const place = placesIn(regions, line, generating.random)
    return Array.from({ length: line[entity] }, () => GENERATORS[entity](generating, place(), ++serial))
  })
}

/** Only columns that the configuration has: it may leave any of them out. */
async function insertKnown({ entities }: SeedInput, tx: Database, name: string, rows: TableRow[]): Promise<void> {
  const entity = entities.get(name)
  if (!entity) return
  const known = rows.map(row => Object.fromEntries(Object.entries(row).filter(([field]) => entity.byName.has(field))))
  const filled = known.map(row =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value === '' ? null : value])),
  )
  await insertMany(
    tx,
    name,
    filled.map(row => withProvince(entity, row)),
  )
}

/**
 * Clues with all that has come of them: their routes, what was found, the cases they became. They go in when tasks have
 * chosen theirs.
 */
async function insertClues(
  input: SeedInput,
  tx: Database,
  g: Generating,
  shops: TableRow[],
  sites: TableRow[],
  people: Pick<People, 'orgs' | 'users'>,
): Promise<TableRow[]> {
  const carriers = [
    ...shops.map(row => ({ kind: '网店' as const, row })),
    ...sites.map(row => ({ kind: '网站' as const, row })),
  ]
  const clues = madeClues(g, carriers, input.demo.records)
  await insertKnown(input, tx, 'illegalItem', itemRows(g))
  await insertKnown(input, tx, 'illegalFeature', featureRows(g))
  const routes = routeRows(g, clues)
  await insertKnown(input, tx, 'clueRoute', routes)
  await insertKnown(input, tx, 'processRecord', processRows(g, clues))
  await insertKnown(input, tx, 'case', caseRows(g, clues))
  await insertKnown(input, tx, 'clueTransfer', transferRows(g, clues))
  const rows = clues.map(({ row }) => row)
  const { messages, read } = messageRows({
    ...people,
    now: g.now,
    clues: rows,
    routes,
    workflow: input.configuration.scope({}).workflow('clue'),
  })
  await insertKnown(input, tx, 'message', messages)
  await insertMany(tx, 'sys_message_read', read)
  return rows
}

interface People {
  orgs: readonly TableRow[]
  users: readonly TableRow[]
  hash: string
  now: string
}

/** Roles, units and accounts: all with one password. */
async function insertPeople(input: SeedInput, tx: Database, { orgs, users, hash, now }: People): Promise<void> {
  await insertKnown(input, tx, 'role', roleRows(input.demo, now))
  await insertKnown(
    input,
    tx,
    'org',
    orgs.map(row => ({ ...row, createTime: now, updateTime: now })),
  )
  await insertKnown(input, tx, 'user', [...users])
  const credentials = users.map(user => ({ userId: user['id'], hash, mustChange: 0 }))
  await insertMany(tx, 'sys_credential', credentials)
}

/** Loads the demonstration into an empty database; answers whether it did. All of it, or nothing. */
export async function seedDemo(input: SeedInput): Promise<boolean> {
  const { db, demo, regions, configuration } = input
  const now = Date.now()
  const customerOf = customerFinder(configuration)
  const { rows: orgRows, bureauOf, sectionOf } = organisations(demo, regions, customerOf)
  const base = configuration.scope({})
  const generating: Generating = {
    random: new Random(SEED),
    now,
    bureauOf,
    sectionOf,
    customerOf,
    dictionary: name => base.dictionary(name) ?? [['', '']],
  }
  const hash = await hashPassword(demo.password)
  const users = userRows(demo, chinaTime(now))
  return db.transaction().execute(async tx => {
    // other instances wait for the one that loads it
    await takeTime(tx)
    const mark = await tx
      .insertInto('sys_meta')
      .values({ name: MARK, value: chinaTime(now) })
      .onConflict(on => on.doNothing())
      .returning('name')
      .execute()
    const people = await tx.selectFrom('user').select('id').limit(1).execute()
    if (mark.length === 0 || people.length > 0) return false
    await insertPeople(input, tx, { orgs: orgRows, users, hash, now: chinaTime(now) })
    const shops = madeUpRecords(input, generating, 'eshop')
    const sites = madeUpRecords(input, generating, 'website')
    await insertKnown(input, tx, 'eshop', shops)
    await insertKnown(input, tx, 'website', sites)
    // a generator of its own: more clues or fewer change nothing of the shops
    const clues = await insertClues(input, tx, { ...generating, random: new Random(SEED + 1) }, shops, sites, {
      orgs: orgRows,
      users,
    })
    const others = otherCarriers(demo, regions, { ...generating, random: new Random(SEED + 2) }, shops)
    const carriers = new Map<string, TableRow[]>([['eshop', shops], ['website', sites], ...others])
    for (const [entity, rows] of others) await insertKnown(input, tx, entity, rows)
    const shown = shownOf(input.entities, carriers)
    const register = registerRows({ ...generating, random: new Random(SEED + 3) }, shown)
    await insertKnown(input, tx, 'register', register)
    const { libraries, members } = libraryRows({ ...generating, random: new Random(SEED + 4) }, demo, shown)
    await insertKnown(input, tx, 'subLibrary', libraries)
    await insertKnown(input, tx, 'subLibraryMember', members)
    await insertKnown(
      input,
      tx,
      'annualReport',
      annualReportRows({ ...generating, random: new Random(SEED + 7) }, shown),
    )
    await insertKnown(
      input,
      tx,
      'livenessRecord',
      livenessRows({ ...generating, random: new Random(SEED + 6) }, shown, register),
    )
    const { labels, relations } = labelRows(generating, shown)
    await insertKnown(input, tx, 'label', labels)
    await insertKnown(input, tx, 'labelRelation', relations)
    const tasks = taskRows({
      g: { ...generating, random: new Random(SEED + 5) },
      orgs: orgRows,
      users,
      objects: shown,
      clues,
    })
    // tasks and evidence have marked their clues by now
    const evidence = input.captured
      ? await evidenceRows({ ...input.captured, g: generating, base: base.manifest.app.api.fileBase, users, clues }, tx)
      : []
    for (const [entity, rows] of [['evidence', evidence] as const, ['illegalResult', clues] as const, ...tasks])
      await insertKnown(input, tx, entity, rows)
    return true
  })
}
