import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { specificationIn } from '../src/cli/specification.ts'
import { firstConfiguration } from '../src/server/start/configuration/live-configuration.ts'
import { checkBackend } from '../src/server/upstream/check-backend.ts'

/**
 * `npm run check-backend -- <url> --user <name>`, with the password in BACKEND_PASSWORD: asks an existing backend for
 * what can be read by the specification and tells call by call what is missing or differs. Exit 1 where something is.
 */
const { values, positionals } = parseArgs({ options: { user: { type: 'string' } }, allowPositionals: true })
const password = process.env['BACKEND_PASSWORD'] ?? ''
const root = process.env['CONFIG_DIR'] ?? fileURLToPath(new URL('..', import.meta.url))
const specification = specificationIn(root)
if (!positionals[0] || !values.user || password === '' || !specification) {
  console.error('用法：BACKEND_PASSWORD=<密码> npm run check-backend -- <后端地址> --user <账号>')
  process.exit(2)
}
const { configuration } = await firstConfiguration(root)
const named = new Set(specification.calls)
const findings = await checkBackend({
  backend: new URL(positionals[0]),
  username: values.user,
  password,
  scoped: configuration.scope({}),
  endpoints: configuration
    .endpoints()
    .filter(({ name, method, path }) => named.has(`${method} ${path}`) || named.has(name)),
})
const WORDS = { ok: '有', missing: '没有', differs: '不同', 'not asked': '未试' } as const
for (const { state, line, note } of findings) console.log([WORDS[state], line, note].join('\t').trimEnd())
const wrong = findings.filter(({ state }) => state === 'missing' || state === 'differs')
console.log(`${findings.length} 个接口，${wrong.length} 个没有或不同`)
process.exitCode = wrong.length > 0 ? 1 : 0
