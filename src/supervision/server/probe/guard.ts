import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublic } from './addresses.ts'

/**
 * Decides which addresses the server may ask because somebody entered them, or a page named them: none within the own
 * network and none of this machine, unless the configuration allows it (SSRF). Captures, rechecks and licence checks
 * ask this one.
 */
export interface Guard {
  /** the checked IP address, to be connected to as it is; throws `Inside` or the resolver's error */
  addressFor(host: string, port: number): Promise<string>
}

export class Inside extends Error {}

export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

interface Allowed {
  port: number | undefined
  holds(host: string, address: string): boolean
}

/** Without brackets and zone; an IPv4 address that is written as IPv6 is that IPv4 address. */
const bare = (host: string): string =>
  host
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')

function network(address: string, bits: number): (tried: string) => boolean {
  const list = new BlockList()
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  list.addSubnet(address, bits, family)
  return tried => list.check(tried, isIP(tried) === 6 ? 'ipv6' : 'ipv4')
}

/** Parses `name`, `address` or `network/bits`, each optionally with `:port`; IPv6 with a port needs brackets. */
export function allowedEntry(entry: string): Allowed {
  const [, bracketed, plain, portText] =
    /^(?:\[([^\]]+)\]|([^:]+|[^:]*(?::[^:]*){2,}))(?::(\d+))?$/.exec(entry.trim()) ?? []
  const what = (bracketed ?? plain ?? '').toLowerCase()
  const [address = '', bits] = what.split('/')
  const family = isIP(address)
  const port = portText === undefined ? undefined : Number(portText)
  if (
    what === ''
    || (bits !== undefined && (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32)))
  )
    throw new Error(entry)
  if (family === 0) return { port, holds: host => host === what }
  const within = network(address, bits === undefined ? (family === 6 ? 128 : 32) : Number(bits))
  return { port, holds: (_host, tried) => within(tried) }
}

/** The machine's own addresses count as internal, even public ones. They change while a server runs. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))

export type Resolve = (name: string) => Promise<string[]>
const byDns: Resolve = async name => (await lookup(name, { all: true })).map(({ address }) => address)

export function guardOf(
  allow: readonly string[],
  resolve: Resolve = byDns,
  ownOnes: () => readonly string[] = ownAddresses,
): Guard {
  const allowed = allow.map(allowedEntry)
  const fits = (host: string, port: number, address: string): boolean =>
    allowed.some(entry => (entry.port === undefined || entry.port === port) && entry.holds(host, address))
  return {
    addressFor: async (given, port) => {
      const host = bare(given)
      const found = (isIP(host) ? [host] : await resolve(host)).map(bare)
      const own = new Set(ownOnes().map(bare))
      const [first] = found
      // all addresses of a name must be allowed, because the browser might use any of them
      if (
        first === undefined
        || !found.every(address => fits(host, port, address) || (isPublic(address) && !own.has(address)))
      )
        throw new Inside(host)
      return first
    },
  }
}
