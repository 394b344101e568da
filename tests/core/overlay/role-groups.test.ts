import { describe, expect, it } from 'vitest'
import { groupsOf, withGroups } from '../../../src/core/overlay/role-groups.ts'
import { parseSource } from '../../../src/core/source/parse.ts'
import { toValue, type MapNode } from '../../../src/core/source/node.ts'
import { BASE, resolverOf } from '../files.ts'

const read = (text: string): MapNode => parseSource({ path: 'a.yaml', text }, () => {})!
const groups = groupsOf(read("roleGroups: {judges: ['2', chief], all: [judges, clerk], own: [own], none: false}\n"))
const expanded = (text: string): unknown => toValue(withGroups(read(text), groups))

describe('groups of roles', () => {
  it('stand for their roles wherever roles stand, each role once', () => {
    expect(expanded("roles: [judges, chief, '9']\nadminRoles: [all]\n")).toEqual({
      roles: ['2', 'chief', '9'],
      adminRoles: ['2', 'chief', 'clerk'],
    })
    expect(expanded("transitions: {go: {roles: [x], rolesByState: {'1': [judges]}}}\n")).toEqual({
      transitions: { go: { roles: ['x'], rolesByState: { '1': ['2', 'chief'] } } },
    })
    expect(expanded('menu: {a: {children: {b: {roles: [judges]}}}}\n')).toEqual({
      menu: { a: { children: { b: { roles: ['2', 'chief'] } } } },
    })
  })
  it('stand in the definition of a filter, and not among the values of one', () => {
    expect(expanded('filters: {profit: {roles: [judges]}}\n')).toEqual({
      filters: { profit: { roles: ['2', 'chief'] } },
    })
    expect(expanded('tabs: {a: {filters: {roles: [judges]}, roles: [judges]}}\n')).toEqual({
      tabs: { a: { filters: { roles: ['judges'] }, roles: ['2', 'chief'] } },
    })
  })
  it('divide the records by their roles, below what is said of a role itself', () => {
    expect(expanded("division: {field: a, roles: {chief: ['9'], judges: ['1'], x: ['3']}}\n")).toEqual({
      division: { field: 'a', roles: { '2': ['1'], chief: ['9'], x: ['3'] } },
    })
  })
  it('leave a document as it is where none is named', () => {
    const page = read('roles: [chief]\nfilters: {a: {roles: [x]}}\n')
    expect(withGroups(page, groups)).toBe(page)
  })
  it('add nothing by naming themselves, and are none where an overlay has left them out', () => {
    expect(expanded('roles: [own, x]\n')).toEqual({ roles: ['x'] })
    expect(expanded('roles: [none]\n')).toEqual({ roles: ['none'] })
  })
  it('mean to a customer what that says of them', () => {
    const { resolver } = resolverOf({
      ...BASE,
      'schemas/app.yaml': `${BASE['schemas/app.yaml']}roleGroups: {judges: [chief]}\n`,
      'schemas/pages/data/shop.yaml': `${BASE['schemas/pages/data/shop.yaml']}roles: [judges]\n`,
      'customers/10001/app.yaml': 'roleGroups: {judges: [clerk]}\n',
    })
    const roles = (scope: object): unknown =>
      (toValue(resolver.resolve('pages/data/shop', scope)!.node) as { roles: unknown }).roles
    expect([roles({}), roles({ customer: '10001' })]).toEqual([['chief'], ['clerk']])
  })
})
