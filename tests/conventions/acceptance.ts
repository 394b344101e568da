import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { specificationIn } from '../../src/cli/specification.ts'
import { ROOT } from '../folders.ts'
import { configuration, walks } from '../e2e/pages/walks.ts'
import { ID, RULES, testFiles, titlesIn, WORDS } from './rules.ts'

/** So many tests of a row are named: a further one changes nothing. */
const NAMED = 2
/** Rule → why it does not hold, or not to the letter; none but these may. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'R1.04': 'the header never moves, so there is nothing to switch',
  'R2.04': 'anybody may open it by its address; towns begin there',
  'R4.02': 'within the console the password is asked for in place; who does not sign in again is logged out',
  'R8.03': 'a 404 is silent where something is read, and a sentence where somebody pressed a button',
}
/** Opens each route in a browser, as somebody of the demonstration who may see it. */
const EVERY_ROUTE = 'e2e/pages/every-route.ts'

const files = testFiles()
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')
const named = (seen: readonly string[]): string =>
  seen.slice(0, NAMED).join(' · ') + (seen.length > NAMED ? ' · and more' : '')

/** Rule → tests whose title names it. */
function provedBy(): Map<string, string[]> {
  const proved = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const title of titlesIn(text))
      for (const id of title.match(ID) ?? [])
        proved.set(id, [
          ...(proved.get(id) ?? []),
          `\`tests/${path}\` ${title.replaceAll(/\bR\d\.\d\d /g, '').replace('%', '…')}`,
        ])
  return proved
}

function rules(): string {
  const proved = provedBy()
  const rowOf = (id: string): string[] => {
    const seen = proved.get(id) ?? []
    const why = OTHERWISE[id]
    const holds = seen.length === 0 ? 'no' : why === undefined ? 'yes' : `but: ${why}`
    return [id, WORDS.get(id) ?? '', holds, named(seen)]
  }
  return RULES.map(
    ({ section, ids }) => `### ${section}\n${table(['rule', 'says', 'holds', 'seen by'], ids.map(rowOf))}`,
  ).join('\n\n')
}

/** Tests in whose text a word stands. */
const naming = (word: string): string[] =>
  files
    .filter(({ path, text }) => !path.startsWith('conventions/') && text.includes(word))
    .map(({ path }) => `\`tests/${path}\``)

/** Tests that go to an address, which may stand in a pattern. */
function going(route: string): string[] {
  const address = new RegExp(`[/'"\`}]${route.slice(1)}(?=['"\`?$])`)
  return files.filter(({ text }) => address.test(text.replaceAll('\\/', '/'))).map(({ path }) => `\`tests/${path}\``)
}

function routes(all: readonly string[]): string {
  const opened = new Map<string, string>()
  for (const { person, pages } of walks()) for (const { route } of pages) opened.set(`/${route}`, person.username)
  const product = configuration.scope({}).manifest.pages
  const rows = all.map(route => {
    const who = opened.get(route)
    const seen = who === undefined ? going(route) : [`\`tests/${EVERY_ROUTE}\` as ${who}`]
    const whose = route.slice(1) in product || who === undefined ? 'everybody' : 'its region'
    return [route, whose, seen.length > 0 ? 'yes' : 'no', named([...new Set(seen)])]
  })
  return table(['route', 'of', 'holds', 'seen by'], rows)
}

function calls(all: readonly string[]): string {
  const known = configuration.endpoints()
  const rows = all.map(line => {
    const call = known.find(({ name, method, path }) => name === line || `${method} ${path}` === line)
    // each is sent what it takes, and its answer held against its description
    const seen = ['`tests/server/openapi/openapi.test.ts`', ...naming(call?.path ?? line)]
    return [line, call?.handler ?? '', call?.handler === undefined ? 'no' : 'yes', named([...new Set(seen)])]
  })
  return table(['call', 'answered by', 'holds', 'seen by'], rows)
}

/** What docs/acceptance.md says. */
export function acceptance(): string {
  const specification = specificationIn(ROOT)
  if (!specification) throw new Error('there is no specification')
  return `# Acceptance

Every numbered rule, route and call of the specification, whether it holds, and which test sees it on the running product. Written by
\`UPDATE_CASES=1 npm test -- tests/conventions/acceptance.test.ts\` from the tests and the configuration; a test holds it up to date, and allows no row
that does not hold but those that say why. Which screen asks a call in front of somebody else's backend stands in
[backend.md](backend.md#who-asks-what), how the specification was read where it can be read in two ways in [assumptions.md](assumptions.md).

## Rules
${rules()}

## Routes
Each is opened in a browser, in Chinese and in English, by somebody of the demonstration who may see it; what leads elsewhere by tests of its own.

${routes(specification.routes)}

## Calls
Each is sent what it takes, and its answer held against its description; those that a call names test more of it.

${calls(specification.calls)}
`
}
export const ACCEPTANCE = join(ROOT, 'docs/acceptance.md')
export const written = (): string => readFileSync(ACCEPTANCE, 'utf8')
/** Rows that do not hold, without a reason. */
export const unmet = (text: string): string[] => text.split('\n').filter(line => line.includes('| no |'))
export const reasons = OTHERWISE
