import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatOrigin, type Diagnostic } from '../core/diagnostic/diagnostic.ts'
import type { SourceFile } from '../core/index.ts'
import { layeredDifferences } from '../core/migrate/compare.ts'
import {
  FIRST_VERSION,
  LANGUAGE_VERSION,
  migrate,
  stepsFrom,
  VERSION_FILE,
  versionOf,
} from '../core/migrate/migrate.ts'
import { readArgs, UsageError, type CommonArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { formatDiagnostic } from './format.ts'
import { fileProblem } from './run-format.ts'
import { readConfig } from './read-config.ts'
import { filesIn, readText, replaceFile } from './yaml-files.ts'
import { commandLine } from '../core/diagnostic/command.ts'

export const MIGRATE_USAGE = `${commandLine('migrate', '[--root <folder>] [--from <version>] [--check] [--lang zh|en]')}
  --root   a configuration folder: its schemas, customers (and base); without it this repository
  --from   the version that the folder is written in, where it has no schemas/app.yaml that says so
  --check  changes nothing, and lists the files that would change`

/** Takes a folder that is written in an older version of the YAML language to the newest one. */
export function runMigrate(argv: readonly string[], output: Output): ExitCode {
  return run(() => migrateFolder(argv, output), MIGRATE_USAGE, output)
}

function migrateFolder(argv: readonly string[], output: Output): ExitCode {
  const args = readArgs(argv, ['from'], ['check'])
  if (args.help) {
    output.out(MIGRATE_USAGE)
    return 0
  }
  const isEnglish = args.language === 'en'
  if (!existsSync(args.root))
    throw new UsageError(isEnglish ? `There is no folder ${args.root}` : `没有文件夹 ${args.root}`)
  const problems: Diagnostic[] = []
  const files = readFiles(args.root, problems)
  const from = fromOf(args, files)
  const changed = migrate(files, from, problem => void problems.push(problem))
  if (problems.length > 0) {
    const sources = new Map(files.map(file => [file.path, file]))
    for (const problem of problems) output.err(`${formatDiagnostic(problem, sources, args.language)}\n`)
    // a folder that is half in new words would say that it is wholly in them
    output.err(isEnglish ? 'Nothing was changed: mend these files first' : '什么也没有改：请先改好这些文件')
    return 1
  }
  const isCheck = args.values['check'] === true
  if (!isCheck) for (const { path, text } of changed) replaceFile(join(args.root, path), text)
  for (const { path } of changed) output.out(path)
  for (const line of changedMeanings(args.root, files, changed, from, isEnglish)) output.out(line)
  output.out(summary(from, changed.length, isCheck, isEnglish))
  return isCheck && changed.length > 0 ? 1 : 0
}

/** Where layers that were migrated one by one say something else together; of a folder that is no whole, nothing. */
function changedMeanings(
  root: string,
  before: readonly SourceFile[],
  changed: readonly SourceFile[],
  from: number,
  isEnglish: boolean,
): string[] {
  if (!before.some(({ path }) => path === VERSION_FILE)) return []
  const base = before.some(({ path }) => path.startsWith('base/'))
    ? []
    : readConfig(root).filter(({ path }) => path.startsWith('base/'))
  const texts = new Map(changed.map(file => [file.path, file]))
  const after = before.map(file => texts.get(file.path) ?? file)
  // the base is in the newest words already: what it says itself has not changed
  const found = layeredDifferences([...base, ...before], [...base, ...after], stepsFrom(from)).filter(
    ({ origin }) => !base.some(({ path }) => path === origin.file),
  )
  if (found.length === 0) return []
  const lines = found.map(
    ({ origin, document, path, before: was, after: is }) =>
      `  ${formatOrigin(origin)}  ${document} ${path.join('.')}: `
      + `${JSON.stringify(was) ?? '-'} → ${JSON.stringify(is) ?? '-'}`,
  )
  const head = isEnglish
    ? 'Look at these places: the layers together say something else than before'
    : '请看这几处：各层合起来的意思和以前不同'
  return [head, ...lines]
}

function summary(from: number, count: number, isCheck: boolean, isEnglish: boolean): string {
  if (count === 0 && from >= LANGUAGE_VERSION)
    return isEnglish ? `Version ${LANGUAGE_VERSION} is the newest` : `已是最新的第 ${LANGUAGE_VERSION} 版`
  if (isEnglish)
    return `From version ${from} to ${LANGUAGE_VERSION}: ${count} files ${isCheck ? 'would change' : 'changed'}`
  return `从第 ${from} 版到第 ${LANGUAGE_VERSION} 版：${isCheck ? '要改' : '改了'} ${count} 个文件`
}

/** The version that the folder says, or the one that the caller says of a folder that has no place for it. */
function fromOf({ values, language }: CommonArgs, files: readonly SourceFile[]): number {
  const app = files.find(({ path }) => path === VERSION_FILE)
  const said = values['from']
  const refused = refusal(said, app && versionOf(app.text))
  if (refused) throw new UsageError(refused[language])
  return said === undefined ? versionOf(app?.text) : Number(said)
}

/** Why no migration can begin at the version that the caller says (`said`) or app.yaml says (`written`). */
function refusal(said: unknown, written: number | undefined): Record<Language, string> | undefined {
  if (said === undefined && written === undefined)
    return {
      en: `There is no ${VERSION_FILE} that says a version: say it with --from`,
      zh: `没有写着版本的 ${VERSION_FILE}，请用 --from 说明是第几版`,
    }
  if (Number.isNaN(written))
    return {
      en: `The version in ${VERSION_FILE} is not a number (write it without quotes)`,
      zh: `${VERSION_FILE} 里的 version 不是数（请写数字，不加引号）`,
    }
  if (said !== undefined && written !== undefined && written !== FIRST_VERSION && Number(said) !== written)
    return { en: `${VERSION_FILE} says version ${written}`, zh: `${VERSION_FILE} 写着第 ${written} 版` }
  return isVersion(Number(said ?? written))
    ? undefined
    : {
        en: `The version is a number from ${FIRST_VERSION} to ${LANGUAGE_VERSION}: ${String(said ?? written)}`,
        zh: `版本是 ${FIRST_VERSION} 到 ${LANGUAGE_VERSION} 的整数：${String(said ?? written)}`,
      }
}

const isVersion = (from: number): boolean => Number.isInteger(from) && from >= FIRST_VERSION && from <= LANGUAGE_VERSION

function readFiles(root: string, problems: Diagnostic[]): SourceFile[] {
  return filesIn(root, ['base', 'schemas', 'customers']).flatMap(path => {
    try {
      return [{ path, text: readText(join(root, path)) }]
    } catch (cause) {
      problems.push(fileProblem(path, cause))
      return []
    }
  })
}
