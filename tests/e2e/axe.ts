import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds, of whatever weight: rule and place. Once it is in a document it stays there; what somebody else's
 * page in a frame is like is not ours. Pages that were left (`data-left`) stay in the document, hidden: they are taken
 * out meanwhile, because axe goes through all of the document to learn what lies over what, ten hidden pages for one
 * that is seen.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async where => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Element | Document,
          options: { resultTypes: string[]; iframes: boolean },
        ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>
      }
    }
    const at =
      where === undefined ? undefined : [...document.querySelectorAll(where)].find(one => one.checkVisibility())
    const left = [...document.querySelectorAll('[data-left]')].map(one => ({ one, place: document.createComment('') }))
    for (const { one, place } of left) one.replaceWith(place)
    const found = await axe
      .run(at ?? document, { resultTypes: ['violations'], iframes: false })
      .finally(() => left.forEach(({ one, place }) => place.replaceWith(one)))
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(node => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    )
  }, within)
}
