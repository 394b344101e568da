import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '../../../src/core/contract/configuration.ts'
import { menuItems, ownMenu, visibleMenu, type MenuUser } from '../../../src/server/access/menu.ts'

const opens = (route: string): boolean => ['a', 'b', 'c'].includes(route)
const leaf = (id: string, page: string): MenuEntry => ({
  id,
  name: id.split('.').at(-1) ?? '',
  title: id,
  page,
  children: [],
})
const group = (id: string, children: MenuEntry[], within?: string): MenuEntry => ({
  id,
  name: id,
  title: id,
  children,
  ...(within === undefined ? {} : { within }),
})
/** As it is compiled: what stands within a group is among its entries. */
const menu = [
  group('host', [
    group('guest', [leaf('guest.a', 'a'), leaf('guest.b', 'b')], 'host'),
    group('alone', [leaf('alone.c', 'c')], 'host'),
  ]),
]
const seen = (menus?: string[]) =>
  menuItems(visibleMenu(menu, opens, (menus === undefined ? {} : { menus }) as MenuUser)).map(({ id, subMenus }) => [
    id,
    subMenus.map(below => [below.id, below.subMenus.map(one => one.id)]),
  ])

describe('the first entry of all', () => {
  const town = { areaLevel: 4, areaCode: '350102001', roles: [] } as unknown as MenuUser
  const all: MenuEntry[] = [{ ...group('desk', [leaf('desk.a', 'a')]), roles: ['0', '1'] }, leaf('b', 'b')]
  const told = (user: MenuUser) =>
    ownMenu(all, visibleMenu(all, opens, user), user).map(({ id, hidden, subMenus }) => [id, hidden, subMenus.length])
  it('R2.04 R4.04 is told to whom its levels leave out, hidden and empty', () => {
    expect(told(town)).toEqual([
      ['desk', true, 0],
      ['b', false, 0],
    ])
    expect(told({ ...town, areaLevel: 1 })).toEqual([
      ['desk', false, 1],
      ['b', false, 0],
    ])
    // who may open nothing at all is told nothing
    expect(ownMenu(all, [], town)).toEqual([])
  })
})

describe('a group within another', () => {
  it('R4.04 stands among its entries; one that has a single entry is that entry', () => {
    expect(seen()).toEqual([
      [
        'host',
        [
          ['guest', ['guest.a', 'guest.b']],
          ['alone.c', []],
        ],
      ],
    ])
  })
  it('R4.04 is granted under its own name, and goes with its host where nothing of it is granted', () => {
    expect(seen(['guest.b'])).toEqual([['host', [['guest.b', []]]]])
    expect(seen(['host.guest.b', 'host'])).toEqual([])
  })
})
