/**
 * `npm run mutate-scalars`: of each value that customers and app.yaml say another one, one at a time, in memory: which
 * are noticed by validate or by the table of what the specification says (tests/schemas/said), and which are not.
 * --all: translations and demonstrations, too, of which no specification speaks · --only <part of a path>
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../src/cli/read-config.ts'
import { checkProject, type SourceFile } from '../src/core/index.ts'
import { PRODUCT_WORDS } from '../src/products.words.ts'
import { brokenBy, brokenIn } from '../tests/schemas/said/said.ts'
import { table } from './bench/table.ts'
import { isMutated, mutantsOf, type Mutant } from './mutate/mutants.ts'

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

const files = readConfig('.')
const sound = checkProject(files, undefined, PRODUCT_WORDS)
const broken = brokenIn(sound.configuration)
if (sound.diagnostics.length > 0 || broken !== undefined) {
  console.error(`Nothing can be told of what is wrong already: ${broken ?? 'see npm run validate'}`)
  process.exit(1)
}

/** Who notices the value; a missing translation says nothing of what a text means. */
function noticedBy({ path, text }: Mutant): string | undefined {
  // the table is asked first: to judge all takes much longer
  const words = brokenBy(sound, { path, text })
  if (words !== undefined) return `the table: ${words}`
  const mutated = files.map((file): SourceFile => (file.path === path ? { path, text } : file))
  const { diagnostics } = checkProject(mutated, sound, PRODUCT_WORDS)
  const fault = diagnostics.find(({ code }) => code !== 'translation-missing')
  return fault && `validate: ${fault.code}`
}

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['translations', /\/locales\//],
  ['demonstrations', /\/demo\.yaml$/],
  ['app.yaml', /\/app\.yaml$/],
  ['customers and menus', /\/(customer|area|menu)\.yaml$/],
  ['pages', /\/pages\//],
  ['workflows, dictionaries, entities, statistics', /./],
]
const kindOf = ({ path }: Mutant): string => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
/** What no specification names. */
const LEFT_OUT: ReadonlySet<string> = new Set(['translations', 'demonstrations'])

const mutants = files
  .filter(file => isMutated(file) && file.path.includes(values.only))
  .flatMap(mutantsOf)
  .filter(mutant => values.all || !LEFT_OUT.has(kindOf(mutant)))
const judged = mutants.map(mutant => {
  const by = noticedBy(mutant)
  if (by === undefined) console.log(`${mutant.path}:${mutant.line}  ${mutant.at}: ${mutant.from} → ${mutant.to}`)
  return { kind: kindOf(mutant), by }
})

const rows = KINDS.map(([kind]) => {
  const own = judged.filter(one => one.kind === kind)
  const by = (who: string): string => String(own.filter(one => one.by?.startsWith(who)).length)
  return [kind, String(own.length), by('the table'), by('validate'), String(own.filter(one => !one.by).length)]
})
console.log(`\n${table(['values', 'mutated', 'the table', 'validate', 'nobody'], rows)}`)
