import { describe, expect, it } from 'vitest'
import { ownAddress, routeOf } from '../../../src/console/navigation/routes.ts'
import { leadingAway, NO_PAGES } from './spellings.ts'

const LEADING = leadingAway(location.origin)

/** Where a browser would go. */
const hostOf = (address: string): string => new URL(address, location.origin).host

describe('an address that comes from outside', () => {
  it('never leads to another host, however it is written', () => {
    for (const address of [...LEADING, ...NO_PAGES]) {
      const own = ownAddress(address)
      if (own !== undefined) expect([address, hostOf(own)]).toEqual([address, location.host])
    }
  })

  it('is taken as it is where it is of this console', () => {
    const own = ['/dataCenter/onlineShop?page=2&name=%E5%BA%97#top', '/', '/a/b/']
    expect(own.map(ownAddress)).toEqual(own)
    expect(ownAddress(`${location.origin}/a?b=1`)).toBe('/a?b=1')
    expect(ownAddress('dataCenter/website')).toBe('/dataCenter/website')
    expect(ownAddress('/x/..//evil.example')).toBe('/evil.example')
  })

  it('behind a slash is a path of this console', () => {
    for (const address of LEADING.filter(one => !/^\s*https?:|^ht/i.test(one)))
      expect([address, hostOf(`/${routeOf(address)}`)]).toEqual([address, location.host])
    expect(routeOf('/dataCenter/onlineShop/')).toBe('dataCenter/onlineShop')
  })
})
