import { dirname, relative } from 'node:path/posix'
import { callFacts } from '../../src/core/compile/models.ts'
import type { Configuration } from '../../src/core/compile/configuration.ts'
import type { Call } from '../../src/core/contract/configuration.ts'
import { formatted } from './formatted.ts'

/** A generated module of calls that the console itself makes, independently of pages. */
interface Module {
  path: string
  comment: string
  names: readonly string[]
}

export const CALL_MODULES: readonly Module[] = [
  {
    path: 'src/console/data/calls/session-calls.ts',
    comment: 'Calls for sessions, which every backend has.',
    names: [
      'auth.login',
      'auth.logout',
      'auth.userinfo',
      'menu.current',
      'user.password',
      'area.list',
      'file.upload',
      'org.byParent',
      'org.tree',
      'role.list',
    ],
  },
  {
    path: 'src/console/data/calls/own-calls.ts',
    comment: 'Calls for what our own server stores for users; an existing backend does not have them.',
    names: [
      'prefs.get',
      'prefs.set',
      'views.list',
      'views.save',
      'views.delete',
      'draft.get',
      'draft.set',
      'geo.map',
      'signIn.list',
      'signIn.sign',
      'choices.list',
      'geo.outline',
      'list.tabs',
      'list.missing',
      'record.related',
      'selection.freeze',
      'batch.run',
      'batch.state',
      'batch.cancel',
      'batch.undo',
      'export.run',
      'export.state',
      'export.cancel',
      'export.file',
      'import.template',
      'import.check',
      'import.state',
      'import.cancel',
      'import.refused',
      'import.run',
      'totp.state',
      'totp.begin',
      'totp.confirm',
      'totp.recovery',
      'totp.off',
      'record.reveal',
      'record.find',
      'rule.fields',
      'rule.try',
      'message.list',
      'message.unread',
      'message.open',
      'message.read',
    ],
  },
  {
    path: 'src/supervision/console/calls.ts',
    comment: "Calls of the product's parts of the console.",
    names: [
      'networkTool.list',
      'networkTool.save',
      'networkTool.delete',
      'illegalResult.counters',
      'illegalResult.wlcbCounters',
      'clueCount.default',
      'clueCount.sent',
      'clueCount.byRole',
      'label.list',
      'subLibrary.list',
      'platform.list',
      'illegalItem.list',
      'illegalResult.list',
      'case.list',
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

/** Formats a value as source code. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new Error(`No call has ${JSON.stringify(value)}`)
  return `'${value}'`
}
/** Short, for it is sent to browsers; the names of the arguments are the server's to check. */
const declaration = ({ name, method, path, in: args, envelope, changes }: Call): string => {
  const usual = [name, method, path, args].map(literal)
  const more = [
    ...(changes || envelope !== 'resultCode' ? [literal(envelope)] : []),
    ...(changes ? [literal(changes)] : []),
  ]
  return `export const ${constantOf(name)} = call(${[...usual, ...more].join(', ')})\n`
}

/** Path → source of each generated module. */
export async function buildCalls(configuration: Configuration): Promise<Map<string, string>> {
  const known = new Map(configuration.endpoints().map(model => [model.name, model]))
  const modules = await Promise.all(
    CALL_MODULES.map(async ({ path, comment, names }): Promise<[string, string]> => {
      const calls = names.map(name => {
        const model = known.get(name)
        if (!model) throw new Error(`${path} names the call ${name}, which is in no endpoints.yaml`)
        return declaration(callFacts(model))
      })
      const made = relative(dirname(path), 'src/console/data/calls/call.ts').replace(/^(?!\.)/, './')
      const head = `// made by npm run calls: edit endpoints.yaml of base/ or schemas/, or scripts/calls/calls.ts, not this\n`
      const text = `${head}import { call } from '${made}'\n\n/** ${comment} */\n\n${calls.join('')}`
      return [path, await formatted(path, text)]
    }),
  )
  return new Map(modules)
}
