import { sql } from 'kysely'
import { areaPrefix } from '../../../src/core/model/scope.ts'
import { usccCheckDigit } from '../../../src/core/model/field/uscc.ts'
import { insertMany } from '../../../src/server/db/bulk.ts'
import type { TableRow } from '../../../src/server/db/database.ts'
import type { Entity, FieldModel } from '../../../src/server/db/tables/models.ts'
import { withProvince } from '../../../src/server/db/tables/province.ts'
import { demoAccounts, type DemoAccount } from '../../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../../src/supervision/server/demo/demo-files.ts'
import { ROOT } from '../../folders.ts'
import type { Api } from '../support/api.ts'

/** A row that some accounts may see and the others may not; its mark gives it away wherever it turns up. */
export interface Planted {
  entity: string
  key: string
  area: string
  customer: string
  mark: string
  uscc: string
  file?: string
  /** key of the record that it belongs to, of the same area and customer */
  whole?: string
}

export const MARK = /mk7x3n(\d{4})z/g
export const MARKS = 'mk7x3n'
/** A customer that covers every area and has no account: area alone cannot tell its rows from one's own. */
export const OUTSIDER = 'outsider'
/** All rows of this kind lie in the library of dead links too. */
const DEAD = 'eshop'
/** What a stranger keeps for themselves has this id, in every table of such things. */
export const PRIVATE = 'private-of-a-stranger'

let known: Promise<readonly DemoAccount[]> | undefined
/** Read once a process: who may make a call is asked for each of seven hundred. */
export const accounts = (): Promise<readonly DemoAccount[]> => (known ??= readDemo(ROOT).then(demoAccounts))

/** Said once more in the test, in words of its own: by area, then by customer. */
export function mayTouchIt({ areaCode, customerId }: DemoAccount, { entity, area, customer }: Planted): boolean {
  const inArea = entity === 'role' || area.startsWith(areaPrefix(areaCode))
  return (inArea && ['', customer].includes(customerId)) || (inArea && customer === '')
}

const TEXTS = new Set(['text', 'longText', 'url', 'ref'])

function cell(field: FieldModel, entity: Entity, { mark, area, customer, uscc, file, whole }: Planted): unknown {
  const own: Record<string, unknown> = {
    [entity.areaField ?? 'areaCode']: area,
    customerId: customer,
    delFlag: 0,
    uscc_dim: uscc,
    enabled: 1,
    roleIds: 'role-town_staff',
    orgId: `org-${area}`,
    licenseShot: file,
    isDead: entity.name === DEAD ? 1 : 0,
    ...(entity.owned?.within ? { [entity.owned.within.field]: whole } : {}),
  }
  if (field.name in own && !(entity.name === 'org' && field.name === 'orgId')) return own[field.name]
  if (field.kind === 'status') return '10'
  return TEXTS.has(field.kind) && field.kind !== 'ref' ? mark : undefined
}

const rowOf = (entity: Entity, planted: Planted): TableRow => ({
  ...Object.fromEntries(entity.fields.flatMap(field => [[field.name, cell(field, entity, planted) ?? null]])),
  [entity.key]: planted.key,
})

async function plantFile(api: Api, n: number, mark: string): Promise<string> {
  const id = `attack-file-${String(n).padStart(20, '0')}`
  await api.services.files.put(
    id,
    (async function* () {
      yield Buffer.from(mark)
    })(),
  )
  await api.db
    .insertInto('sys_file')
    .values({
      id,
      userId: 'nobody',
      name: `${mark}.txt`,
      type: 'text/plain',
      size: mark.length,
      sha256: '',
      createTime: '2026-01-01 00:00:00',
    })
    .execute()
  return id
}

/** Many rows of one kind at once; the audit trail is read through an entity of its own. */
async function plantRows(api: Api, entity: Entity, rows: readonly Planted[]): Promise<void> {
  if (entity.name === 'operLog') {
    await insertMany(
      api.db,
      'sys_audit',
      rows.map(({ key, mark, area, customer }) => ({
        id: Number(key),
        time: '2026-01-01 00:00:00',
        userId: mark,
        username: mark,
        nickName: mark,
        areaCode: area,
        customerId: customer,
        action: mark,
        entity: 'website',
        objectId: mark,
        ip: mark,
      })),
    )
    return
  }
  await insertMany(
    api.db,
    entity.name,
    rows.map(planted => withProvince(entity, rowOf(entity, planted))),
  )
  const uses = rows.flatMap(({ key, file }) =>
    file === undefined ? [] : [{ fileId: file, entity: entity.name, objectId: key }],
  )
  if (uses.length > 0) await insertMany(api.db, 'sys_file_use', uses)
}

async function plantPrivate(api: Api, mark: string): Promise<void> {
  const id = PRIVATE
  const owner = { id, userId: `stranger-${mark}` }
  const times = { createTime: '2026-01-01 00:00:00', updateTime: '2026-01-01 00:00:00' }
  await api.db
    .insertInto('sys_view')
    .values({ ...owner, route: 'dataCenter/onlineShop', name: mark, query: '{}', shared: 1, ...times })
    .execute()
  await api.db
    .insertInto('sys_selection')
    .values({ ...owner, call: 'eshop.list', keys: `["${mark}"]`, capped: 0, createdAt: Date.now() })
    .execute()
  await api.db
    .insertInto('sys_job')
    .values({
      ...owner,
      kind: 'export',
      total: 1,
      finished: 1,
      fileName: mark,
      createdAt: Date.now(),
      beatAt: Date.now(),
    })
    .execute()
  await api.db
    .insertInto('sys_network_tool')
    .values({ ...owner, desc: mark, url: `https://${mark}/`, createTime: times.createTime })
    .execute()
}

/** The kinds of thing that have rows of their own and a call that works on them; what belongs to others comes last. */
async function kinds(api: Api): Promise<Entity[]> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_type = 'BASE TABLE'`.execute(api.db)
  const made = new Set([...tables.map(one => one.name), 'operLog'])
  const names = new Set(
    api.services
      .configuration()
      .endpoints()
      .flatMap(one => (one.handler && one.entity && made.has(one.entity) ? [one.entity] : [])),
  )
  const isPart = ({ owned }: Entity): number => (owned?.within ? 1 : 0)
  return [...names].flatMap(name => api.services.entities().get(name) ?? []).sort((a, b) => isPart(a) - isPart(b))
}

/** Of every kind of thing one row for each area that has an account, of its customer, and one of an outsider there. */
export async function plant(api: Api, people: readonly DemoAccount[]): Promise<Planted[]> {
  const all: Planted[] = []
  const places = [...new Map(people.map(one => [one.areaCode, one])).values()].flatMap(({ areaCode, customerId }) =>
    [customerId, OUTSIDER].map(customer => ({ area: areaCode, customer })),
  )
  for (const entity of await kinds(api)) {
    const rows: Planted[] = []
    for (const place of places) {
      const n = all.length + rows.length
      const mark = `${MARKS}${String(n).padStart(4, '0')}z`
      const first17 = `91110000MA${String(n).padStart(7, '0')}`
      const of = entity.owned?.within?.target.name
      const whole =
        of === undefined
          ? undefined
          : all.find(row => row.entity === of && row.area === place.area && row.customer === place.customer)
      const file = entity.byName.has('licenseShot') ? await plantFile(api, n, mark) : undefined
      rows.push({
        ...place,
        entity: entity.name,
        key: entity.name === 'operLog' ? String(9_000_000 + n) : `row-${n}`,
        mark,
        uscc: first17 + usccCheckDigit(first17),
        ...(file ? { file } : {}),
        ...(whole ? { whole: whole.key } : {}),
      })
    }
    await plantRows(api, entity, rows)
    all.push(...rows)
  }
  await plantPrivate(api, all.find(one => one.customer === OUTSIDER)?.mark ?? '')
  return [...all, ...asSeenElsewhere(api, all)]
}

/**
 * The same carriers once more, by the keys that the library of dead links and the list of all carriers know them by.
 */
function asSeenElsewhere(api: Api, all: readonly Planted[]): Planted[] {
  const kindOf = (name: string): string => api.services.entities().get(name)?.union?.kind ?? ''
  return [
    ['carrier', 'website'],
    ['deadku', DEAD],
  ].flatMap(([entity = '', from = '']) =>
    all
      .filter(row => row.entity === from)
      .map(({ area, customer, mark, uscc, key }) => ({
        area,
        customer,
        mark,
        uscc,
        entity,
        key: `${kindOf(from)}-${key}`,
      })),
  )
}

export interface Standing {
  whole: string
  place: string
}

/** Every row as it stands, byte by byte, and whose it is. */
export async function standing(
  api: Api,
  all: readonly Planted[],
  earlier: ReadonlyMap<Planted, Standing> = new Map(),
): Promise<Map<Planted, Standing>> {
  const found = new Map<Planted, Standing>()
  for (const entity of await kinds(api)) {
    const planted = all.filter(one => one.entity === entity.name)
    const table = entity.name === 'operLog' ? 'sys_audit' : entity.name
    const rows = new Map(
      (
        await sql<{
          key: string
          whole: string
        }>`select ${sql.ref(entity.key)}::text as key, row_to_json(t)::text as whole from ${sql.table(table)} as t
      where ${sql.ref(entity.key)}::text in (${sql.join(['', ...planted.map(one => one.key)])})`.execute(api.db)
      ).rows.map(one => [one.key, one.whole]),
    )
    for (const one of planted) {
      const whole = rows.get(one.key) ?? 'gone'
      const known = earlier.get(one)
      if (known?.whole === whole) {
        found.set(one, known)
        continue
      }
      const row = whole === 'gone' ? {} : (JSON.parse(whole) as TableRow)
      found.set(one, {
        whole,
        place: [entity.areaField, 'customerId', 'jurisdictionOrg', 'orgId', 'delFlag']
          .map(name => String(row[name ?? '']))
          .join(),
      })
    }
  }
  return found
}

/** What a stranger keeps for themselves. */
export async function privateThings(api: Api): Promise<string> {
  const tables = ['sys_view', 'sys_selection', 'sys_job', 'sys_network_tool'].map(table =>
    api.db.selectFrom(table).selectAll().where('id', '=', PRIVATE).execute(),
  )
  return JSON.stringify(await Promise.all(tables))
}
