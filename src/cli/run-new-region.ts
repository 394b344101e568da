import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mkdirDurablySync, writeDurablySync } from '../server/disk/durable-sync.ts'
import { hasErrors, type Checked, type KnownCode } from '../core/index.ts'
import { UsageError, type CommonArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic } from './format.ts'
import { checkFolder } from './check-folder.ts'
import { readConfig } from './read-config.ts'
import { readRegionArgs, textOf } from './region-args.ts'
import { regionDemo } from './region-demo.ts'
import { commandLine } from '../core/diagnostic/command.ts'

const CUSTOMER = commandLine('new-region', '--customer')
const USAGE = `${commandLine('new-region', '--area')} <prefix> --name <name> [--english <name in English>]
${CUSTOMER} <id> --name <name> --areas <prefix,prefix> [--english <name>] [--tenant </path>]
${CUSTOMER} <id> … --admin <user name> [--person <name>] [--unit <name>] [--role <code>]`

/**
 * Creates the folder of an area or customer, validates it, and prints the next steps. `code`: of which records a
 * demonstration can be made up; without it the customer's has accounts alone.
 */
export function runNewRegion(argv: readonly string[], output: Output, code?: KnownCode): ExitCode {
  return run(() => newRegion(argv, output, code), USAGE, output)
}

interface Wanted {
  folder: string
  /** how many folders it lies below the root */
  depth: number
  file: string
  text: string
  scope: string
}

const AREA = /^\d{2}(\d{2}){0,2}(\d{3})?$/
/** A JSON string is valid YAML, whatever the value contains. */
const quoted = (value: string): string => JSON.stringify(value)

function wantedOf(args: CommonArgs): Wanted {
  const [zh, en] = [args.language !== 'en', args.language === 'en']
  const [name, area, customer] = [textOf(args, 'name'), textOf(args, 'area'), textOf(args, 'customer')]
  if (name === '' || (area === '') === (customer === ''))
    throw new UsageError(
      en ? 'A name, and either an area or a customer' : '要有 --name，以及 --area 与 --customer 之一',
    )
  const areas = area === '' ? textOf(args, 'areas').split(',').filter(Boolean) : [area]
  const wrong = areas.find(one => !AREA.test(one))
  if (wrong !== undefined || areas.length === 0)
    throw new UsageError(
      zh
        ? `地区编码前缀应为 2、4、6 或 9 位数字：${wrong ?? '--areas'}`
        : `A prefix of an area code has 2, 4, 6 or 9 digits: ${wrong ?? '--areas'}`,
    )
  if (area !== '')
    return {
      folder: `customers/areas/${area}`,
      depth: 3,
      file: 'area.yaml',
      scope: `--area ${area}`,
      text: header(3, 'area') + `area: ${quoted(area)}\nname: ${quoted(name)}\n`,
    }
  if (!/^[\w-]+$/.test(customer) || customer === 'areas')
    throw new UsageError(
      zh ? `客户编号只含字母、数字、- 和 _：${customer}` : `An id has letters, digits, - and _ alone: ${customer}`,
    )
  const tenant = textOf(args, 'tenant')
  const lines = [
    `customer: ${quoted(customer)}`,
    `name: ${quoted(name)}`,
    ...(tenant ? [`tenant: ${quoted(tenant)}`] : []),
    `areas: [${areas.map(quoted).join(', ')}]`,
  ]
  const body = `${lines.join('\n')}\n`
  return {
    folder: `customers/${customer}`,
    depth: 2,
    file: 'customer.yaml',
    scope: `--customer ${customer}`,
    text: header(2, 'customer') + body,
  }
}

const header = (depth: number, kind: string): string =>
  `# yaml-language-server: $schema=${'../'.repeat(depth)}schemas/meta/${kind}.schema.json\n`

function write(path: string, text: string): void {
  mkdirDurablySync(dirname(path))
  writeDurablySync(path, text)
}

/** What the region is called in the other languages: as `--english` says, else as it is called in its own. */
function writeTranslations(args: CommonArgs, { folder, depth }: Wanted, { configuration }: Checked): void {
  const { language, languages } = configuration.scope({}).app
  const name = textOf(args, 'name')
  for (const other of languages.filter(one => one !== language))
    write(
      join(args.root, folder, 'locales', `${other}.yaml`),
      `${header(depth + 1, 'locale')}texts:\n  ${quoted(name)}: ${quoted(textOf(args, 'english') || name)}\n`,
    )
}

/** Accounts and records to try a customer with, as far as the configuration has roles for its areas. */
function writeDemo(args: CommonArgs, { folder, depth }: Wanted, { configuration }: Checked, code?: KnownCode): boolean {
  const customer = textOf(args, 'customer')
  const areas = configuration.customers().find(one => one.customer === customer)?.areas ?? []
  const { product = '' } = configuration.scope({}).app
  const shared = configuration.demos().find(demo => demo.customer === undefined)
  const text = regionDemo({ customer, areas }, shared, code?.products[product]?.made ?? [])
  if (text !== undefined) write(join(args.root, folder, 'demo.yaml'), header(depth, 'demo') + text)
  return text !== undefined
}

/** Whether the customer's folder is there, and only its administrator is still to be made. */
function lacksAdministrator(args: CommonArgs): boolean {
  if (textOf(args, 'admin') === '') return false
  const customer = textOf(args, 'customer')
  if (customer === '')
    throw new UsageError(args.language === 'en' ? '--admin goes with --customer' : '--admin 要与 --customer 同写')
  return existsSync(join(args.root, 'customers', customer, 'customer.yaml'))
}

function newRegion(argv: readonly string[], output: Output, code: KnownCode | undefined): ExitCode {
  const args = readRegionArgs(argv)
  if (args.help) {
    output.out(USAGE)
    return 0
  }
  if (lacksAdministrator(args)) return 0
  const wanted = wantedOf(args)
  readConfig(args.root)
  const path = join(args.root, wanted.folder, wanted.file)
  if (existsSync(path)) {
    output.err(
      args.language === 'en'
        ? `${wanted.folder}/${wanted.file} is there already`
        : `${wanted.folder}/${wanted.file} 已经存在`,
    )
    return 1
  }
  const isNew = !existsSync(dirname(path))
  write(path, wanted.text)
  const checked = checkFolder(args.root)
  const { diagnostics, project } = checked
  const own = diagnostics.filter(({ origin }) => origin.file.startsWith(`${wanted.folder}/`))
  const problems = own.filter(({ severity }) => severity === 'error')
  if (problems.length > 0) {
    for (const one of problems) output.err(formatDiagnostic(one, project.sources, args.language))
    rmSync(isNew ? dirname(path) : path, { recursive: true })
    return 1
  }
  if (own.some(({ code }) => code === 'translation-missing')) writeTranslations(args, wanted, checked)
  const hasDemo = writeDemo(args, wanted, checked, code)
  for (const line of nextSteps(wanted, args.language, hasDemo)) output.out(line)
  if (hasErrors(diagnostics))
    output.err(
      args.language === 'en'
        ? `Other files have errors: run ${commandLine('validate')}`
        : `其他文件有错误：请运行 ${commandLine('validate')}`,
    )
  return 0
}

function nextSteps({ folder, file, scope }: Wanted, language: Language, hasDemo: boolean): string[] {
  if (language === 'en') {
    return [
      `${folder}/${file} is written, and it is sound.`,
      ...(hasDemo ? [`${folder}/demo.yaml has accounts and records to try it with, on a server without DEMO=0.`] : []),
      'Next:',
      `  what differs on a page:   ${folder}/pages/<route>.yaml   (as schemas/pages/<route>.yaml, only what differs)`,
      `  names in the menu:        ${folder}/menu.yaml`,
      `  ${commandLine('validate')}          after each file`,
      `  ${commandLine('diff', scope)}     what this folder changes by now`,
      '  docs/overlays.md          the guide, in ten minutes',
    ]
  }
  return [
    `已写好 ${folder}/${file}，检查通过。`,
    ...(hasDemo ? [`${folder}/demo.yaml 里有试用的账号和编造的数据，没有设 DEMO=0 的服务启动时载入。`] : []),
    '接下来：',
    `  页面上的不同之处   ${folder}/pages/<路由>.yaml（与 schemas/pages/<路由>.yaml 同名，只写不同的）`,
    `  菜单的名称与次序   ${folder}/menu.yaml`,
    `  ${commandLine('validate')}   每写一个文件检查一次`,
    `  ${commandLine('diff', scope)}   看这个文件夹到底改了什么`,
    '  docs/overlays.md   十分钟看完的指南',
  ]
}
