import { hasErrors, type Checked, type KnownCode } from '../core/index.ts'
import { BASE } from '../core/overlay/layer.ts'
import { readArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic, toJson } from './format.ts'
import { checkFolder } from './check-folder.ts'
import { specificationIn } from './specification.ts'
import { keptOf, statsOf } from './stats.ts'
import { commandLine } from '../core/diagnostic/command.ts'

const USAGE = commandLine('validate', '[--root <folder>] [--json] [--stats] [--lang zh|en]')

/**
 * Validates a configuration folder and prints all problems, and with `--stats` what it consists of. `code`: names in
 * the code that YAML may refer to.
 */
export function runValidate(argv: readonly string[], output: Output, code?: KnownCode): ExitCode {
  return run(() => validate(argv, output, code), USAGE, output)
}

function validate(argv: readonly string[], output: Output, code: KnownCode | undefined): ExitCode {
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
  else print(checked, language, output)
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
