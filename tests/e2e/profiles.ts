import type { Browser, BrowserContext } from 'playwright-core'

/** Profiles that were given back: as new ones, but for the code that their pages had fetched and compiled. */
const spare = new WeakMap<Browser, BrowserContext[]>()

/** Takes away all that somebody left in a profile. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const left = context.pages()
  const page = await context.newPage()
  await Promise.all(left.map(one => one.close()))
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' })
  await context.clearCookies()
  await page.close()
}

/**
 * A browser profile like a new one, for the console at this address. To load it into a really new one takes seconds of
 * the processor, more than most of what is tested then: who closes a profile gives it back.
 */
export async function profileFor(browser: Browser, url: string): Promise<BrowserContext> {
  const context =
    spare.get(browser)?.pop() ?? (await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' }))
  context.close = async () => {
    await empty(context, new URL(url).origin)
    spare.set(browser, [...(spare.get(browser) ?? []), context])
  }
  return context
}
