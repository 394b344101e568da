import type { Origin } from '../../diagnostic/diagnostic.ts'
import { isWider, widestAccess } from '../../compile/call-access.ts'
import { CALL_OWNERS, ENTITY_OWNERS, FIELD_OWNERS, PRODUCT_FIELD_FACTS, type Owner } from '../../model/layer-facts.ts'
import type { Scope } from '../../model/scope.ts'
import { compareLayers, isOverlay, layerOf, placeOf } from '../../overlay/layer.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import { scopeOfLayer, scopesOf } from '../../overlay/scopes.ts'
import { equalNodes, getEntry, getString, isEmpty, isFalse, type Entry, type MapNode } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/**
 * What a customer or an area says that is not theirs to say. Judged is what each scope comes to, so it does not matter
 * whether an overlay says it in the entity, in a mixin or in a family of calls.
 */
export const layerFact: Rule = {
  code: 'layer-fact',
  about: {
    zh: '客户和地区的覆盖文件只说自己可以说的：数据范围、存法、键、保密、唯一等大家共用的只写在产品里，脱敏和权限不能放宽，接口不能比产品开得更大',
    en: 'A customer or an area says no fact that is the product’s, loosens no mask or right, and opens no call wider',
  },
  check: ({ resolver }, report) => {
    const told = new Set<string>()
    const once: RuleReport = problem => {
      const { file, line, col } = problem.origin
      const place = `${file}:${line}:${col}`
      if (!told.has(place)) report(problem)
      told.add(place)
    }
    for (const name of resolver.names('entity')) checkEntity(resolver, name, once)
    checkCalls(resolver, once)
  },
}

/** What is the same for all scopes: the product's, or else that of the first layer that has it. */
interface Ground {
  node: MapNode
  isProducts: boolean
  fields: Map<string, { node: MapNode; isProducts: boolean; origin: Origin }>
}

function checkEntity(resolver: Resolver, name: string, report: RuleReport): void {
  if (isTwice(resolver, name, report)) return
  let ground: Ground | undefined
  for (const scope of scopesOf(resolver)) {
    const node = resolver.entity(name, scope)?.node
    if (!node) continue
    const isProducts = isProduct(scope)
    if (!ground) ground = { node, isProducts, fields: new Map() }
    else if (node !== ground.node) checkFacts(name, ground.node, node, OF_ENTITIES, report)
    for (const [field, entry] of fieldsIn(node)) checkField({ entity: name, field, entry, isProducts }, ground, report)
  }
}

/** Of `calls` whole-system tells. */
const OF_ENTITIES: Readonly<Record<string, Owner>> = { ...ENTITY_OWNERS, calls: 'layer' }

/** Of a former name field-was tells. */
const OF_FIELDS: Readonly<Record<string, Owner>> = { ...FIELD_OWNERS, was: 'layer' }

const isProduct = ({ customer, area }: Scope): boolean => customer === undefined && area === undefined

/** Rows of both would lie in one table, and each would read the other's. */
function isTwice(resolver: Resolver, name: string, report: RuleReport): boolean {
  const documents = resolver.layersOf(`entities/${name}`)
  const first = documents.filter(({ layer }) => {
    const own = layerOf(layer)!
    const below = resolver.documents(`entities/${name}`, scopeOfLayer(own))
    return !below.some(other => compareLayers(layerOf(other.layer)!, own) < 0)
  })
  for (const { node } of first.slice(1))
    report({
      origin: getEntry(node, 'entity')?.value.origin ?? node.origin,
      zh: `实体 ${name} 已由 ${first[0]!.file} 定义，记录会存进同一张表：请给实体另取一个名字，或把它写进 schemas/entities/${name}.yaml 大家共用`,
      en:
        `The entity ${name} is defined by ${first[0]!.file}, and rows would lie in one table: `
        + `give it another name, or say it for all in schemas/entities/${name}.yaml`,
    })
  return first.length > 1
}

function fieldsIn(entity: MapNode): [string, Entry & { value: MapNode }][] {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return []
  return [...fields.entries].flatMap(([name, { value, keyOrigin }]) =>
    value.type === 'map' ? [[name, { value, keyOrigin }] as [string, Entry & { value: MapNode }]] : [],
  )
}

interface SeenField {
  entity: string
  field: string
  entry: Entry & { value: MapNode }
  isProducts: boolean
}

function checkField({ entity, field, entry, isProducts }: SeenField, ground: Ground, report: RuleReport): void {
  const known = ground.fields.get(field)
  if (!known) return void ground.fields.set(field, { node: entry.value, isProducts, origin: entry.keyOrigin })
  if (known.node === entry.value) return
  const what = `${entity}.${field}`
  if (known.isProducts) return checkFacts(what, known.node, entry.value, OF_FIELDS, report)
  // two layers have a field of this name, in one column
  if (known.origin.file === entry.keyOrigin.file) return
  const different = PRODUCT_FIELD_FACTS.find(key => !isEqual(getEntry(known.node, key), getEntry(entry.value, key)))
  const isUnique = isSaid(getEntry(entry.value, 'unique'))
  if (different !== undefined || isUnique)
    report({ origin: entry.keyOrigin, ...inOneColumn(field, known.origin.file, different) })
}

/** A value that one customer has would be told to the other as taken. */
const inOneColumn = (field: string, file: string, different = 'unique'): { zh: string; en: string } => ({
  zh: `${file} 也新增了字段“${field}”，存在同一列里，${different} 却各说各的：请给字段另取一个名字`,
  en:
    `${file} adds a field "${field}" too, stored in the same column, and each has its own ${different}: `
    + `give the field another name`,
})

const isSaid = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && !isEmpty(entry.value) && !isFalse(entry.value)
const saidByLayer = ({ file }: Origin): boolean => {
  const place = placeOf(file)
  return place !== undefined && isOverlay(place.layer)
}

/** Facts in which a scope differs from the ground, and may not. */
function checkFacts(
  what: string,
  below: MapNode,
  above: MapNode,
  owners: Readonly<Record<string, Owner>>,
  report: RuleReport,
): void {
  for (const [key, owner] of Object.entries(owners)) {
    const [old, own] = [getEntry(below, key), getEntry(above, key)]
    if (owner === 'layer' || isEqual(old, own)) continue
    if (!own) {
      if (owner === 'product') report({ origin: above.origin, ...productsAlone(what, key) })
      continue
    }
    const origin = saidByLayer(own.keyOrigin) ? own.keyOrigin : placeIn(own)
    if (key === 'kind' && PATCH_OF_ENTITY.test(origin.file)) continue
    if (owner === 'product') report({ origin, ...productsAlone(what, key) })
    else if (loosens(key, old, own)) report({ origin, ...loosened(what, key) })
  }
}

/** What kind a patch turns a field into, overlay-kind-changed tells; not what another mixin brings. */
const PATCH_OF_ENTITY = /\/entities\//

const isEqual = (old: Entry | undefined, own: Entry | undefined): boolean =>
  old && own ? equalNodes(old.value, own.value) : !isSaid(old) && !isSaid(own)

/** A merged map stands where the product wrote it; what an overlay says in it is told there. */
function placeIn({ value, keyOrigin }: Entry): Origin {
  if (value.type !== 'map') return value.origin
  return [...value.entries.values()].find(entry => saidByLayer(entry.keyOrigin))?.keyOrigin ?? keyOrigin
}

/** Whether a layer hides or forbids less than what lies below: takes it away, or masks fewer rows. */
function loosens(key: string, old: Entry | undefined, own: Entry): boolean {
  if (!isSaid(old)) return false
  if (!isSaid(own)) return true
  if (key !== 'mask') return false
  const filters = (entry: Entry) => getEntry(entry.value, 'filters')
  const [before, now] = [filters(old), filters(own)]
  return now !== undefined && !(before && equalNodes(before.value, now.value))
}

const productsAlone = (what: string, key: string): { zh: string; en: string } => ({
  zh: `${what} 的 ${key} 对所有客户相同，只有产品能说：请去掉，或写到 schemas/ 里大家共用的文件中`,
  en:
    `${key} of ${what} is the same for all customers, so the product alone says it: `
    + `take it away, or say it for all in schemas/`,
})
const loosened = (what: string, key: string): { zh: string; en: string } => ({
  zh: `${what} 的 ${key} 在覆盖文件里只能收紧，不能去掉或放宽：请恢复下层的写法，或改 schemas/ 里的`,
  en:
    `An overlay may tighten ${key} of ${what}, and not take it away or loosen it: `
    + `leave it as below, or change it in schemas/`,
})

function checkCalls(resolver: Resolver, report: RuleReport): void {
  const product = callsIn(resolver.resolve('endpoints', {})?.node)
  const bounds = {
    calls: new Map([...product].map(([name, { value }]) => [name, workOf(value)])),
    hasEntity: (name: string) => resolver.entity(name, {}) !== undefined,
  }
  const seen = new Set<MapNode>()
  for (const scope of scopesOf(resolver)) {
    const node = resolver.resolve('endpoints', scope)?.node
    if (!node || seen.has(node) || isProduct(scope)) continue
    seen.add(node)
    for (const [name, call] of callsIn(node)) {
      const below = product.get(name)
      if (below?.value === call.value) continue
      if (below) checkFacts(name, below.value, call.value, OF_CALLS, report)
      const work = workOf(call.value)
      const most = widestAccess(name, work, bounds)
      const access = getEntry(call.value, 'access')
      if (access && isWider(work.access ?? 'page', most)) report({ origin: access.keyOrigin, ...tooWide(name, most) })
    }
  }
}

/** How wide a call is open is judged by itself. */
const OF_CALLS: Readonly<Record<string, Owner>> = { ...CALL_OWNERS, access: 'layer' }

type Access = 'open' | 'staff' | 'page'
interface Work {
  handler?: string
  entity?: string
  access?: Access
}
function workOf(call: MapNode): Work {
  const [handler, entity] = [getString(call, 'handler'), getString(call, 'entity')]
  const access = getString(call, 'access') as Access | undefined
  return { ...(handler ? { handler } : {}), ...(entity ? { entity } : {}), ...(access ? { access } : {}) }
}

const tooWide = (name: string, most: Access): { zh: string; en: string } => ({
  zh: `接口 ${name} 在覆盖文件里最多开到 access: ${most}，不能比产品开得更大：请改为 access: ${most}（page 由页面决定谁能调用）`,
  en:
    `An overlay may open the call ${name} no wider than access: ${most}, as the product has it: `
    + `write access: ${most} (page: pages decide who may make it)`,
})

function callsIn(endpoints: MapNode | undefined): Map<string, Entry & { value: MapNode }> {
  const calls = endpoints && getEntry(endpoints, 'endpoints')?.value
  if (calls?.type !== 'map') return new Map()
  return new Map(
    [...calls.entries].flatMap(([name, { value, keyOrigin }]) =>
      value.type === 'map' ? [[name, { value, keyOrigin }]] : [],
    ),
  )
}
