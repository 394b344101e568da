import { hasErrors, type Checked, type KnownCode } from '../core/index.ts'
import { BASE } from '../core/overlay/layer.ts'
import { readArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic, toJson } from './format.ts'
import { checkFolder } from './check-folder.ts'
import { specificationIn } from './specification.ts'
import { keptOf, statsOf } from './stats.ts'
import { calendarFrom, missingYear } from '../core/workflow/working-days.ts'
import { commandLine } from '../core/diagnostic/command.ts'

const USAGE = commandLine('validate', '[--root <folder>] [--json] [--stats] [--lang zh|en]')

/**
 * Validates a configuration folder and prints all problems, and with `--stats` what it consists of. `code`: names in
 * the code that YAML may refer to; `today`: YYYY-MM-DD.
 */
export function runValidate(argv: readonly string[], output: Output, code?: KnownCode, today = chinaToday()): ExitCode {
  return run(() => validate(argv, output, { code, today }), USAGE, output)
}

interface Surroundings {
  code: KnownCode | undefined
  today: string
}
const CHINA_MS = 8 * 3_600_000
const chinaToday = (): string => new Date(Date.now() + CHINA_MS).toISOString().slice(0, 10)

function validate(argv: readonly string[], output: Output, { code, today }: Surroundings): ExitCode {
  const { root, json, language, help, values } = readArgs(argv, [], ['stats'])
  if (help) {
    output.out(USAGE)
    return 0
  }
  const checked = checkFolder(root, code)
  if (json)
    output.out(
      JSON.stringify(
        checked.diagnostics.map(d => toJson(d, language)),
        undefined,
        2,
      ),
    )
  else {
    print(checked, language, output)
    for (const line of holidaysMissing(checked, today, language)) output.out(line)
  }
  if (values['stats'] === true && !json) {
    const specification = specificationIn(root)
    const kept = specification ? keptOf(specification, checked, language) : []
    for (const line of [...statsOf(checked, language), ...kept]) output.out(line)
  }
  return hasErrors(checked.diagnostics) ? 1 : 0
}

function print(checked: Checked, language: Language, output: Output): void {
  for (const diagnostic of checked.diagnostics) {
    output.out(formatDiagnostic(diagnostic, checked.project.sources, language))
    output.out('')
  }
  if (checked.project.broken.length > 0) output.out(language === 'en' ? AFTERWARDS[1] : AFTERWARDS[0])
  output.out(summary(checked, language))
}

/** printed when a file could not be read, because the other checks were then skipped */
const AFTERWARDS = [
  '有文件读不出来：改好语法之后再运行一次，才检查各文件之间的关系。',
  'Some files cannot be read: mend them and run again to check how the files fit together.',
] as const

/** What no rule can say, because it is wrong from some day on though nobody changes anything. */
function holidaysMissing(
  { project, diagnostics, configuration }: Checked,
  today: string,
  language: Language,
): string[] {
  const countsDays = [...project.sources].some(
    ([path, { text }]) => path.includes('/workflows/') && /\bdays:/.test(text),
  )
  if (!countsDays || hasErrors(diagnostics)) return []
  const base = configuration.scope({})
  const year = missingYear(
    calendarFrom(name => base.dictionary(name)),
    today,
  )
  if (year === undefined) return []
  return language === 'en'
    ? [
        `Note: the dictionaries holiday and workday lack ${year}. Until they say which days are off, working days `
          + 'leave out weekends and the feasts of the decree alone.',
      ]
    : [`注意：字典 holiday、workday 还没有 ${year} 年的放假安排。补上之前，工作日只扣除周末和法定节日，没有调休。`]
}

function summary(checked: Checked, language: Language): string {
  const errors = checked.diagnostics.filter(d => d.severity === 'error').length
  const warnings = checked.diagnostics.length - errors
  const builtIn = [...checked.project.sources.keys()].filter(path => path.startsWith(`${BASE.name}/`)).length
  const files = checked.project.sources.size - builtIn
  const pages = checked.resolver.routes().length
  return language === 'en'
    ? `${files} files beside ${builtIn} built-in ones, ${pages} pages: ${errors} errors, ${warnings} warnings`
    : `共 ${files} 个文件（另有内置 ${builtIn} 个）、${pages} 个页面：${errors} 个错误，${warnings} 个警告`
}
