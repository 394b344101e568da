import { ownAddress } from '../../src/console/navigation/routes.ts'
import { linearPattern } from '../../src/core/model/field/linear-pattern.ts'
import { guardOf } from '../../src/supervision/server/probe/guard.ts'
import { leadingAway, NO_PAGES } from '../../tests/console/navigation/spellings.ts'
import type { Draw, Tried } from './draw.ts'
import type { Ground } from './ground.ts'

const told = (what: string, broken: string | false): Tried => (broken === false ? { what } : { what, broken })

/** Cookies instead of the header, other hosts and origins, other spellings of paths, addresses to go on to. */
export async function headers(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const origin = ground.server.url
  Object.assign(globalThis, { location: new URL(origin) })
  const away = [...leadingAway(origin), ...NO_PAGES]
  for (let n = 0; n < times; n++) {
    const { username } = ground.somebody(draw)!
    const token = await ground.token(username)
    const cookie = `Token=${token}; Admin-Token=${token}; authorization=Bearer ${token}`
    const info = '/prod-api/api-user/users/current'
    const byCookie = await ground.raw('GET', info, { cookie })
    tried.push(told('a session by its cookie', byCookie.status === 401 ? false : `answered ${byCookie.status}`))
    const evil = draw.one(['evil.example', 'evil.example:80', '169.254.169.254', 'evil\t.example'])!
    const named = draw.one(['x-forwarded-host', 'forwarded', 'x-original-url', 'x-rewrite-url', 'origin', 'referer'])!
    const path = draw.one(['/login', '/', '/config/boot', info])!
    const value = named === 'forwarded' ? `host=${evil.trim()}` : evil.replace('\t', '')
    const heard = await ground.raw('GET', path, { [named]: value })
    const told2 = [...heard.headers].flat().join('\n') + heard.text
    tried.push(told(`${named}: ${value} at ${path}`, told2.includes(value) ? 'comes back in the answer' : false))
    tried.push(
      told(
        `${named} at ${path} from elsewhere`,
        heard.headers.has('access-control-allow-origin') && 'lets others read',
      ),
    )
    const spelt = draw.one([
      '/prod-api/..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/package.json',
      '/files/..%5c..%5cx',
      '//evil.example/%2f..',
      '/.git/config',
      '/prod-api%2fapi-user/users',
    ])!
    const at = await ground.raw('GET', spelt, {})
    const leads = at.status >= 300 && at.status < 400 && !(at.headers.get('location') ?? '/').startsWith('/')
    const gives = /root:x:|"dependencies"|\[core\]/.test(at.text)
    tried.push(told(spelt, leads ? 'leads away' : gives ? 'gives a file' : at.status >= 500 && `answered ${at.status}`))
    const address = draw.one(away)!
    const own = ownAddress(address)
    const isAway = own !== undefined && new URL(own, origin).host !== new URL(origin).host
    tried.push(told(`after sign-in to ${JSON.stringify(address)}`, isAway && 'leaves the console'))
  }
  return tried
}

const INSIDE = ['127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']

/** An address within the own network, as browsers and resolvers understand it. */
function spellingOf(address: string, draw: Draw): string {
  const parts = address.split('.').map(Number)
  const whole = parts.reduce((sum, part) => sum * 256 + part, 0)
  const hex = (n: number): string => n.toString(16)
  const six = `${hex(parts[0]! * 256 + parts[1]!)}:${hex(parts[2]! * 256 + parts[3]!)}`
  const ways = [
    address,
    String(whole),
    `0x${hex(whole)}`,
    parts.map(part => `0${part.toString(8)}`).join('.'),
    parts.map(part => `0x${hex(part)}`).join('.'),
    `${parts[0]}.${parts[1]! * 65_536 + parts[2]! * 256 + parts[3]!}`,
    `[::ffff:${six}]`,
    `[::${six}]`,
    `[64:ff9b::${six}]`,
    `[2002:${six}::1]`,
    `${address}.`,
    address.replaceAll('.', '。'),
    address.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    `user@${address}`,
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'LOCALHOST.',
  ]
  return draw.one(ways)!
}

/** Spellings of inner addresses: no connection is begun to one, whatever a capture or a check is given. */
export async function outward(_ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const guard = guardOf(
    [],
    async name => (/localhost/i.test(name) ? ['127.0.0.1'] : [name]),
    () => [],
  )
  const tried: Tried[] = []
  for (let n = 0; n < times; n++) {
    const spelt = spellingOf(draw.one(INSIDE)!, draw)
    const url = URL.canParse(`http://${spelt}/`) ? new URL(`http://${spelt}/`) : undefined
    const found = url && (await guard.addressFor(url.hostname, 80).catch(() => undefined))
    tried.push(told(`http://${spelt}/`, found !== undefined && `is asked at ${found}`))
  }
  return tried
}

const ATOMS = ['a', 'a+', 'a*', '(a|a)', '(a|aa)', '(a+)', '([a-z]+)', '\\w+', '(a?)', '.*']
const MANY = ['+', '*', '{1,9}', '']
const SOON_MS = 2000

/** Patterns whose cost doubles with each sign, where JavaScript matches them: each comes to an end, or is none. */
export async function patterns(_ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  return Array.from({ length: times }, () => {
    const inner = draw.some(ATOMS, 1 + draw.below(3)).join('')
    const pattern = `^(${draw.below(2) ? `(${inner})` : inner}${draw.one(MANY)})${draw.one(MANY)}$`
    const since = performance.now()
    linearPattern(pattern)?.isIn(`${'a'.repeat(2000 + draw.below(2000))}!`)
    const took = performance.now() - since
    return told(pattern, took > SOON_MS && `took ${Math.round(took)} ms`)
  })
}
