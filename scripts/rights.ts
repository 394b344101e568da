import { fileURLToPath } from 'node:url'
import { demoPeople } from '../src/supervision/server/demo/accounts.ts'
import {
  callKindOf,
  kindsOfPeople,
  rightsOf,
  unmanageable,
  type CallKind,
} from '../src/supervision/server/demo/rights.ts'
import { entitiesOf } from '../src/server/db/tables/models.ts'
import { readDemo } from '../src/supervision/server/demo/demo-files.ts'
import { firstConfiguration } from '../src/server/start/configuration/live-configuration.ts'

/**
 * `npm run rights [-- --calls]`: prints what each account of the demonstration may read, change and manage, from
 * configuration alone.
 */
const root = process.env['CONFIG_DIR'] ?? fileURLToPath(new URL('..', import.meta.url))
const { configuration } = await firstConfiguration(root)
const entities = entitiesOf(configuration)
const people = demoPeople(await readDemo(fileURLToPath(new URL('..', import.meta.url))))
const kinds = kindsOfPeople(people)
const rights = rightsOf(configuration, kinds)
const KINDS: Record<CallKind, string> = { read: '读', change: '改', manage: '管' }
const of = (kind: CallKind): typeof rights => rights.filter(({ call }) => callKindOf(call) === kind)

console.log(
  `${kinds.length} 个账号 × ${rights.length} 个接口：可读、可改、可管的接口数；管人：能管理的 / 看得到的账号数`,
)
kinds.forEach((user, i) => {
  const counts = (Object.keys(KINDS) as CallKind[]).map(
    kind =>
      `${KINDS[kind]} ${String(of(kind).filter(({ holders }) => holders.includes(user)).length).padStart(3)}/${of(kind).length}`,
  )
  const manages = rights.some(({ call, holders }) => call.name === 'user.save' && holders.includes(user))
  const { seen, refused } = manages
    ? unmanageable({ configuration: () => configuration, entities: () => entities }, user, people)
    : { seen: [], refused: new Map() }
  console.log(
    `${String(i + 1).padStart(2)} ${user.username.padEnd(20)} L${user.areaLevel} ${counts.join('  ')}  管人 ${seen.length - refused.size}/${seen.length}  ${user.roles.join(',')}`,
  )
})

const numbers = kinds.map((_, i) => String((i + 1) % 10)).join('')
console.log(`\n同样权限的接口归为一行：● 可调用，· 不可\n   ${numbers}`)
const rows = new Map<string, string[]>()
for (const kind of Object.keys(KINDS) as CallKind[])
  for (const { call, holders } of of(kind)) {
    const row = `${KINDS[kind]} ${kinds.map(user => (holders.includes(user) ? '●' : '·')).join('')}`
    rows.set(row, [...(rows.get(row) ?? []), call.name])
  }
for (const [row, names] of rows) {
  const shown = process.argv.includes('--calls') || names.length <= 12 ? names : [...names.slice(0, 8), '…']
  console.log(`${row} ${String(names.length).padStart(4)}  ${shown.join(' ')}`)
}
