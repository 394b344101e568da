import { isIPv6 } from 'node:net'

const GROUPS = 8
/** groups of an IPv6 address that identify a network: providers assign at least a /64 to each customer */
const NETWORK = 4

const hex = (group: string): string => Number.parseInt(group, 16).toString(16)

/** Key for counting guesses by address: for IPv6 its /64 network, because one customer can use all addresses in it. */
export function networkOf(ip: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return `${groups.slice(0, NETWORK).map(hex).join(':')}::/64`
}
