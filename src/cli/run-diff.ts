import { formatOrigin } from '../core/diagnostic/diagnostic.ts'
import { nearest } from '../core/diagnostic/nearest.ts'
import type { Checked } from '../core/index.ts'
import type { Scope } from '../core/model/scope.ts'
import { documentChanges, type Difference, type ComparedView } from '../core/overlay/difference.ts'
import { distinctScopes, scopeLabel } from '../core/overlay/scopes.ts'
import { getString } from '../core/source/node.ts'
import { readArgs, UsageError, type CommonArgs, type Language } from './args.ts'
import { run, type ExitCode, type Output } from './command.ts'
import { checkFolder } from './check-folder.ts'
import { commandLine } from '../core/diagnostic/command.ts'

const USAGE =
  `${commandLine('diff', '[<route, or file such as statistics/shops>]')} [--customer <id>] [--area <code>] `
  + '[--against <folder>] [--root <folder>] [--json] [--lang zh|en]'

/** Prints what a customer or an area changes of the base, or what an edit changes of another folder, and for whom. */
export function runDiff(argv: readonly string[], output: Output): ExitCode {
  return run(() => diff(argv, output), USAGE, output)
}

/** A change with the scopes that see it. */
interface ScopedChange {
  document: string
  change: Difference
  scopes: string[]
}

function diff(argv: readonly string[], output: Output): ExitCode {
  const args = readArgs(argv, ['customer', 'area', 'against'], [], 1)
  if (args.help) {
    output.out(USAGE)
    return 0
  }
  const isEnglish = args.language === 'en'
  const scope = scopeOf(args)
  const against = args.values['against']
  if (typeof against !== 'string' && !scope.customer && !scope.area)
    throw new UsageError(
      isEnglish
        ? 'Which customer or area, or against which folder?'
        : '要看哪个客户或地区（--customer、--area），或与哪个文件夹比（--against）？',
    )
  const now = checkFolder(args.root)
  const old = typeof against === 'string' ? checkFolder(against) : now
  const names = namesFor(args.positionals[0], now, old)
  if (!names) return notFound(args.positionals[0] ?? '', now, args.language, output)
  const scopes = typeof against === 'string' && !scope.customer && !scope.area ? bothScopes(old, now) : [scope]
  const told = gather(scopes, one =>
    documentChanges(
      { resolver: old.resolver, scope: typeof against === 'string' ? one : {} },
      { resolver: now.resolver, scope: one } satisfies ComparedView,
      names,
    ),
  )
  if (args.json) output.out(JSON.stringify(told.map(toJson), undefined, 2))
  else print(told, scopes.length, isEnglish, output)
  return 0
}

function scopeOf({ values }: CommonArgs): Scope {
  const { customer, area } = values
  return { ...(typeof customer === 'string' ? { customer } : {}), ...(typeof area === 'string' ? { area } : {}) }
}

/**
 * Documents of a page, or one that is named with its folder; without a name all documents, except the descriptions of
 * customers and areas.
 */
function namesFor(route: string | undefined, now: Checked, old: Checked): string[] | undefined {
  const all = [...new Set([...now.project.documents.keys(), ...old.project.documents.keys()])].sort()
  if (route === undefined) return all.filter(name => name !== 'customer' && name !== 'area')
  const name = route.replace(/^\/+/, '')
  const page = `pages/${name}`
  if (!all.includes(page)) return all.includes(name) ? [name] : undefined
  const documents = [...(now.project.documents.get(page) ?? []), ...(old.project.documents.get(page) ?? [])]
  const entities = documents.flatMap(({ node }) => getString(node, 'entity') ?? [])
  return [page, ...new Set(entities.map(entity => `entities/${entity}`))].filter(name => all.includes(name))
}

function bothScopes(old: Checked, now: Checked): Scope[] {
  const found = [...distinctScopes(now.project), ...distinctScopes(old.project)]
  return [...new Map(found.map(scope => [scopeLabel(scope), scope])).values()]
}

/** Groups equal changes of several scopes. */
function gather(
  scopes: readonly Scope[],
  read: (scope: Scope) => { document: string; changes: Difference[] }[],
): ScopedChange[] {
  const found = new Map<string, ScopedChange>()
  for (const scope of scopes) {
    for (const { document, changes } of read(scope)) {
      for (const change of changes) {
        const key = JSON.stringify([document, change])
        const told = found.get(key) ?? { document, change, scopes: [] }
        told.scopes.push(scopeLabel(scope))
        found.set(key, told)
      }
    }
  }
  return [...found.values()].sort((a, b) => a.document.localeCompare(b.document))
}

const toJson = ({ document, change: { origin, path, ...change }, scopes }: ScopedChange): object => ({
  document,
  path: path.join('.'),
  ...change,
  scopes,
  ...origin,
})

const SIGNS: Record<Difference['kind'], string> = { added: '+', removed: '-', changed: '~', ordered: '↕' }
const LONGEST = 70

function short(value: unknown, isEnglish: boolean): string {
  if (value === null || value === undefined) return isEnglish ? '(empty)' : '（留空）'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function words({ kind, before, after }: Difference, isEnglish: boolean): string {
  if (kind === 'added') return short(after, isEnglish)
  if (kind === 'removed') return short(before, isEnglish)
  if (kind === 'ordered') return `${isEnglish ? 'order' : '顺序'} ${short((after as string[]).join(' '), isEnglish)}`
  return `${short(before, isEnglish)} → ${short(after, isEnglish)}`
}

function print(told: readonly ScopedChange[], scopes: number, isEnglish: boolean, output: Output): void {
  let last = ''
  for (const { document, change, scopes: seen } of told) {
    if (document !== last) output.out(document)
    last = document
    const whom =
      scopes === 1 ? '' : `  [${seen.length === scopes ? (isEnglish ? 'all' : '所有范围') : seen.join(', ')}]`
    const place = change.path.join('.') || (isEnglish ? '(the whole file)' : '（整个文件）')
    const line = [place, words(change, isEnglish), formatOrigin(change.origin)].join('  ')
    output.out(`  ${SIGNS[change.kind]} ${line}${whom}`)
  }
  const documents = new Set(told.map(({ document }) => document)).size
  const touched = new Set(told.flatMap(({ scopes: seen }) => seen)).size
  output.out(
    isEnglish
      ? `${told.length} changes in ${documents} files, for ${touched} of ${scopes} scopes`
      : `共 ${documents} 个文件、${told.length} 处不同，涉及 ${scopes} 个范围中的 ${touched} 个`,
  )
}

function notFound(route: string, { resolver, project }: Checked, language: Language, output: Output): ExitCode {
  const meant = nearest(route, [...resolver.routes(), ...project.documents.keys()])
  output.err(language === 'en' ? `There is no page or file ${route}` : `没有页面或文件 ${route}`)
  if (meant !== undefined) output.err(language === 'en' ? `Did you mean ${meant}?` : `您是不是想写 ${meant}？`)
  return 1
}
