import { describe, expect, it } from 'vitest'
import type { EndpointModel } from '../../../src/server/db/tables/models.ts'
import { RouteTable } from '../../../src/server/dispatch/route-table.ts'

const endpoint = (name: string, method: 'GET' | 'POST', path: string, more: object = {}): EndpointModel =>
  ({ name, label: name, method, path, in: 'query', ...more }) as EndpointModel

const found = (table: RouteTable, method: string, path: string): unknown => {
  const match = table.find(method, path)
  return match && [match.endpoint.name, match.params]
}

describe('the table of routes', () => {
  it('prefers an address that is written out to one with a parameter, in whatever order they stand', () => {
    const [fixed, open] = [
      endpoint('menus', 'GET', '/api-user/users/menus'),
      endpoint('one', 'GET', '/api-user/users/{id}'),
    ]
    for (const table of [new RouteTable([open, fixed], []), new RouteTable([fixed, open], [])]) {
      expect(found(table, 'GET', '/api-user/users/menus')).toEqual(['menus', {}])
      expect(found(table, 'GET', '/api-user/users/7')).toEqual(['one', { id: '7' }])
    }
  })

  it('takes a parameter for one part of the address, and no sign of an address for a pattern', () => {
    const table = new RouteTable(
      [
        endpoint('part', 'GET', '/a/{id}/b/{key}'),
        endpoint('point', 'GET', '/v1.0/x'),
        endpoint('file', 'GET', '/f/{id}.json'),
      ],
      [],
    )
    expect(found(table, 'GET', '/a/1/b/2')).toEqual(['part', { id: '1', key: '2' }])
    expect(found(table, 'GET', '/f/9.json')).toEqual(['file', { id: '9' }])
    for (const path of ['/a/1/2/b/3', '/a//b/2', '/a/1/b/2/', '/x/a/1/b/2', '/v1x0/x', '/f/9xjson'])
      expect(found(table, 'GET', path), path).toBeUndefined()
    expect(found(table, 'POST', '/a/1/b/2')).toBeUndefined()
  })

  it('R7.02 knows both spellings, and each tenant beside the plain one', () => {
    const table = new RouteTable(
      [endpoint('list', 'POST', '/api/thing/list'), endpoint('count', 'GET', '{tenant}/count/{kind}')],
      ['/api-one', '/api-two'],
    )
    for (const path of ['/api/thing/list', '/api-im/thing/list'])
      expect(found(table, 'POST', path)).toEqual(['list', {}])
    for (const tenant of ['/api-one', '/api-two', '/api', '/api-im'])
      expect(found(table, 'GET', `${tenant}/count/new`), tenant).toEqual(['count', { kind: 'new' }])
    expect(found(table, 'GET', '/api-three/count/new')).toBeUndefined()
  })

  it('takes what changes something by GET by POST too, unless another call has that address', () => {
    const changing = { changes: ['thing'] }
    const table = new RouteTable(
      [
        endpoint('delete', 'GET', '/thing/delete', changing),
        endpoint('remove', 'GET', '/thing/{id}/remove', changing),
        endpoint('read', 'GET', '/thing/read'),
        endpoint('stop', 'GET', '/thing/stop', changing),
        endpoint('begin', 'POST', '/thing/stop'),
      ],
      [],
    )
    expect(found(table, 'POST', '/thing/delete')).toEqual(['delete', {}])
    expect(found(table, 'POST', '/thing/3/remove')).toEqual(['remove', { id: '3' }])
    expect(found(table, 'POST', '/thing/read')).toBeUndefined()
    expect(found(table, 'POST', '/thing/stop')).toEqual(['begin', {}])
    expect(found(table, 'GET', '/thing/stop')).toEqual(['stop', {}])
  })
})
