/**
 * `npm run gallery`: how the console looks. Pictures of some eighty states lie in the folder that it names, with an
 * index.html; what can be counted of them is printed.   --before <folder>: those of another run, to lie beside them
 * --url: a server with the demonstration that runs already   --only <word>: the states whose name has it
 */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findQuickChromium } from '../scripts/find-tools.ts'
import { demoAccounts } from '../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../src/supervision/server/demo/demo-files.ts'
import { violations } from '../tests/e2e/axe.ts'
import { table } from './bench/table.ts'
import { countedOn } from './gallery/counted.ts'
import { MEASURES, misses, rowOf, type Found } from './gallery/goals.ts'
import { sheetOf } from './gallery/sheet.ts'
import { STATES, type State } from './gallery/states.ts'
import { Visits } from './gallery/visits.ts'
import { serve } from './serve.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    before: { type: 'string' },
    only: { type: 'string', default: '' },
    pictures: { type: 'string', default: '.cache/gallery' },
  },
})
const pictures = resolve(values.pictures)
mkdirSync(pictures, { recursive: true })

/** On so many pages axe is asked; its rules take seconds, and other sizes of a page have the same elements. */
const isAsked = ({ name }: State): boolean =>
  /-(light|dark|public|wrong|county|day)$|^(login|clue|shop|missing|manual)$/.test(name)

const rows: string[][] = []
const failures: string[] = []
const short: string[] = []
const states = STATES.filter(({ name }) => name.includes(values.only))

async function found(state: State, page: Page): Promise<Found> {
  const counted = await countedOn(page)
  return isAsked(state) ? { ...counted, axe: await violations(page) } : counted
}
/** Told as it is done: of ninety it is seen how far they are, and which of them does not end. */
function tell(state: State, found: Found): void {
  console.log(`${rows.length}/${states.length} ${rowOf(found, state).join('  ')}`)
  for (const one of found.axe ?? []) console.log(`  ${one}`)
}

const server = await serve(values.url)
const browser = await chromium.launch({ executablePath: findQuickChromium(), args: CHROMIUM_FLAGS })
try {
  const visits = new Visits(browser, server.url, demoAccounts(await readDemo('.')))
  for (const state of states) {
    // one that cannot be brought about leaves the others to look at
    await visits
      .look(state, async page => {
        await page.screenshot({ path: join(pictures, `${state.name}.png`) })
        const seen = await found(state, page)
        rows.push(rowOf(seen, state))
        if (misses(seen, state)) short.push(state.name)
        tell(state, seen)
      })
      .catch((error: unknown) => failures.push(`${state.name}: ${String(error).split('\n')[0] ?? ''}`))
  }
} finally {
  await browser.close()
  await server.stop()
}
const before = values.before && existsSync(values.before) ? resolve(values.before) : undefined
if (before !== undefined) cpSync(before, join(pictures, 'before'), { recursive: true })
writeFileSync(join(pictures, 'index.html'), sheetOf(states, new Set(before === undefined ? [] : readdirSync(before))))
console.log([table(['state', ...MEASURES.map(({ head }) => head)], rows), ...failures].join('\n'))
console.log(`fall short of what is promised: ${short.join(', ') || 'none'}`)
process.exitCode = failures.length + short.length > 0 ? 1 : 0
console.log(`load ${loadavg()[0]?.toFixed(1) ?? ''}; pictures: ${join(pictures, 'index.html')}`)
