import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/cli/read-config.ts'
import {
  checkProject,
  compileProject,
  hasErrors,
  type Configuration,
  type SourceFile,
} from '../../../src/core/index.ts'
import { CALL_OWNERS, ENTITY_OWNERS, FIELD_OWNERS } from '../../../src/core/model/layer-facts.ts'
import type { Scope } from '../../../src/core/model/scope.ts'
import { parseChanged, readProject } from '../../../src/core/overlay/project.ts'
import { Resolver } from '../../../src/core/overlay/resolve.ts'
import { toValue } from '../../../src/core/source/node.ts'
import { schemaAt } from '../../../src/core/validate/facts/meta.ts'
import { entitiesIn } from '../../../src/server/access/scoped-entities.ts'
import { entitiesOf } from '../../../src/server/db/tables/models.ts'
import { ROOT } from '../../folders.ts'
import { documentsOf, factsOf, type Laid, type Names } from './layers.ts'
import { toldIn } from './told.ts'

/** Customer 10001 and area 35 are laid over; these people are none of theirs, and the second have an overlay, too. */
const OTHERS: Scope[] = [{}, { customer: '10002', area: '110000' }]
const CASES = join(ROOT, 'tests/cases')

const SHOP = `entity: shop
label: 网店
key: id
title: shopName
mixins: [base]
scope: {area: areaCode}
fields:
  tel: {label: 电话, kind: phone, mask: phone, roles: ['1'], editRoles: ['1'], readOnly: true, required: true}
  pin: {label: 口令, kind: text, secret: true, unique: true, managed: true}
  id: {label: 编号, kind: text, unique: true}
  shopName: {label: 网店名称, kind: text, required: true, maxLength: 100}
  platform: {label: 平台, kind: dict, dict: platform}
  state: {label: 状态, kind: status, workflow: clue}
  orgId: {label: 单位, kind: ref, ref: unit}
  sales: {label: 销量, kind: int, min: 0}
  closed: {label: 已关闭, kind: flag}
  openedOn: {label: 开店日期, kind: date}
  fee: {label: 费用, kind: money}
`

const SHOPS = `statistic: shops
label: 网店
entity: shop
list: data/shop
dimensions:
  platform: {empty: 没有平台}
measures:
  shops: {label: 网店数, kind: count, unit: 家}
  mean: {label: 平均销量, kind: average, of: sales}
`

function productFiles(): SourceFile[] {
  const own = [
    { path: 'schemas/statistics/shops.yaml', text: SHOPS },
    { path: 'schemas/entities/shop.yaml', text: SHOP },
    {
      path: 'customers/10002/entities/shop.yaml',
      text: 'fields:\n  sales: {help: 件数, min: 1}\n  note: {label: 备注, kind: text}\n',
    },
    { path: 'customers/10002/customer.yaml', text: "customer: '10002'\nname: 乙客户\nareas: ['11']\n" },
  ]
  const base = readConfig(join(CASES, '_base'))
  return [...base.filter(({ path }) => !own.some(one => one.path === path)), ...own]
}

const FILES = productFiles()
const BEFORE = checkProject(FILES)

/** The same for every run of a name of a thing that there is. */
const NAMES: Names = {
  entity: ['unit'],
  field: ['sales', 'areaCode'],
  mixin: ['base'],
  dictionary: ['platform'],
  workflow: ['clue'],
  endpoint: ['shop.list'],
  role: ['1', 'inspector'],
  page: ['data/shop'],
  menuPage: ['data/shop'],
  state: ['open'],
  statistic: ['shops'],
  transition: ['finish'],
}

const CUSTOMER = 'customers/10001'

/** Every fact that a document of a layer can say. */
function factsIn(kind: string, name: string): Laid[] {
  const { schema } = schemaAt(`${kind}.schema.json`)
  const known = BEFORE.resolver.resolve(name, {})
  return [...factsOf(schema, `${kind}.schema.json`, known && toValue(known.node), NAMES)]
}

/** What a document needs that only the layer has; the facts stand beside it. */
const NEEDED: Readonly<Record<string, Record<string, unknown>>> = {
  [`${CUSTOMER}/customer.yaml`]: { customer: '10001', name: '甲客户', areas: ['35'] },
  [`${CUSTOMER}/entities/aid.yaml`]: {
    entity: 'aid',
    label: '互助',
    key: 'id',
    title: 'id',
    fields: { id: { label: '编号', kind: 'text' } },
  },
}

/** Laid over the product, or instead of what the layer says of itself. */
const laid = (file: string, document: unknown): SourceFile[] => [
  ...FILES.filter(({ path }) => path !== file),
  { path: file, text: `${JSON.stringify({ ...NEEDED[file], ...(document as object) })}\n` },
]

function compiled(files: SourceFile[]): Configuration {
  const project = readProject(files, () => {}, parseChanged(BEFORE.project))
  return compileProject(project, new Resolver(project, BEFORE.resolver), BEFORE.configuration)
}

/** Of what else they are told. */
const NAMED = {
  dictionaries: ['platform', 'role', 'workflow/clue', 'calls', 'entities'],
  workflows: ['clue'],
}
const toldTo = (configuration: Configuration, scope: Scope): string => toldIn(configuration, scope, NAMED)
const told = (configuration: Configuration): string[] => OTHERS.map(scope => toldTo(configuration, scope))
const BYTES = told(BEFORE.configuration)
const INSIDE: Scope = { customer: '10001', area: '350000' }
const OWN = toldTo(BEFORE.configuration, INSIDE)

const isRefused = (file: string, document: unknown): boolean =>
  hasErrors(checkProject(laid(file, document), BEFORE).diagnostics)

const reachesOthers = (file: string, document: unknown): boolean =>
  told(compiled(laid(file, document))).some((bytes, i) => bytes !== BYTES[i])

/** What changes what others are told, and is not refused. */
const reaching = (file: string, facts: readonly Laid[]): string[] =>
  documentsOf(facts)
    .filter(({ document }) => reachesOthers(file, document))
    .flatMap(one => one.facts)
    .filter(({ document }) => reachesOthers(file, document) && !isRefused(file, document))
    .map(({ document }) => JSON.stringify(document))

describe('what a customer or an area may say is one table', () => {
  const keysOf = (ref: string) => Object.keys(schemaAt(ref).schema.properties ?? {}).sort()
  it('of every fact of an entity, a field and a call', () => {
    expect(Object.keys(ENTITY_OWNERS).sort()).toEqual(keysOf('entity.schema.json'))
    expect(Object.keys(FIELD_OWNERS).sort()).toEqual(keysOf('field.schema.json#/$defs/field'))
    expect(Object.keys(CALL_OWNERS).sort()).toEqual(
      keysOf('endpoints.schema.json#/properties/endpoints/additionalProperties'),
    )
  })

  it('and the product has no problem', () => expect(BEFORE.diagnostics).toEqual([]))

  /** One of each fact of the product's own, of what the product has. */
  function products(owners: Readonly<Record<string, string>>, facts: readonly Laid[], depth: number): Laid[] {
    const found = new Map<string, Laid>()
    for (const fact of facts) {
      const key = fact.path[depth] ?? ''
      if (owners[key] === 'product' && (depth === 0 || fact.path[1] !== 'own')) found.set(key, found.get(key) ?? fact)
    }
    expect([...found.keys()].sort()).toEqual(
      Object.keys(owners)
        .filter(key => owners[key] === 'product')
        .sort(),
    )
    return [...found.values()]
  }
  it.each([
    ['an entity', 'entity', 'entities/shop', ENTITY_OWNERS, 0],
    ['a field', 'entity', 'entities/shop', FIELD_OWNERS, 2],
    ['a call', 'endpoints', 'endpoints', CALL_OWNERS, 2],
  ] as const)(
    'of which those of %s that are the product’s are refused in any layer',
    (_, kind, name, owners, depth) => {
      const file = `${CUSTOMER}/${name}.yaml`
      const all = products(owners, factsIn(kind, name), depth)
      expect(all.filter(({ document }) => !isRefused(file, document)).map(({ document }) => document)).toEqual([])
    },
  )
})

describe('nothing that one layer says reaches the people of another', () => {
  it.each([
    ['an entity', 'entity', 'entities/shop', CUSTOMER],
    ['an entity of its own', 'entity', 'entities/aid', CUSTOMER],
    ['a mixin, of an area', 'mixin', 'mixins/base', 'customers/areas/35'],
    ['calls', 'endpoints', 'endpoints', CUSTOMER],
    ['the menu', 'menu', 'menu', CUSTOMER],
    ['a workflow', 'workflow', 'workflows/clue', CUSTOMER],
    ['a dictionary', 'dictionary', 'dictionaries/platform', CUSTOMER],
    ['a statistic', 'statistic', 'statistics/shops', CUSTOMER],
    ['the app', 'app', 'app', CUSTOMER],
    ['its own options', 'customer', 'customer', CUSTOMER],
  ] as const)('in %s', (_, kind, name, layer) => {
    const file = `${layer}/${name}.yaml`
    const facts = factsIn(kind, name)
    expect(facts.length).toBeGreaterThan(5)
    expect(reaching(file, facts)).toEqual([])
    // its own people are told of what is not refused
    const isTold = ({ document }: Laid): boolean =>
      !isRefused(file, document) && toldTo(compiled(laid(file, document)), INSIDE) !== OWN
    expect(facts.some(isTold)).toBe(true)
  })
})

describe('what the server holds a person to', () => {
  const OVERLAY = {
    scope: { customer: false, closed: true },
    softDelete: true,
    fields: {
      shopName: { mask: 'name', roles: ['1'], pattern: '^x', check: '=1 == 2', default: 'x', required: false },
      sales: { unique: true, onSave: 1, unlisted: 0, secret: true },
      closed: false,
      code: { label: '代码', kind: 'text', onSave: 'x', unlisted: 'x' },
    },
  }
  const configuration = compiled(laid(`${CUSTOMER}/entities/shop.yaml`, OVERLAY))
  const stored = entitiesOf(configuration)
  const shopOf = (scope: Scope) =>
    entitiesIn({ entities: () => stored, configuration: () => configuration }, configuration.scope(scope)).get('shop')!

  it('is their own layer’s masks, rights, checks and defaults', () => {
    const own = { mask: 'name', roles: ['1'], pattern: '^x', check: '=1 == 2', default: 'x', required: false }
    expect(shopOf(INSIDE).byName.get('shopName')).toMatchObject(own)
    for (const scope of OTHERS) {
      const { mask, roles, pattern, check, required } = shopOf(scope).byName.get('shopName')!
      expect([mask, roles, pattern, check, required]).toEqual([undefined, undefined, undefined, undefined, true])
    }
  })
  it('is the product’s scope, storage and secrecy, even where a layer got past validate', () => {
    for (const scope of [INSIDE, ...OTHERS]) {
      const { owned, softDelete, areaField, byName } = shopOf(scope)
      expect([owned?.closed, softDelete, areaField]).toEqual([false, false, 'areaCode'])
      const { unique, onSave, unlisted, secret } = byName.get('sales')!
      expect([unique, onSave, unlisted, secret]).toEqual([undefined, undefined, undefined, undefined])
    }
  })
  it('hides a field that their layer leaves out, and keeps its column', () => {
    expect(shopOf(INSIDE).byName.get('closed')).toMatchObject({ kind: 'flag', secret: true })
    expect(shopOf({}).byName.get('closed')?.secret).toBeUndefined()
  })
  it('knows nothing of another layer’s own field but its column', () => {
    expect(shopOf(INSIDE).byName.get('code')).toMatchObject({ onSave: 'x', unlisted: 'x' })
    for (const scope of OTHERS)
      expect(shopOf(scope).byName.get('code')).toEqual({
        name: 'code',
        label: '代码',
        kind: 'text',
        secret: true,
        managed: true,
      })
  })
  it('has a layer’s calls for its own people alone, opened no wider than the product has the same work', () => {
    const call = { label: '看', method: 'POST', path: '/api/peek', in: 'body', because: '人人可看' }
    const endpoints = {
      'unit.peek': { ...call, handler: 'one', entity: 'unit', access: 'staff' },
      'shop.one': { access: 'open', because: '人人可看' },
      'shop.close': false,
    }
    const file = `${CUSTOMER}/endpoints.yaml`
    const calls = (scope: Scope) => compiled(laid(file, { endpoints })).scope(scope).calls()
    expect(calls(INSIDE).get('unit.peek')?.access).toBe('page')
    expect(calls(INSIDE).get('shop.one')?.access).toBe('page')
    expect(calls(INSIDE).has('shop.close')).toBe(false)
    for (const scope of OTHERS) {
      expect(calls(scope).has('unit.peek')).toBe(false)
      expect(calls(scope).get('shop.one')?.access).toBeUndefined()
      expect(calls(scope).has('shop.close')).toBe(true)
    }
  })
})
