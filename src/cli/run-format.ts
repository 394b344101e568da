import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic/diagnostic.ts'
import { formatText } from '../core/format/read-document.ts'
import type { SourceFile } from '../core/index.ts'
import { readArgs, UsageError, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic, toJson } from './format.ts'
import { readText, replaceFile, yamlFiles } from './yaml-files.ts'
import { commandLine } from '../core/diagnostic/command.ts'

export const FORMAT_USAGE = `${commandLine('format', '[--root <folder>] [--check] [--json] [--lang zh|en]')}
  --root   the YAML files of this folder; without it the code and the YAML files of this repository
  --check  changes nothing, and lists the files whose form differs`

interface Result {
  files: number
  /** paths of the files whose form differs, or differed */
  changed: string[]
  problems: Diagnostic[]
  /** by path, for the lines that the problems stand in */
  sources: Map<string, SourceFile>
}

/** Formats YAML files. `folders`: which ones where no root is named. */
export function runFormat(argv: readonly string[], output: Output, folders: readonly string[]): ExitCode {
  return run(() => format(argv, output, folders), FORMAT_USAGE, output)
}

function format(argv: readonly string[], output: Output, folders: readonly string[]): ExitCode {
  const { json, language, help, values } = readArgs(argv, [], ['check'])
  if (help) {
    output.out(FORMAT_USAGE)
    return 0
  }
  const isCheck = values['check'] === true
  const result: Result = { files: 0, changed: [], problems: [], sources: new Map() }
  for (const folder of values['root'] === undefined ? folders : [String(values['root'])]) {
    if (!existsSync(folder))
      throw new UsageError(language === 'en' ? `There is no folder ${folder}` : `没有文件夹 ${folder}`)
    for (const file of yamlFiles(folder)) formatFile(join(folder, file).replaceAll('\\', '/'), isCheck, result)
  }
  if (json) output.out(JSON.stringify(asJson(result, language), undefined, 2))
  else print(result, isCheck, language, output)
  return result.problems.length > 0 || (isCheck && result.changed.length > 0) ? 1 : 0
}

function formatFile(path: string, isCheck: boolean, result: Result): void {
  result.files++
  try {
    const source = { path, text: readText(path) }
    result.sources.set(path, source)
    const text = formatText(source, problem => void result.problems.push(problem))
    if (text === source.text) return
    if (!isCheck) replaceFile(path, text)
    result.changed.push(path)
  } catch (cause) {
    result.problems.push(fileProblem(path, cause))
  }
}

/** A file that is not UTF-8, or that the system does not let us read or write. Throws what is a fault of ours. */
export function fileProblem(path: string, cause: unknown): Diagnostic {
  const origin = { file: path, line: 1, col: 1 }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return {
      code: 'file-unreadable',
      severity: 'error',
      message: '文件不是 UTF-8 编码，请另存为 UTF-8',
      messageEn: 'The file is not UTF-8: save it as UTF-8',
      origin,
    }
  if (!/^E[A-Z]+$/.test(code)) throw cause
  return {
    code: 'file-unreadable',
    severity: 'error',
    message: `文件无法读写：${code}`,
    messageEn: `The file cannot be read or written: ${code}`,
    origin,
  }
}

function asJson({ files, changed, problems }: Result, language: Language): object {
  return { files, changed, problems: problems.map(problem => toJson(problem, language)) }
}

function print(
  { files, changed, problems, sources }: Result,
  isCheck: boolean,
  language: Language,
  output: Output,
): void {
  for (const problem of problems) output.out(`${formatDiagnostic(problem, sources, language)}\n`)
  for (const path of changed) output.out(path)
  const broken = new Set(problems.map(({ origin }) => origin.file)).size
  if (language === 'en') {
    const left = broken > 0 ? `, ${broken} cannot be formatted and stay as they are` : ''
    const differ = `${changed.length} differ in form${changed.length > 0 ? `: run ${commandLine('format')}` : ''}`
    output.out(`${files} YAML files: ${isCheck ? differ : `${changed.length} formatted`}${left}`)
    return
  }
  const left = broken > 0 ? `，${broken} 个无法统一格式，未改动` : ''
  const differ = `${changed.length} 个格式不同${changed.length > 0 ? `，请运行 ${commandLine('format')}` : ''}`
  output.out(`共 ${files} 个 YAML 文件：${isCheck ? differ : `${changed.length} 个已统一格式`}${left}`)
}
