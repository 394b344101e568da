import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks that the server must not send requests to (SSRF): its own machine, internal networks, reserved ranges. */
const NETWORKS: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // unspecified and tunnel addresses, which may contain any IPv4 address
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 23],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [address, prefix] of NETWORKS) blocked.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Handles IPv4 addresses embedded in IPv6; anything that is no address is not public. */
export function isPublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPublic(mapped)
  if (/^::ffff:/i.test(address)) return false
  return isIP(address) !== 0 && !blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
