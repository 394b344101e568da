import { formatOrigin } from '../core/diagnostic/diagnostic.ts'
import { nearest } from '../core/diagnostic/nearest.ts'
import type { Checked } from '../core/index.ts'
import type { Scope } from '../core/model/scope.ts'
import { placeOf } from '../core/overlay/layer.ts'
import { explainValue, namesAt, type LayerValue } from '../core/overlay/explain.ts'
import { accountNamed, type Account } from './accounts.ts'
import { readArgs, UsageError, type CommonArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { explainButtons } from './explain-buttons.ts'
import { explainIndexes, indexLines } from './explain-indexes.ts'
import type { MeasureStatement } from '../server/statistics/statements.ts'
import { explainMeasure, measureLines } from './explain-measures.ts'
import { checkFolder } from './check-folder.ts'
import { commandLine } from '../core/diagnostic/command.ts'

const USAGE =
  `${commandLine('explain', '<route, or file such as endpoints, entities/eshop or customers/<id>/customer.yaml>')} `
  + '[key.path] '
  + '[--customer <id>] [--area <code>] [--account <demo account>] [--root <folder>] [--json] [--lang zh|en]\n'
  + `${commandLine('explain', '<route> [button] --state <code>')} `
  + '(--account <demo account> | --role <code,…> --area <code> [--customer <id>])\n'
  + commandLine('explain', '--indexes <entity>')

/** Prints what each layer says of a value, and which layer wins. */
export function runExplain(argv: readonly string[], output: Output): ExitCode {
  return run(() => explain(argv, output), USAGE, output)
}

function explain(argv: readonly string[], output: Output): ExitCode {
  const args = readArgs(argv, ['customer', 'area', 'state', 'role', 'account', 'indexes'], [], 2)
  if (args.help) {
    output.out(USAGE)
    return 0
  }
  if (typeof args.values['indexes'] === 'string') return explainTable(args.values['indexes'], args, output)
  const file = placeOf(args.positionals[0] ?? '')
  const route = file?.name.replace(/^pages\//, '') ?? args.positionals[0]?.replace(/^\/+/, '')
  if (!route) throw new UsageError(args.language === 'en' ? 'Which page?' : '要解释哪个页面？')
  if (typeof args.values['state'] === 'string')
    return explainState(route, args.positionals[1], args.values['state'], args, output)
  const path = (args.positionals[1] ?? '').split('.').filter(Boolean)
  const checked = checkFolder(args.root)
  const scope = scopeOf(args, checked)
  const says = explainValue(checked.resolver, route, path, scope)
  if (!says)
    return notFound(route, [...checked.resolver.routes(), ...checked.project.documents.keys()], args.language, output)
  if (says.every(say => !('value' in say)))
    return notFound(
      path.join('.'),
      namesAt(checked.resolver, route, path, scope),
      args.language,
      output,
      path.at(-1),
      path.slice(-2).join('.'),
    )
  const counted = countedAt(checked, route, path, scope)
  if (args.json) output.out(JSON.stringify([...says.map(toJson), ...counted], undefined, 2))
  else {
    print(route, path, says, scope, args.language === 'en', output)
    for (const line of measureLines(counted, args.language)) output.out(line)
  }
  reportErrors(checked, args.language, output)
  return 0
}

/** How the measure of a statistic is counted that this names. */
function countedAt(checked: Checked, route: string, [part, name]: string[], scope: Scope): MeasureStatement[] {
  const [, statistic] = /^statistics\/(.+)$/.exec(route) ?? []
  if (statistic === undefined || part !== 'measures' || name === undefined) return []
  return explainMeasure(checked, statistic, name, scope)
}

/** Which indexes a table has, which pages want them, and what is read without one. */
function explainTable(entity: string, args: CommonArgs, output: Output): ExitCode {
  const checked = checkFolder(args.root)
  const says = explainIndexes(checked, entity)
  if (!says) {
    const known = checked.configuration.entities().map(({ name }) => name)
    return notFound(entity, known, args.language, output)
  }
  if (args.json) output.out(JSON.stringify(says, undefined, 2))
  else for (const line of indexLines(says, args.language)) output.out(line)
  reportErrors(checked, args.language, output)
  return 0
}

function accountOf({ root, values }: CommonArgs, checked: Checked): Account {
  const { account, customer, area, role } = values
  if (typeof account === 'string') return accountNamed(root, account, checked)
  return {
    area: typeof area === 'string' ? area : '',
    ...(typeof customer === 'string' ? { customer } : {}),
    roles: typeof role === 'string' ? role.split(',') : [],
    buttons: [],
  }
}

const RELATIONS = {
  holder: ['当前办理单位', 'the unit that has it'],
  sender: ['交办单位', 'the unit that gave it'],
  creator: ['创建人', 'who made it'],
  above: ['上级单位', 'a unit above'],
  area: ['同一地区的单位', 'a unit of the same area'],
  system: ['系统', 'the system'],
} as const

/** Explains why each button is shown or not, for an account, on a record in a state. */
function explainState(
  route: string,
  button: string | undefined,
  state: string,
  args: CommonArgs,
  output: Output,
): ExitCode {
  const checked = checkFolder(args.root)
  const account = accountOf(args, checked)
  const scope = { area: account.area, ...(account.customer ? { customer: account.customer } : {}) }
  const says = explainButtons(checked, route, scope, account, state)?.filter(
    say => button === undefined || say.button === button,
  )
  if (!says?.length) return notFound(button ?? state, checked.resolver.routes(), args.language, output)
  const isEnglish = args.language === 'en'
  if (args.json) output.out(JSON.stringify(says, undefined, 2))
  else
    for (const { button: code, label, may, as, why, place } of says) {
      const reason = may ? (as ? `${isEnglish ? 'as' : '须为'} ${RELATIONS[as][isEnglish ? 1 : 0]}` : '') : (why ?? '')
      output.out(`${may ? '✓' : '✗'}  ${code}  ${label}  ${reason}  ${place}`.trimEnd())
    }
  reportErrors(checked, args.language, output)
  return 0
}

/** That of an account; a file of an overlay that is named by its path stands for its folder's scope. */
function scopeOf({ root, values, positionals }: CommonArgs, checked: Checked): Scope {
  if (typeof values['account'] === 'string') {
    const { area: home, customer: whose } = accountNamed(root, values['account'], checked)
    return { area: home, ...(whose === undefined ? {} : { customer: whose }) }
  }
  const own = placeOf(positionals[0] ?? '')?.layer
  const { customer = own?.customer, area = own?.area } = values
  return {
    ...(typeof customer === 'string' ? { customer } : {}),
    ...(typeof area === 'string' ? { area } : {}),
  }
}

function notFound(
  what: string,
  known: string[],
  language: Language,
  output: Output,
  last = what,
  lastTwo = last,
): ExitCode {
  // names of calls contain a dot, so the last two steps are tried as well
  const meant = nearest(last, known) ?? nearest(lastTwo, known)
  output.err(language === 'en' ? `No layer of this scope says ${what}` : `这个范围的各层都没有 ${what}`)
  if (meant !== undefined) output.err(language === 'en' ? `Did you mean ${meant}?` : `您是不是想写 ${meant}？`)
  return 1
}

const toJson = ({ origin, ...say }: LayerValue): object => ({ ...say, ...origin })

const LAYERS = {
  page: ['页面', 'page'],
  file: ['文件', 'file'],
  extends: ['底页', 'extended page'],
  entity: ['实体', 'entity'],
  mixin: ['字段组', 'mixin'],
  workflow: ['流程', 'workflow'],
  family: ['接口族', 'family'],
  menu: ['菜单', 'menu'],
} as const

function print(
  route: string,
  path: string[],
  says: LayerValue[],
  scope: Scope,
  isEnglish: boolean,
  output: Output,
): void {
  const whose = [scope.customer && `customer ${scope.customer}`, scope.area && `area ${scope.area}`]
    .filter(Boolean)
    .join(', ')
  output.out(`${[route, path.join('.')].filter(Boolean).join('  ')}${whose ? `  (${whose})` : ''}`)
  const rows = says.map(say => [
    say.winner ? '→' : ' ',
    say.layer,
    LAYERS[say.of][isEnglish ? 1 : 0],
    'value' in say ? formatOrigin(say.origin) : say.origin.file,
    valueText(say, isEnglish, isMember(path)),
  ])
  const widths = [0, 1, 2, 3].map(i => Math.max(...rows.map(row => widthOf(row[i]!))))
  for (const row of rows)
    output.out(
      row
        .map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell))))
        .join('  ')
        .trimEnd(),
    )
}

/** Chinese characters take two columns of a terminal. */
const widthOf = (text: string): number => [...text].reduce((sum, char) => sum + (/[⺀-꓏＀-｠]/.test(char) ? 2 : 1), 0)

/** A column, field or button as a whole, which is as the entity says where nothing is written behind it. */
const isMember = (path: readonly string[]): boolean =>
  ['columns', 'filters', 'facts', 'fields', 'form', 'actions', 'options'].includes(path.at(-2) ?? '')

function valueText(say: LayerValue, isEnglish: boolean, isWhole: boolean): string {
  if (!('value' in say)) return isEnglish ? '(says nothing)' : '（没有写）'
  if (say.value === null && isWhole) return isEnglish ? '(empty: as the entity says)' : '（留空：同实体）'
  if (say.value === null) return isEnglish ? '(empty: taken away)' : '（留空：去掉）'
  if (say.value === false) return isEnglish ? 'false (left out)' : 'false（去掉）'
  const text = typeof say.value === 'string' ? say.value : JSON.stringify(say.value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Longer values are cut; --json prints them whole. */
const LONGEST = 160

/** Warns that an explanation may be incomplete if the configuration has errors. */
function reportErrors({ diagnostics }: Checked, language: Language, output: Output): void {
  const errors = diagnostics.filter(d => d.severity === 'error').length
  if (errors === 0) return
  output.err(
    language === 'en'
      ? `The configuration has ${errors} errors: run ${commandLine('validate')}`
      : `配置有 ${errors} 个错误：请运行 ${commandLine('validate')}`,
  )
}
