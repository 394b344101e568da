/**
 * `npm run old-browsers`: a day of staff in the real browsers of the floor, and what older ones are told. Pictures lie in
 * the folder that it names; it ends with 1 where a browser says an error, or does not get there. `--url` and `--user` name
 * a server with the demonstration that runs already, `--cache` a folder for the browsers (150 MB in all).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { demoAccounts } from '../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../src/supervision/server/demo/demo-files.ts'
import { FLOOR } from '../scripts/floor/floor.ts'
import { programOf, REFUSED, TRIED, type OldBrowser } from './old-browsers/browsers.ts'
import { Hands } from './old-browsers/hands.ts'
import { serve } from './serve.ts'
import { signIn, STATIONS, type Station } from './old-browsers/stations.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    user: { type: 'string', default: 'fj_fuzhou' },
    cache: { type: 'string', default: '.cache/old-browsers' },
    pictures: { type: 'string', default: '.cache/old-browsers/pictures' },
  },
})
const [cache, pictures] = [resolve(values.cache), resolve(values.pictures)]
mkdirSync(pictures, { recursive: true })
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-zygote']

async function dayIn(browser: OldBrowser, url: string): Promise<string[]> {
  const account = demoAccounts(await readDemo('.')).find(({ username }) => username === values.user)
  if (!account) throw new Error(`The demonstration has no ${values.user}`)
  const opened = await chromium.launch({ executablePath: programOf(browser, cache), args: FLAGS })
  const problems: string[] = []
  try {
    const context = await opened.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
    const page = await context.newPage()
    let at = ''
    page.on('pageerror', error => problems.push(`${browser.version} ${at}: ${error.message}`))
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) problems.push(`${browser.version} ${at}: ${message.text()}`)
    })
    const hands = new Hands(page)
    const first: Station = { name: 'signIn', go: () => signIn(hands, url, account.username, account.password) }
    for (const { name, go } of [first, ...STATIONS]) {
      at = name
      await go(hands, url).catch((error: unknown) => problems.push(`${browser.version} ${at}: ${String(error)}`))
      // what is still coming is in the picture as well
      await page.waitForTimeout(1500)
      await page.screenshot({ path: join(pictures, `${browser.version}-${name}.png`) })
    }
  } finally {
    await opened.close()
  }
  return problems
}

/** These are asked by their own command line: they are older than what any driver speaks. */
function toldTo(browser: OldBrowser, url: string): string[] {
  const args = ['--headless', ...FLAGS, '--virtual-time-budget=5000', '--dump-dom', `${url}/dataCenter/onlineShop`]
  const text = execFileSync(programOf(browser, cache), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const isTold = [`Chromium ${browser.version}`, '浏览器版本过低', `Chromium ${FLOOR.chromium}`].every(words =>
    text.includes(words),
  )
  return isTold ? [] : [`${browser.version}: is not told that it is too old: ${text.slice(0, 400)}`]
}

const server = await serve(values.url)
const problems: string[] = []
try {
  for (const browser of TRIED) problems.push(...(await dayIn(browser, server.url)))
  for (const browser of REFUSED) problems.push(...toldTo(browser, server.url))
} finally {
  await server.stop()
}
console.log(problems.join('\n') || `no error in ${TRIED.map(({ version }) => version).join(', ')}`)
console.log(`pictures: ${pictures}`)
process.exitCode = problems.length > 0 ? 1 : 0
