import { describe, expect, it } from 'vitest'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { compiled, resolverOf, type Files } from '../files.ts'

const BASE: Files = {
  'base/endpoints.yaml': `families:
  records:
    members: {}
    calls:
      list: {label: "{label}列表", path: "/api/{name}/list", in: body, params: ["{key}"]}
  steps:
    members: {}
    calls:
      act: {label: "办理{label}", path: "/api/{name}/act", in: body}
endpoints:
  own.call: {label: 其他, path: /api/own, in: none}
`,
}
const entity = (text: string) => `label: 图书\nkey: bookId\n${text}`
const callsOf = (files: Files, scope = {}) => {
  const { resolver } = resolverOf({ ...BASE, ...files })
  const node = resolver.resolve('endpoints', scope)!.node
  return { node, calls: toValue(getNode(node, ['endpoints'])!) as Record<string, Record<string, unknown>> }
}

describe('an entity that says calls: true', () => {
  it('joins the calls of all records, with its own words', () => {
    const { calls, node } = callsOf({ 'schemas/entities/book.yaml': entity('calls: true\n') })
    expect(calls['book.list']).toEqual({
      label: '图书列表',
      path: '/api/book/list',
      in: 'body',
      params: ['bookId'],
    })
    expect(Object.keys(calls)).toEqual(['book.list', 'own.call'])
    expect(originAt(node, ['endpoints', 'book.list', 'params', 0])).toEqual({
      file: 'schemas/entities/book.yaml',
      line: 2,
      col: 6,
    })
  })
  it('joins those of a workflow, where one of its fields has a state of one', () => {
    const status = 'calls: true\nfields:\n  note: {kind: text}\n  state: {kind: status, workflow: loan}\n'
    expect(Object.keys(callsOf({ 'schemas/entities/loan.yaml': entity(status) }).calls)).toEqual([
      'loan.list',
      'loan.act',
      'own.call',
    ])
    const plain = 'calls: true\nfields:\n  note: {kind: text}\n'
    expect(callsOf({ 'schemas/entities/loan.yaml': entity(plain) }).calls).not.toHaveProperty('loan.act')
    expect(callsOf({ 'schemas/entities/loan.yaml': entity('calls: true\nfields: []\n') }).calls).not.toHaveProperty(
      'loan.act',
    )
  })
  it.each(['', 'calls: false\n', 'calls: "true"\n', 'calls: [true]\n'])('and no other: %j', text =>
    expect(Object.keys(callsOf({ 'schemas/entities/book.yaml': entity(text) }).calls)).toEqual(['own.call']),
  )
  it('may be one of the base: the product’s word wins, one that it leaves out stays', () => {
    const base = { 'base/entities/book.yaml': entity('calls: true\n') }
    expect(callsOf({ ...base, 'schemas/entities/book.yaml': 'label: 期刊\n' }).calls['book.list']).toMatchObject({
      label: '期刊列表',
      params: ['bookId'],
    })
    expect(callsOf({ ...base, 'schemas/entities/book.yaml': 'calls: false\n' }).calls).not.toHaveProperty('book.list')
    const stated = { ...base, 'schemas/entities/book.yaml': 'fields:\n  state: {workflow: loan}\n' }
    expect(callsOf(stated).calls).toHaveProperty('book.act')
  })
  it('may be one that only a customer or an area has: it brings its calls to them alone', () => {
    const own = {
      'customers/10001/customer.yaml': "customer: '10001'\nareas: ['35']\n",
      'customers/10001/entities/aid.yaml': entity('calls: true\nfields:\n  state: {kind: status, workflow: aid}\n'),
    }
    const { calls } = callsOf(own, { customer: '10001' })
    expect(Object.keys(calls)).toEqual(['aid.list', 'aid.act', 'own.call'])
    expect(calls['aid.list']).toMatchObject({ label: '图书列表', path: '/api/aid/list', params: ['bookId'] })
    expect(callsOf(own).calls).not.toHaveProperty('aid.list')
    expect(
      compiled({ ...BASE, ...own })
        .endpoints()
        .map(({ name }) => name),
    ).toEqual(['own.call', 'aid.list', 'aid.act'])

    const named = compiled({
      ...BASE,
      ...own,
      'customers/10001/endpoints.yaml': 'endpoints:\n  aid.list: {handler: list}\n',
    })
    const listed = (scope: object): string[] => (named.scope(scope).dictionary('calls') ?? []).map(([code]) => code)
    expect(listed({ customer: '10001' })).toContain('aid.list')
    expect(listed({}), 'nobody else reads of it').not.toContain('aid.list')

    const { node } = callsOf(own, { customer: '10001' })
    const made = originAt(node, ['endpoints', 'aid.list', 'label'])
    expect(made, 'its words are the customer’s to translate').toMatchObject({
      file: 'customers/10001/entities/aid.yaml',
    })
  })
  it('may have calls beside those that its layer writes itself', () => {
    const own = {
      'customers/areas/35/entities/aid.yaml': entity('calls: true\n'),
      'customers/areas/35/endpoints.yaml':
        'endpoints:\n  aid.list: {label: 查函}\n  aid.print: {label: 打印, path: /api/aid/print}\n',
    }
    const { calls } = callsOf(own, { area: '35' })
    expect(calls['aid.list']).toMatchObject({ label: '查函', path: '/api/aid/list' })
    expect(
      compiled({ ...BASE, ...own })
        .endpoints()
        .map(({ name }) => name),
    ).toEqual(['own.call', 'aid.list', 'aid.print'])
  })
  it('says so for everybody: an overlay makes no call', () =>
    expect(
      callsOf(
        {
          'schemas/entities/book.yaml': entity(''),
          'customers/areas/35/entities/book.yaml': 'calls: true\n',
        },
        { area: '35' },
      ).calls,
    ).not.toHaveProperty('book.list'))
  it('needs no families: without them it has no calls', () => {
    const { resolver } = resolverOf({
      'base/endpoints.yaml': `families: {records: {members: {}}}
endpoints:
  own.call: {path: /api/own}
`,
      'schemas/entities/book.yaml': entity('calls: true\nfields:\n  state: {workflow: loan}\n'),
    })
    expect(toValue(getNode(resolver.resolve('endpoints', {})!.node, ['endpoints'])!)).toEqual({
      'own.call': { path: '/api/own' },
    })
    const none = resolverOf({
      'base/endpoints.yaml': 'endpoints:\n  own.call: {path: /api/own}\n',
      'schemas/entities/book.yaml': entity('calls: true\n'),
    })
    expect(toValue(none.resolver.resolve('endpoints', {})!.node)).toEqual({
      endpoints: { 'own.call': { path: '/api/own' } },
    })
  })
})
