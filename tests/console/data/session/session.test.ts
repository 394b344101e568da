import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserInfo } from '../../../../src/core/contract/api.ts'
import { areaPath, isLeaf, withoutEmpty } from '../../../../src/console/data/areas.ts'
import { endsHere, type Depth } from '../../../../src/console/fields/pickers/areaOptions.ts'
import { depthOf } from '../../../../src/console/fields/filters/areaFilter.tsx'
import { readCookie } from '../../../../src/console/data/session/cookies.ts'
import {
  clearSession,
  isSessionOf,
  keepTenant,
  keepToken,
  keepUser,
  storedUser,
  token,
  watchUser,
} from '../../../../src/console/data/session/session.ts'

const user: UserInfo = {
  id: 'u1',
  username: 'a',
  nickName: '张三',
  customerId: 'c1',
  sysCustomer: { customerId: 'c1', areaName: '某市' },
  sysOrg: { orgId: 'o', orgName: '某局' },
  sysRoles: [{ code: 'city_admin', name: '市级' }],
  sysArea: { areaCode: '110000', areaName: '某市', areaLevel: 2 },
  areaCode: '110000',
  userLevel: 2,
}

beforeEach(clearSession)

describe('the session', () => {
  it('R3.01 user info is kept in local storage and in a cookie, the token in Token, the tenant in apitenant', () => {
    keepUser(user)
    keepToken('t')
    keepTenant('/api-x')
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(user)
    expect(JSON.parse(readCookie('userInfo') ?? '')).toEqual(user)
    expect(readCookie('Token')).toBe('t')
    expect(readCookie('apitenant')).toBe('/api-x')
    expect(storedUser()).toEqual({ id: 'u1' })
  })

  it('R4.01 clearing it leaves nothing behind', () => {
    keepUser(user)
    keepToken('t')
    clearSession()
    expect(token()).toBeUndefined()
    expect(storedUser()).toBeUndefined()
    expect(document.cookie).toBe('')
  })
})

describe('another tab of the browser', () => {
  it('that signs somebody else in is noticed; one that signs the same user in again is not', () => {
    keepUser(user)
    keepToken('t')
    const changed = vi.fn()
    const end = watchUser('u1', changed)
    const told = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }))
    keepToken('t2')
    told('userInfo')
    expect([changed.mock.calls.length, isSessionOf('u1')]).toEqual([0, true])
    keepUser({ ...user, id: 'u2' })
    told('look')
    expect([changed.mock.calls.length, isSessionOf('u1')]).toEqual([0, false])
    told('userInfo')
    expect(changed).toHaveBeenCalledTimes(1)
    end()
    told('userInfo')
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('that signs out leaves nobody: this one asks when it next needs the server', () => {
    const changed = vi.fn()
    const end = watchUser('u1', changed)
    window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' }))
    window.dispatchEvent(new Event('focus'))
    expect(changed).not.toHaveBeenCalled()
    end()
  })
})

describe('areas', () => {
  it('R3.02 empty lists of children become undefined', () => {
    const node = { areaCode: '110000', areaName: '某', areaLevel: 1 }
    expect(withoutEmpty([{ ...node, children: [{ ...node, children: [] }] }])).toEqual([{ ...node, children: [node] }])
  })

  it('R5.04 nodes above level 3 are leaves', () => {
    expect(isLeaf({ areaCode: 'x', areaName: 'x', areaLevel: 4 })).toBe(true)
    expect(isLeaf({ areaCode: 'x', areaName: 'x', areaLevel: 3 })).toBe(false)
  })

  it('R5.04 a filter offers three columns, and in the data center the nation no more than cities', () => {
    const ends = (areaLevel: number, column: number, depth?: Depth) =>
      endsHere({ areaCode: 'x', areaName: 'x', areaLevel }, column, depth)
    const elsewhere = depthOf({}, 2)
    expect([ends(2, 1, elsewhere), ends(3, 2, elsewhere), ends(4, 3, elsewhere)]).toEqual([false, false, true])
    expect([ends(2, 2, depthOf({}, 1)), ends(3, 3, depthOf({}, 1))]).toEqual([false, true])
    const dataCenter = depthOf({ deepest: { 0: 2 } }, 0)
    expect([ends(1, 1, dataCenter), ends(2, 2, dataCenter)]).toEqual([false, true])
    // only for whose level it says so; and a form asks for any
    expect([ends(2, 2, depthOf({ deepest: { 0: 2 } }, 1)), ends(3, 5)]).toEqual([false, false])
  })

  it('R2.24 the way to an area is its codes level by level', () => {
    expect(areaPath('110102')).toEqual(['110000', '110100', '110102'])
    expect(areaPath('110000')).toEqual(['110000'])
    expect(areaPath('110102003')).toEqual(['110000', '110100', '110102', '110102003'])
  })
})
