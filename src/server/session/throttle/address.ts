import { isIPv6 } from 'node:net'

const GROUPS = 8
/** what one caller of the internet is given at least: whoever has it has all addresses in it */
const NETWORK = 4

const hex = (group: string): string => Number.parseInt(group, 16).toString(16)

/** Whom an address stands for where guesses are counted: an IPv6 address for its network of 64 bits. */
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
