import { MAY } from '../../src/core/contract/api.ts'
import type { TableRow } from '../../src/server/db/database.ts'
import type { EndpointModel, Entity } from '../../src/server/db/tables/models.ts'
import type { DemoAccount } from '../../src/supervision/server/demo/accounts.ts'
import { areaPrefix } from '../../src/core/model/scope.ts'
import type { Draw, Tried } from './draw.ts'
import type { Args, Ground } from './ground.ts'

const ALL = 'admin'
const PAGE = { pageNo: 1, pageRowNo: 200, pageFlag: 1 }

/** Whose rows are known by area and customer alone: no unit beyond the area sees them, and nothing shares them. */
const isPlain = ({ owned, areaField, view }: Entity): boolean =>
  areaField !== undefined && !view && owned !== undefined && !owned.units && !owned.within && !owned.sharing

const mayTouch = ({ areaCode, customerId }: DemoAccount, row: TableRow): boolean =>
  String(row['areaCode'] ?? '').startsWith(areaPrefix(areaCode))
  && ['', String(row['customerId'] ?? '')].includes(customerId)

interface Kind {
  entity: Entity
  list: EndpointModel
  one: EndpointModel | undefined
  changes: EndpointModel[]
}

function kindsIn({ calls, entities }: Ground): Kind[] {
  return [...entities.values()].filter(isPlain).flatMap(entity => {
    const own = calls.filter(call => call.entity === entity.name)
    const list = own.find(({ handler }) => handler === 'list')
    const changes = own.filter(({ changes, repeatable }) => changes && repeatable !== true)
    return list ? [{ entity, list, one: own.find(({ handler }) => handler === 'one'), changes }] : []
  })
}

const rowsOf = async (ground: Ground, { list }: Kind, args: Args = {}): Promise<TableRow[]> =>
  ((await ground.as(ALL, list, { ...PAGE, ...args })).data as { list?: TableRow[] } | undefined)?.list ?? []

/** Keys of rows of another area or customer, at each call that takes one: nothing is told, and nothing changes. */
export async function keysOfOthers(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const kinds = kindsIn(ground)
  for (let n = 0; n < times; n++) {
    const kind = draw.one(kinds)!
    const { entity, list, one } = kind
    const row = draw.one(await rowsOf(ground, kind))
    const account = row && ground.somebody(draw, someone => someone.username !== ALL && !mayTouch(someone, row))
    if (!row || !account) continue
    const key = String(row[entity.key])
    const title = String(row[entity.title] ?? '')
    const args = { [entity.key]: key, key, id: key, entity: entity.name }
    const asked: EndpointModel[] = [list, ...(one ? [one] : []), ground.call('record.history')]
    for (const call of asked) {
      const heard = await ground.as(account.username, call, call === list ? { ...PAGE, [entity.key]: key } : args)
      const says = heard.status === 200 && title.length > 3 && heard.text.includes(title)
      const what = `${account.username}: ${call.name} ${key}`
      tried.push(says ? { what, broken: `told ${title}` } : { what })
    }
    const change = draw.one(kind.changes)
    if (!change) continue
    const what = `${account.username}: ${change.name} ${key}`
    const sent = { ...row, [entity.key]: key, [entity.title]: '改过了', del_content: '越权', transition: 'pass' }
    const { status } = await ground.as(account.username, change, draw.one([sent, args, { ...args, ids: [key] }])!)
    const [after] = await rowsOf(ground, kind, { [entity.key]: key })
    const isSame = after !== undefined && JSON.stringify(after) === JSON.stringify(await freshened(row, after))
    tried.push(isSame ? { what } : { what, broken: `answered ${status}, and the row is another` })
  }
  return tried
}

/** Works that go on by themselves (counts, checks) change a row, too: what people write is compared. */
const freshened = async (before: TableRow, after: TableRow): Promise<TableRow> =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, isWorkedOut(name) ? value : before[name]]))
const isWorkedOut = (name: string): boolean =>
  /^\$|Count$|Score$|Level$|^check|Time$/.test(name) && name !== 'updateTime'

/** Transitions that the record does not offer this person, sent all the same. */
export async function transitions(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const acting = ground.calls.filter(({ name, entity }) => name.endsWith('.act') && entity !== undefined)
  for (let n = 0; n < times; n++) {
    const act = draw.one(acting)!
    const entity = ground.entities.get(act.entity!)!
    const list = ground.calls.find(call => call.entity === entity.name && call.handler === 'list')
    const account = ground.somebody(draw, ({ username }) => {
      const { calls } = ground.reach(username)
      return calls.has(act.name) && list !== undefined && calls.has(list.name)
    })
    if (!list || !account) continue
    const { data } = await ground.as(account.username, list, { ...PAGE, pageRowNo: 50 })
    const row = draw.one((data as { list?: TableRow[] } | undefined)?.list ?? [])
    const workflow = entity.fields.find(field => field.workflow !== undefined)?.workflow
    const doc = ground.configuration.scope({}).workflow(workflow ?? '')
    const offered = row?.[MAY] as readonly string[] | undefined
    const code = draw.one(Object.keys(doc?.transitions ?? {}).filter(one => !offered?.includes(one)))
    if (!row || !offered || code === undefined) continue
    const key = String(row[entity.key])
    const form = { opinion: '越权办理', reason: '1', curOrg: account.areaCode, orgId: `org-${account.areaCode}` }
    const heard = await ground.as(account.username, act, { [entity.key]: key, action: code, transition: code, ...form })
    const what = `${account.username}: ${act.name} ${code} of ${key}`
    tried.push(heard.status === 200 ? { what, broken: 'was taken' } : { what })
  }
  return tried
}
