import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkProject, hasErrors } from '../core/index.ts'
import { readArgs, UsageError, type CommonArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic } from './format.ts'
import { readConfig } from './read-config.ts'

const USAGE = `npm run new-region -- --area <prefix> --name <name>
npm run new-region -- --customer <id> --name <name> --areas <prefix,prefix> [--tenant </path>]`

/** Creates the folder of an area or customer, validates it, and prints the next steps. */
export function runNewRegion(argv: readonly string[], output: Output): ExitCode {
  return run(() => newRegion(argv, output), USAGE, output)
}

interface Wanted {
  folder: string
  file: string
  text: string
  scope: string
}

const AREA = /^\d{2}(\d{2}){0,2}(\d{3})?$/
const text = (args: CommonArgs, name: string): string => String(args.values[name] ?? '').trim()
/** A JSON string is valid YAML, whatever the value contains. */
const quoted = (value: string): string => JSON.stringify(value)

function wantedOf(args: CommonArgs): Wanted {
  const [zh, en] = [args.language !== 'en', args.language === 'en']
  const [name, area, customer] = [text(args, 'name'), text(args, 'area'), text(args, 'customer')]
  if (name === '' || (area === '') === (customer === ''))
    throw new UsageError(
      en ? 'A name, and either an area or a customer' : '要有 --name，以及 --area 与 --customer 之一',
    )
  const areas = area === '' ? text(args, 'areas').split(',').filter(Boolean) : [area]
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
      file: 'area.yaml',
      scope: `--area ${area}`,
      text: header(3, 'area') + `area: ${quoted(area)}\nname: ${quoted(name)}\n`,
    }
  if (!/^[\w-]+$/.test(customer) || customer === 'areas')
    throw new UsageError(
      zh ? `客户编号只含字母、数字、- 和 _：${customer}` : `An id has letters, digits, - and _ alone: ${customer}`,
    )
  const tenant = text(args, 'tenant')
  const lines = [
    `customer: ${quoted(customer)}`,
    `name: ${quoted(name)}`,
    ...(tenant ? [`tenant: ${quoted(tenant)}`] : []),
    `areas: [${areas.map(quoted).join(', ')}]`,
  ]
  const body = `${lines.join('\n')}\n`
  return {
    folder: `customers/${customer}`,
    file: 'customer.yaml',
    scope: `--customer ${customer}`,
    text: header(2, 'customer') + body,
  }
}

const header = (depth: number, kind: string): string =>
  `# yaml-language-server: $schema=${'../'.repeat(depth)}schemas/meta/${kind}.schema.json\n`

function newRegion(argv: readonly string[], output: Output): ExitCode {
  const args = readArgs(argv, ['area', 'customer', 'name', 'areas', 'tenant'])
  if (args.help) {
    output.out(USAGE)
    return 0
  }
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
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, wanted.text)
  const { diagnostics, project } = checkProject(readConfig(args.root))
  const problems = diagnostics.filter(
    ({ severity, origin }) => severity === 'error' && origin.file.startsWith(`${wanted.folder}/`),
  )
  if (problems.length > 0) {
    for (const one of problems) output.err(formatDiagnostic(one, project.sources, args.language))
    rmSync(isNew ? dirname(path) : path, { recursive: true })
    return 1
  }
  for (const line of nextSteps(wanted, args.language)) output.out(line)
  if (hasErrors(diagnostics))
    output.err(
      args.language === 'en'
        ? 'Other files have errors: run npm run validate'
        : '其他文件有错误：请运行 npm run validate',
    )
  return 0
}

function nextSteps({ folder, file, scope }: Wanted, language: Language): string[] {
  if (language === 'en') {
    return [
      `${folder}/${file} is written, and it is sound.`,
      'Next:',
      `  what differs on a page:   ${folder}/pages/<route>.yaml   (as schemas/pages/<route>.yaml, only what differs)`,
      `  names in the menu:        ${folder}/menu.yaml`,
      '  npm run validate          after each file',
      `  npm run diff -- ${scope}     what this folder changes by now`,
      '  docs/overlays.md          the guide, in ten minutes',
    ]
  }
  return [
    `已写好 ${folder}/${file}，检查通过。`,
    '接下来：',
    `  页面上的不同之处   ${folder}/pages/<路由>.yaml（与 schemas/pages/<路由>.yaml 同名，只写不同的）`,
    `  菜单的名称与次序   ${folder}/menu.yaml`,
    '  npm run validate   每写一个文件检查一次',
    `  npm run diff -- ${scope}   看这个文件夹到底改了什么`,
    '  docs/overlays.md   十分钟看完的指南',
  ]
}
