import { callFacts } from '../../src/core/compile/models.ts'
import type { Configuration } from '../../src/core/compile/configuration.ts'
import type { Call } from '../../src/core/contract/configuration.ts'

/** A module of calls that the console itself makes, whatever the pages are. */
interface Module {
  path: string
  comment: string
  names: readonly string[]
}

export const CALL_MODULES: readonly Module[] = [
  {
    path: 'src/console/data/calls/session-calls.ts',
    comment: 'Signing in and out, and what is asked of any backend.',
    names: [
      ...['auth.login', 'auth.logout', 'auth.userinfo', 'menu.current', 'user.password'],
      ...['area.list', 'file.upload', 'org.byParent', 'org.tree', 'role.list'],
    ],
  },
  {
    path: 'src/console/data/calls/own-calls.ts',
    comment: 'What the console keeps for its users on our own server; an existing backend does not know these.',
    names: [
      ...['prefs.get', 'prefs.set', 'views.list', 'views.save', 'views.delete', 'draft.get', 'draft.set'],
      ...['choices.list', 'list.tabs', 'selection.freeze', 'batch.run', 'batch.state', 'batch.cancel'],
      ...['export.run', 'export.state', 'export.cancel', 'export.file'],
      ...['totp.state', 'totp.begin', 'totp.confirm', 'totp.recovery', 'totp.off', 'record.reveal'],
    ],
  },
  {
    path: 'src/supervision/console/calls.ts',
    comment: "Calls of the product's parts of the console.",
    names: [
      ...['networkTool.list', 'networkTool.save', 'networkTool.delete', 'illegalResult.counters'],
      ...['clueCount.default', 'clueCount.sent', 'clueCount.byRole'],
      ...['label.list', 'subLibrary.list', 'platform.list', 'illegalItem.list', 'illegalResult.list', 'case.list'],
      'taskSpecial.list',
    ],
  },
]

/** auth.login → AUTH_LOGIN, org.byParent → ORG_BY_PARENT */
export const constantOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()

/** Words in single quotes, as the formatter writes them. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new Error(`No call has ${JSON.stringify(value)}`)
  return `'${value}'`
}
const declaration = (call: Call): string => {
  // the names of its arguments are the server's to check
  const { names: _, ...sent } = call
  const facts = Object.entries(sent).map(([key, value]) => `  ${key}: ${literal(value)},\n`)
  return `export const ${constantOf(call.name)}: Call = {\n${facts.join('')}}\n`
}

/** The text of each module, by its path. */
export function buildCalls(configuration: Configuration): Map<string, string> {
  const known = new Map(configuration.endpoints().map(model => [model.name, model]))
  return new Map(
    CALL_MODULES.map(({ path, comment, names }) => {
      const calls = names.map(name => {
        const model = known.get(name)
        if (!model) throw new Error(`${path} names the call ${name}, which is in no endpoints.yaml`)
        return declaration(callFacts(model))
      })
      const contract = `${'../'.repeat(path.split('/').length - 2)}core/contract/configuration.ts`
      const head = `// made by npm run calls: edit schemas/endpoints.yaml or scripts/calls/calls.ts, not this\n`
      return [path, `${head}import type { Call } from '${contract}'\n\n/** ${comment} */\n\n${calls.join('')}`]
    }),
  )
}
